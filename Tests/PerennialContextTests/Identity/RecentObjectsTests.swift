import Testing

@testable import Perennial

@Suite("Objects that a context has loaded recently")
struct RecentObjectsTests {
  private final class Object {}
  private struct Reference { weak var object: Object? }

  @Test("41/10a: The newest are held, up to a limit", arguments: [1, 3])
  func limit(size: Int) {
    var recent = RecentObjects()
    var references: [Reference] = []
    for _ in 0..<200 {
      let objects = (0..<size).map { _ in Object() }
      references += objects.map { Reference(object: $0) }
      recent.add(objects, limit: 12)
      let held = references.map { $0.object != nil }
      #expect(held.count { $0 } <= 12)
      #expect(held.suffix(12).allSatisfy { $0 })
    }
    recent = RecentObjects()
    #expect(references.allSatisfy { $0.object == nil })
  }

  @Test("41/10a: The newest list is held also if it is longer than the limit")
  func longList() {
    var recent = RecentObjects()
    func add() -> Reference {
      let objects = (0..<20).map { _ in Object() }
      recent.add(objects, limit: 12)
      return Reference(object: objects.first)
    }
    let (older, newer) = (add(), add())
    #expect(older.object == nil)
    #expect(newer.object != nil)
  }
}
