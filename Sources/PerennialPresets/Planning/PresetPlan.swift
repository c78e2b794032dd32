import Perennial

/// The writes that bring a store to the contents of catalogs, or that merge duplicates. ``PlanExecutor`` executes
/// them.
struct PresetPlan {
  /// New values for the row of a preset.
  // Small, because a version of a catalog mostly updates many presets, and few of them in their own way.
  struct Update {
    let preset: CatalogPreset
    let group: PropertyGroup
    /// The differences from an update that writes the catalog's attributes and nothing else; nil if there are none.
    private let details: Details?

    /// The values that differ from the catalog's, by property index.
    var values: [Int: SQLValue] { details?.values ?? [:] }
    /// The former targets of the references, by property index.
    var formerTargets: [Int: Int64] { details?.formerTargets ?? [:] }
    /// The new metadata; nil if it stays.
    var metadata: PresetMetadata? { details?.metadata }
    /// `true` if the update writes the metadata.
    var hasMetadata: Bool { details?.metadata != nil }

    /// Creates the update of attributes to the values of the catalog.
    init(_ preset: CatalogPreset, _ group: PropertyGroup) {
      self.preset = preset
      self.group = group
      details = nil
    }

    init(
      _ preset: CatalogPreset, _ group: PropertyGroup, values: [Int: SQLValue],
      formerTargets: [Int: Int64], metadata: PresetMetadata? = nil
    ) {
      self.preset = preset
      self.group = group
      details =
        values.isEmpty && formerTargets.isEmpty && metadata == nil
        ? nil : Details(values: values, formerTargets: formerTargets, metadata: metadata)
    }

    private final class Details {
      let values: [Int: SQLValue]
      let formerTargets: [Int: Int64]
      let metadata: PresetMetadata?

      init(values: [Int: SQLValue], formerTargets: [Int: Int64], metadata: PresetMetadata?) {
        self.values = values
        self.formerTargets = formerTargets
        self.metadata = metadata
      }
    }
  }

  /// The row of a new preset.
  struct Insertion {
    let preset: CatalogPreset
    /// The index of the preset in the catalogs.
    let index: Int
    /// The values that differ from the catalog's, by property index.
    let values: [Int: SQLValue]
  }

  /// The changes to a join table.
  struct LinkChanges {
    let table: StoreState.JoinTable
    var deleted: [StoreState.JoinTable.Pair] = []
    /// The deletions by the user that are no longer of interest.
    var forgotten: [StoreState.JoinTable.Pair] = []
    /// The links that the user has deleted, and the catalog has again (`true`) or no longer.
    var offered: [StoreState.JoinTable.Pair: Bool] = [:]
    var inserted: [StoreState.JoinTable.Pair] = []
    /// The links of the user that the catalog has now too (`true`) or no longer.
    var shared: [StoreState.JoinTable.Pair: Bool] = [:]
    /// `false` if the inserted links belong to the user.
    var areOfCatalog = true

    init(_ table: StoreState.JoinTable) { self.table = table }
  }

  /// Rows that become another row, and are deleted.
  struct Alias {
    let layout: ModelLayout
    let former: [Int64]
    /// The key of the other row, which references and links target then; nil if these are removed.
    let key: Int64?
  }

  /// New values for a row that may be any object's.
  struct RowUpdate {
    let layout: ModelLayout
    let key: Int64
    var values: [(property: PropertyLayout, value: SQLValue)] = []
    /// The new metadata; nil if the row isn't a preset.
    var metadata: PresetMetadata?
  }

  /// All members of a many-to-many relationship of a row, in their order.
  struct Members {
    let layout: ModelLayout
    let key: Int64
    let property: PropertyLayout
    /// The keys of the members. Those that have no row are left out.
    let targets: [Int64]
    /// The members that a catalog has linked.
    let ofCatalog: Set<Int64>
  }

  /// The duplicates of a merge.
  var aliases: [Alias] = []
  /// The values of the rows that duplicates become.
  var rowUpdates: [RowUpdate] = []
  /// The links of the rows that duplicates become.
  var members: [Members] = []
  /// Deleted presets with other names, by entity and key.
  var renamedDeletions: [(entityName: String, key: Int64, metadata: PresetMetadata)] = []
  /// The updates, in an order in which no unique value is written before its owner gives it up; by ascending key if there
  /// are no such values.
  var updates: [Update] = []
  /// The updates with unique values that deleted rows give up.
  var lateUpdates: [Update] = []
  var links: [LinkChanges] = []
  /// The presets to delete, by entity.
  var deletions: [(layout: ModelLayout, keys: [Int64])] = []
  /// The user objects to delete, by entity.
  var userDeletions: [(entityName: String, keys: [Int64])] = []
  /// The entities whose user objects are all deleted, with those of the entities that inherit from them.
  var emptied: [ModelLayout] = []
  /// The rows of new presets: those of an entity together, by ascending key.
  var insertions: [Insertion] = []
  /// The inserted presets that were deleted before, by entity. The records of their deletions are removed.
  var restored: [String: [Int64]] = [:]
  var records: [(catalog: String, record: CatalogRecord)] = []
  var resets: [ResetRecord] = []

  /// The number of order keys of references; see ``CatalogPreset/orderKeys``.
  let orderKeyCount: Int64

  init(for contents: CatalogContents) { orderKeyCount = contents.orderKeyCount }
}
