import Perennial

extension StoreState {
  /// A join table with links of presets, as seen from the presets that own the links.
  struct JoinTable {
    struct Pair: Hashable {
      let source: Int64
      let target: Int64
    }

    let name: String
    /// The entity whose relationship leads the table; see ``RelationshipLayout/isLeading``.
    let layout: ModelLayout
    let property: PropertyLayout
    let isSymmetric: Bool
    let isSource: Bool
    let inverse: PropertyLayout?
    let destination: ModelLayout
    /// The links that presets own: `true` for those of a catalog, and `false` for those of the user.
    var links: [Pair: Bool] = [:]
    /// The links of catalogs that the user has deleted.
    var deleted: Set<Pair> = []

    func owner(of pair: Pair) -> Int64 { isSource ? pair.source : pair.target }
    func target(of pair: Pair) -> Int64 { isSource ? pair.target : pair.source }
  }
}
