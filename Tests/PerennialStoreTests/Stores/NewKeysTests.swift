import Testing

@testable import Perennial

@Suite("The keys of inserted objects")
struct NewKeysTests {
  @Test(
    "They contain exactly the given keys",
    arguments: [
      [], [7], [7, 8, 9], [7, 9], [-3, -2, -1, 0], [.min, .max], [.min, 0, .max],
    ] as [[Int64]])
  func contains(keys: [Int64]) {
    let new = NewKeys(keys)
    for key in keys { #expect(new.contains(key)) }
    for key: Int64 in [-4, -1, 0, 1, 8, 10, .min + 1, .max - 1] {
      #expect(new.contains(key) == keys.contains(key))
    }
  }
}
