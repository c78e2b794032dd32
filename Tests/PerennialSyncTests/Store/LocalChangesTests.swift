import Foundation
import PerennialReplication
@testable import PerennialSync
import SwiftData
import Synchronization
import Testing

@Suite("The word of local changes")
struct LocalChangesTests {
  let device: Device

  init() throws { device = try Device() }

  private func save(_ title: String) throws {
    device.context.insert(Recipe(title))
    try device.context.save()
  }

  /// Counts the elements that the storage's stream has had.
  private final class Words: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }

    /// Returns the task that counts.
    func count(_ changes: AsyncStream<Void>) -> Task<Void, Never> {
      Task { for await _ in changes { count.withLock { $0 += 1 } } }
    }

    /// Waits until the number of elements stays the same.
    func settled() async throws -> Int {
      var last = -1
      while last != value {
        last = value
        try await Task.sleep(for: .milliseconds(50))
      }
      return last
    }
  }

  @Test("Saves wake a reader once, until it has read the history")
  func once() async throws {
    let words = Words()
    let counting = words.count(device.storage.localChanges)
    defer { counting.cancel() }
    for number in 1...3 {
      for _ in 0..<5 { try save("Pasta \(number)") }
      #expect(try await words.settled() == number)
      try device.storage.transaction { _ = try $0.unsentCount() }
    }
  }

  @Test("A reader's own transactions do not wake it")
  func own() async throws {
    try save("Pasta")
    let words = Words()
    let counting = words.count(device.storage.localChanges)
    defer { counting.cancel() }
    let before = try await words.settled()
    for _ in 0..<3 { try device.storage.transaction { _ = try $0.unsentCount() } }
    #expect(try await words.settled() == before)
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
