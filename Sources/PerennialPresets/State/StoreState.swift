import Perennial

/// All that a store knows of presets, as far as a plan needs it: the rows of the catalogs' presets, the
/// presets that no catalog has, deletions, links, and the rows with the unique values of presets.
///
/// A value, which ``PresetTransaction/state(of:userProperties:)`` reads.
struct StoreState {
  /// The row of a preset, in comparison with the catalog.
  struct Row: Sendable {
    /// The row's metadata, if it differs from that of an unedited preset with the same name.
    var metadata: PresetMetadata?
    /// The attributes with another value than in the catalog.
    var differing: PropertyGroup?
    /// The targets of the references with another target than in the catalog, by property index; 0 for none.
    var targets: [Int: Int64] = [:]
    /// The values of the edited fields, without those in files.
    var edited: [String: SQLValue] = [:]

    /// Returns the attributes and the references that differ from the catalog.
    func differingProperties(of layout: ModelLayout) -> [PropertyLayout] {
      let attributes = differing?.properties ?? []
      if targets.isEmpty { return attributes }
      return attributes + layout.properties.filter { targets[$0.index] != nil }
    }
  }

  /// A preset of the store that no catalog has.
  struct Other {
    let layout: ModelLayout
    let key: Int64
    let metadata: PresetMetadata
    /// `true` if the user has edited it.
    let isEdited: Bool
  }

  /// The records of the catalogs that were applied, by name.
  var records: [String: CatalogRecord] = [:]
  /// The rows by the index of their preset in the catalogs; nil for a preset without a row.
  var rows: [Row?] = []
  var others: [Other] = []
  /// The metadata of the deleted presets, by entity and key.
  var deleted: [String: [Int64: PresetMetadata]] = [:]
  /// The keys of the rows with unique values that catalogs want to write.
  var owners: [UniqueValues: Int64] = [:]
  var joins: [JoinTable] = []
  /// The relations that may keep a preset that no catalog has.
  var ties: [Tie] = []
  /// The user objects among the rows of ``ties`` that the plan deletes. They keep no preset.
  var deletedReferrers: Set<Place> = []
  /// The rows of user objects among the parts of presets, by entity.
  var userParts: [String: Set<Int64>] = [:]

  /// Returns `true` if a preset was deleted.
  func isDeleted(_ preset: CatalogPreset) -> Bool {
    deleted[preset.entityName]?[preset.key] != nil
  }
}

/// Properties of a model that change together. A catalog version mostly changes the same properties of many
/// presets, which then share one group.
final class PropertyGroup: Sendable {
  let properties: [PropertyLayout]
  let names: [String]
  let mask: PropertyMask

  init(_ properties: [PropertyLayout]) {
    self.properties = properties
    names = properties.map(\.name)
    mask = properties.reduce([]) { $0.union($1.mask) }
  }
}

extension StoreState {
  /// The values of a uniqueness constraint.
  struct UniqueValues: Hashable {
    /// The entity that declares the constraint.
    let entityName: String
    /// The number of the constraint in that entity.
    let number: Int
    let values: [SQLValue]

    /// Returns `true` if the constraint has one of some properties of a class that it holds for.
    func concerns(_ properties: [PropertyLayout], of layout: ModelLayout) -> Bool {
      let constraints = layout.uniquenessConstraints
      return constraints.indices.contains(number)
        && constraints[number].contains { part in properties.contains { $0 === part } }
    }
  }

  /// Returns the values that constraints of a preset's entity forbid other rows to have. A constraint with a
  /// nil value is left out: nil is not equal to any value.
  ///
  /// - Parameters:
  ///   - properties: The properties of which a constraint must have one; nil for all constraints.
  ///   - edited: The values that replace those of the catalog, by property.
  static func uniqueValues(
    of preset: CatalogPreset, having properties: [PropertyLayout]? = nil,
    keeping edited: [String: SQLValue] = [:]
  ) -> [UniqueValues] {
    let constraints = preset.layout.uniquenessConstraints
    if constraints.isEmpty { return [] }
    return constraints.indices.compactMap { number in
      let constraint = constraints[number]
      if let properties,
        !constraint.contains(where: { part in properties.contains { $0 === part } })
      {
        return nil
      }
      let values = constraint.map { edited[$0.name] ?? preset.values[$0.index] }
      if values.contains(.null) { return nil }
      return UniqueValues(
        entityName: preset.layout.declarer(ofConstraint: number).entityName, number: number,
        values: values)
    }
  }
}

extension ModelLayout {
  /// Returns the class that declares a uniqueness constraint.
  fileprivate func declarer(ofConstraint number: Int) -> ModelLayout {
    guard let superlayout, number < superlayout.uniquenessConstraints.count else { return self }
    return superlayout.declarer(ofConstraint: number)
  }
}

extension StoreState {
  /// A join table with links of presets, as seen from the presets that own the links.
  struct JoinTable {
    struct Pair: Hashable {
      let source: Int64
      let target: Int64

      init(source: Int64, target: Int64) {
        self.source = source
        self.target = target
      }
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

  /// A row in a root table: the classes of a hierarchy share a table.
  struct Place: Hashable {
    let table: String
    let key: Int64

    init(table: String, key: Int64) {
      self.table = table
      self.key = key
    }
  }

  /// A reason for which a preset that no catalog has may have to stay.
  enum Tie {
    /// Another row references it.
    case reference(from: Place, PropertyLayout, to: Place)
    /// Another row is linked to it.
    case link(JoinTable.Pair, join: String, from: Place, to: Place)
    /// Its deletion would cascade to the other row, or a delete rule denies it because of that row.
    case rule(to: Place, of: Place)
    /// The user has linked it to an object.
    case userLink(of: Place)

    /// The row that may keep the preset; nil for a link of the user.
    var referrer: Place? {
      switch self {
      case .reference(let from, _, _), .link(_, _, let from, _): from
      case .rule(let other, _): other
      case .userLink: nil
      }
    }
  }
}
