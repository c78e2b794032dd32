import Perennial
import PerennialRecords
import PerennialReplication

/// The values of a record that its row shows as others.
struct RowSubstitutes {
  /// Values that the properties cannot have, by fields. The row shows a default, or what it had.
  var unfit: [String: SubstitutedValue] = [:]
  /// Numbers of another type than the properties', by fields. The row shows equal ones.
  private(set) var converted: [String: SubstitutedValue] = [:]

  var all: [String: SubstitutedValue] { unfit.merging(converted) { unfit, _ in unfit } }

  /// Notes a value that is stored in a column, if it has another type there: an assignment of the shown number is no
  /// edit.
  mutating func note(
    _ wanted: RecordValue?, storedAs value: SQLValue, in column: SyncedEntity.Column
  ) {
    guard let wanted, column.kind == .value else { return }
    let shown = RecordValue(value, column.kind)
    switch (wanted, shown) {
    case (.integer, .real), (.real, .integer):
      converted[column.field] = SubstitutedValue(value: wanted, shown: shown)
    default: break
    }
  }
}
