/// The changes to the rows of a context since the last update of its live queries.
struct QueryChanges {
  struct Row {
    /// The properties that may have changed.
    var mask: PropertyMask = []
    /// `true` if the row may have been inserted.
    var came = false
    /// `true` if the row may have been deleted.
    var went = false
  }

  /// The changed rows, by the number of their table and by key.
  private(set) var tables: [Int: [Int64: Row]] = [:]
  /// `true` if all results have to be fetched again.
  var isWholesale = false

  var isEmpty: Bool { tables.isEmpty && !isWholesale }

  mutating func noteChange(in table: Int, rowID: Int64, mask: PropertyMask) {
    tables[table, default: [:]][rowID, default: Row()].mask.formUnion(mask)
  }

  mutating func didAppear(_ table: Int, _ rowID: Int64) {
    tables[table, default: [:]][rowID, default: Row()].came = true
  }

  mutating func didDisappear(_ table: Int, _ rowID: Int64) {
    tables[table, default: [:]][rowID, default: Row()].went = true
  }

  /// Adds the changes that an event reports for one entity.
  mutating func add(_ changes: ChangeSet.EntityChanges, _ table: Int) {
    for rowID in changes.inserted { didAppear(table, rowID) }
    for rowID in changes.deleted { didDisappear(table, rowID) }
    for update in changes.updated { noteChange(in: table, rowID: update.rowID, mask: update.mask) }
  }
}
