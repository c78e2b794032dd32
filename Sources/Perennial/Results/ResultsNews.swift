/// What has happened to the rows of a context since its live queries last looked.
struct ResultsNews {
  struct Row {
    /// The properties that may have changed.
    var mask: PropertyMask = []
    /// Whether the row may have come.
    var came = false
    /// Whether the row may have gone.
    var went = false
  }

  /// By the number of the table, and by key.
  private(set) var tables: [Int: [Int64: Row]] = [:]
  /// Whether all is to be looked at again.
  var isWholesale = false

  var isEmpty: Bool { tables.isEmpty && !isWholesale }

  mutating func noteChange(_ table: Int, _ rowID: Int64, _ mask: PropertyMask) {
    tables[table, default: [:]][rowID, default: Row()].mask.formUnion(mask)
  }

  mutating func noteArrival(_ table: Int, _ rowID: Int64) {
    tables[table, default: [:]][rowID, default: Row()].came = true
  }

  mutating func noteDeparture(_ table: Int, _ rowID: Int64) {
    tables[table, default: [:]][rowID, default: Row()].went = true
  }

  /// Adds what an event says of one entity.
  mutating func add(_ changes: ChangeSet.EntityChanges, _ table: Int) {
    for rowID in changes.inserted { noteArrival(table, rowID) }
    for rowID in changes.deleted { noteDeparture(table, rowID) }
    for update in changes.updated { noteChange(table, update.rowID, update.mask) }
  }
}
