import Foundation

/// The values of one object of the model with eight columns.
///
/// All of them are made before a clock starts, the identifier included: on some machines the system
/// takes longer to make a random identifier than SQLite takes to insert the row.
struct ItemValues {
  var id: UUID
  var count: Int
  var weight: Double
  var name: String

  /// 30 bytes, which live on the heap, in every other object; empty in the others.
  var note: String
  var date: Date
  var isDone: Bool
  var rank: Int?

  /// Returns the values of a number of objects, the same in every run.
  static func make(_ count: Int) -> [ItemValues] {
    var random = SeededGenerator(seed: 8)
    var identifiers = SeededGenerator(seed: 16)
    return (0..<count).map { index in
      ItemValues(
        id: identifiers.uuid(),
        count: Int.random(in: 0..<1_000_000, using: &random),
        weight: Double.random(in: 0..<1000, using: &random),
        name: "Item \(index)",
        note: index.isMultiple(of: 2) ? note(index) : "",
        date: Date(timeIntervalSinceReferenceDate: .random(in: 0..<800_000_000, using: &random)),
        isDone: Bool.random(using: &random),
        rank: index.isMultiple(of: 3) ? nil : index
      )
    }
  }

  private static func note(_ index: Int) -> String {
    let digits = String(index)
    return "a note of thirty bytes: " + String(repeating: "0", count: 6 - min(6, digits.count))
      + digits.suffix(6)
  }
}
