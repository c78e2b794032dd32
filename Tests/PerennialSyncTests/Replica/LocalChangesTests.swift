@testable import Perennial
import PerennialReplication
@testable import PerennialSync
import SwiftData
import Testing

@Suite("The word of local changes")
struct LocalChangesTests {
  let device: Device

  init() throws { device = try Device() }

  private func save(_ title: String) throws {
    device.context.insert(Recipe(title))
    try device.context.save()
  }

  /// Returns the number of words that a released listener has given and its reader has not taken: 0 or 1.
  private func rest(_ words: inout AsyncStream<Void>.Iterator) async -> Int {
    var count = 0
    while await words.next() != nil { count += 1 }
    return count
  }

  /// Begins and ends a transaction, as an engine that reads the history does.
  private func read(by listener: StoreListener) throws {
    try device.container.writeRemotely(to: 0, by: listener) { _ in }
  }

  @Test("Saves wake a reader once", .timeLimit(.minutes(1)))
  func once() async throws {
    var listener: StoreListener? = StoreListener(device.container)
    var words = try #require(listener).changes.makeAsyncIterator()
    try save("Pasta")
    #expect(await words.next() != nil)
    for _ in 0..<4 { try save("Soup") }
    listener = nil
    #expect(await rest(&words) == 0)
  }

  @Test("Saves wake a reader again after it has read the history", .timeLimit(.minutes(1)))
  func again() async throws {
    let listener = StoreListener(device.container)
    var words = listener.changes.makeAsyncIterator()
    for number in 1...3 {
      try save("Pasta \(number)")
      #expect(await words.next() != nil)
      try read(by: listener)
    }
  }

  @Test("A reader's own transactions do not wake it")
  func own() async throws {
    var listener: StoreListener? = StoreListener(device.container)
    var words = try #require(listener).changes.makeAsyncIterator()
    for _ in 0..<3 { try read(by: #require(listener)) }
    listener = nil
    #expect(await rest(&words) == 0)
  }

  @Test(
    "A reader that reads after each word has read all saves in the end", .timeLimit(.minutes(1)))
  func concurrent() async throws {
    let saves = 400
    let (storage, changes) = (device.storage, device.storage.localChanges)
    let reader = Task {
      var seen = 0
      for await _ in changes {
        seen = try storage.transaction { try $0.unsentCount().pending }
        if seen == saves { break }
      }
      return seen
    }
    let container = device.container
    try await withThrowingTaskGroup { group in
      for _ in 0..<2 {
        group.addTask {
          let context = ModelContext(container)
          for number in 0..<saves / 2 {
            context.insert(Recipe("Pasta \(number)"))
            try context.save()
            if number.isMultiple(of: 7) { await Task.yield() }
          }
        }
      }
      try await group.waitForAll()
    }
    // A word that was lost would leave the reader waiting.
    #expect(try await reader.value == saves)
  }
}
