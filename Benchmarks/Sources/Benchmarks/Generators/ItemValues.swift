import Foundation

/// The values of one object of the model with eight columns, but for its identifier, which every
/// contender makes for itself when it creates the object.
struct ItemValues {
  var count: Int
  var weight: Double
  var name: String

  /// 30 bytes, which live on the heap, in every other object; empty in the others.
  var note: String
  var date: Date
  var isDone: Bool
  var rank: Int?

  /// So many seeded objects.
  static func make(_ count: Int) -> [ItemValues] {
    var random = SeededGenerator(seed: 8)
    return (0..<count).map { index in
      ItemValues(
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
