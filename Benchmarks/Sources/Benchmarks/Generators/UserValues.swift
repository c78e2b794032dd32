import Foundation

/// The values of one user of the simple objects.
struct UserValues {
  var id: UUID
  var firstName: String
  var surname: String
  var age: Int

  /// So many seeded users, one in twenty of them a Jane.
  static func make(_ count: Int) -> [UserValues] {
    var random = SeededGenerator(seed: 3)
    return (0..<count).map { _ in UserValues(random: &random) }
  }

  private init(random: inout SeededGenerator) {
    id = random.uuid()
    firstName = Names.first.randomElement(using: &random) ?? ""
    surname = Names.last.randomElement(using: &random) ?? ""
    age = Int.random(in: 0..<100, using: &random)
  }
}
