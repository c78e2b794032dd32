/// The writes that bring a store to the contents of catalogs. ``PresetTransaction/run(_:)`` executes them.
package struct PresetPlan {
  /// New values for the row of a preset.
  package struct Update {
    package let preset: CatalogPreset
    package let group: PropertyGroup
    /// The values that differ from the catalog's, by property index.
    package var values: [Int: SQLValue] = [:]
    /// The former targets of the references, by property index.
    package var formerTargets: [Int: Int64] = [:]
    /// The new metadata; nil if it stays.
    package var metadata: PresetMetadata?

    package init(_ preset: CatalogPreset, _ group: PropertyGroup) {
      self.preset = preset
      self.group = group
    }
  }

  /// The row of a new preset.
  package struct Insertion {
    package let preset: CatalogPreset
    /// The values that differ from the catalog's, by property index.
    package let values: [Int: SQLValue]

    package init(_ preset: CatalogPreset, values: [Int: SQLValue]) {
      self.preset = preset
      self.values = values
    }
  }

  /// The changes to a join table.
  package struct LinkChanges {
    package let table: StoreState.JoinTable
    package var deleted: [StoreState.JoinTable.Pair] = []
    /// The deletions by the user that are no longer of interest.
    package var forgotten: [StoreState.JoinTable.Pair] = []
    package var inserted: [StoreState.JoinTable.Pair] = []
    /// `false` if the inserted links belong to the user.
    package var areOfCatalog = true

    package init(_ table: StoreState.JoinTable) { self.table = table }
  }

  /// A scope that is reset: an object, all presets of an entity (key 0), or all presets (no entity).
  package struct Reset {
    package let entityName: String
    package let key: Int64

    package init(entityName: String = "", key: Int64 = 0) {
      self.entityName = entityName
      self.key = key
    }
  }

  /// Deleted presets with other names, by entity and key.
  package var renamedDeletions: [(entityName: String, key: Int64, metadata: PresetMetadata)] = []
  /// The updates, in an order in which no unique value is written before its owner gives it up.
  package var updates: [Update] = []
  package var links: [LinkChanges] = []
  /// The presets to delete, by entity.
  package var deletions: [(layout: ModelLayout, keys: [Int64])] = []
  /// The user objects to delete, by entity.
  package var userDeletions: [(entityName: String, keys: [Int64])] = []
  /// The entities whose user objects are all deleted, with those of the entities that inherit from them.
  package var emptied: [ModelLayout] = []
  package var insertions: [Insertion] = []
  package var records: [(catalog: String, record: CatalogRecord)] = []
  package var resets: [Reset] = []

  /// The number of places of references; see ``CatalogPreset/places``.
  let placeCount: Int64

  package init(for contents: CatalogContents) { placeCount = contents.placeCount }
}
