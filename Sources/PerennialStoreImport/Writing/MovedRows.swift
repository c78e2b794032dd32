import Perennial
import PerennialAppleStores

/// The rows of a later import whose unique values other rows had when they were updated.
///
/// A row can take a value that a later row frees, and rows can exchange their values. They are written when all other
/// rows have been updated. A value that an object keeps stays there: the row keeps its own, and the report says so.
struct MovedRows {
  /// A row that is not written yet.
  struct Row {
    /// The number of the plan of the row's entity.
    let plan: Int
    /// The primary key in the file.
    let origin: Int64
    /// The key in the container.
    let key: Int64
    let values: RowValues
    let digests: [ValueDigest]
    /// The digests that former imports have recorded.
    let known: [ValueDigest]
  }

  private var rows: [Int64: Row] = [:]
  private var order: [Int64] = []

  mutating func add(_ row: Row) {
    rows[row.key] = row
    order.append(row.key)
  }

  /// Writes the rows. O(n) in their number.
  mutating func write(_ state: ImportState) throws {
    for key in order { try write(key, state) }
    order.removeAll()
  }

  /// Writes a row after those that have its values.
  private mutating func write(_ key: Int64, _ state: ImportState) throws {
    var path = [key]
    var waiting: Set = [key]
    var parked: Set<Int64> = []
    while let key = path.last {
      guard let row = rows[key] else {
        path.removeLast()
        continue
      }
      let holders = try state.editor.rows(
        withUniqueValuesOf: key, of: state.plan.entities[row.plan].target, after: row.values)
      if let holder = holders.first, holders.allSatisfy({ rows[$0] != nil }) {
        if waiting.insert(holder).inserted {
          path.append(holder)
          continue
        }
        // The rows exchange their values in a circle.
        if parked.insert(holder).inserted, let other = rows[holder] {
          try state.editor.parkUniqueValues(
            of: holder, state.plan.entities[other.plan].target)
          continue
        }
      }
      rows[key] = nil
      path.removeLast()
      try finish(row, isFree: holders.isEmpty || parked.contains(key), state)
    }
  }

  /// - Parameter isFree: `false` if objects keep the unique values of the row.
  private func finish(_ row: Row, isFree: Bool, _ state: ImportState) throws {
    let plan = state.plan.entities[row.plan]
    var values = row.values
    var digests = row.digests
    if !isFree {
      for property in plan.target.layout.uniquenessConstraints.joined()
      where values.columns[property.index] != nil {
        values.columns[property.index] = nil
        state.remark(
          of: plan.entity.name, property.name, row: row.origin,
          because: "another object has the value, which must be unique; the object keeps its own")
        // The next import tries again.
        guard let slot = state.slot(of: property, inPlan: row.plan) else { continue }
        digests[slot] = slot < row.known.count ? row.known[slot] : .none
      }
    }
    try state.update(
      MovedRows.Row(
        plan: row.plan, origin: row.origin, key: row.key, values: values, digests: digests,
        known: row.known))
  }
}
