import Perennial

/// All that a store knows of presets, as far as a plan needs it: the rows of the catalogs' presets, the
/// presets that no catalog has, deletions, links, and the rows with the unique values of presets.
///
/// A value, which ``StoreStateReader/state(of:for:)`` reads.
struct StoreState {
  /// The row of a preset, in comparison with the catalog. Rows with the same differences mostly share a value.
  final class Row: Sendable {
    /// The row's metadata, if it differs from that of an unedited preset with the same name.
    let metadata: PresetMetadata?
    /// The attributes with another value than in the catalog.
    let differing: PropertyGroup?
    /// The targets of the references with another target than in the catalog, by property index; 0 for none.
    let targets: [Int: Int64]
    /// The values of the edited fields, without those in files.
    let edited: [String: SQLValue]

    init(
      metadata: PresetMetadata? = nil, differing: PropertyGroup? = nil,
      targets: [Int: Int64] = [:], edited: [String: SQLValue] = [:]
    ) {
      self.metadata = metadata
      self.differing = differing
      self.targets = targets
      self.edited = edited
    }

    /// The row of a preset without differences.
    static let unchanged = Row()

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
  var deletedReferrers: Set<RowReference> = []

  /// Returns `true` if a preset was deleted.
  func isDeleted(_ preset: CatalogPreset) -> Bool {
    deleted[preset.entityName]?[preset.key] != nil
  }
}

extension StoreState {
  /// A row in a root table: the classes of a hierarchy share a table.
  struct RowReference: Hashable {
    let table: String
    let key: Int64
  }

  /// A reason for which a preset that no catalog has may have to stay.
  enum Tie {
    /// Another row references it.
    case reference(from: RowReference, PropertyLayout, to: RowReference)
    /// Another row is linked to it.
    case link(JoinTable.Pair, join: String, from: RowReference, to: RowReference)
    /// Its deletion would cascade to the other row, or a delete rule denies it because of that row.
    case rule(to: RowReference, of: RowReference)
    /// The user has linked it to an object.
    case userLink(of: RowReference)

    /// The row that may keep the preset; nil for a link of the user.
    var referrer: RowReference? {
      switch self {
      case .reference(let from, _, _), .link(_, _, let from, _): from
      case .rule(let other, _): other
      case .userLink: nil
      }
    }
  }
}
