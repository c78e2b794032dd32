import Perennial

extension StoreState {
  /// A join table with links of presets, as seen from the presets that own the links.
  struct JoinTable {
    struct Pair: Hashable {
      let source: Int64
      let target: Int64
    }

    typealias Origin = PresetLinkOrigin

    let name: String
    /// The entity whose relationship leads the table; see ``RelationshipLayout/isLeading``.
    let layout: ModelLayout
    let property: PropertyLayout
    let isSymmetric: Bool
    let isSource: Bool
    let inverse: PropertyLayout?
    let destination: ModelLayout
    /// The links that presets own.
    var links: [Pair: Origin] = [:]
    /// The links of catalogs that the user has deleted: `true` for those that the last version of the catalog still
    /// has.
    var deleted: [Pair: Bool] = [:]

    func owner(of pair: Pair) -> Int64 { isSource ? pair.source : pair.target }
    func target(of pair: Pair) -> Int64 { isSource ? pair.target : pair.source }
  }
}
