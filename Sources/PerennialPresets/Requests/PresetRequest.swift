import Perennial

/// The operation that a plan is for.
struct PresetRequest {
  enum Operation {
    /// Inserts new presets, updates the fields without edits, and retires presets that catalogs no longer
    /// have.
    case apply
    /// Discards edits, and restores deleted presets.
    case reset
    /// Inserts presets without a row, deleted ones included.
    case restore
  }

  let operation: Operation
  /// Returns `true` for the presets that the operation is for.
  let contains: (CatalogPreset) -> Bool
  /// The fields to reset; nil for all.
  var fields: Set<String>?
  /// The catalogs whose former presets are retired.
  var retiring: Set<String> = []
  /// Returns `true` for the entities whose presets may be retired.
  var retires: (ModelLayout) -> Bool = { _ in true }
  /// The entities whose user objects are deleted.
  var emptied: [ModelLayout] = []
  /// The user objects to delete among the parts of presets, by entity.
  var userParts: [String: Set<Int64>] = [:]
  /// The properties that belong to the user, by entity.
  var userProperties: [String: Set<String>]
  /// The scopes of a reset, which a store records.
  var resets: [ResetRecord] = []
  /// The records of the catalogs that are applied.
  var records: [(catalog: String, record: CatalogRecord)] = []

  func isEmptied(_ layout: ModelLayout) -> Bool {
    emptied.contains { layout.isKind(of: $0) }
  }
}
