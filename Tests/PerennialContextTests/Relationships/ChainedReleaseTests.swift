import Foundation
import StoreTesting
import SwiftData
import Synchronization
import Testing

@testable import Fixtures

@Suite("The release of chains of objects", .timeLimit(.minutes(2)))
struct ChainedReleaseTests {
  private final class Result: Sendable {
    let states = Mutex<[Bool]>([])
  }

  /// Each object holds the next one, in a loaded collection. The stack of the thread has room for some hundred frames of
  /// each kind, and not for thousands.
  @Test(
    "41/5: A chain of 5,000 objects is released on a small stack, as a whole",
    arguments: [false, true])
  func chain(isMadeInPlace: Bool) async throws {
    let container = try ModelContainer(
      for: Folder.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let result = Result()
    let isDone = DispatchSemaphore(value: 0)
    let thread = Thread {
      defer { isDone.signal() }
      let context = ModelContext(container)
      var root: Folder? = Folder("0")
      var last = root
      for number in 1..<5_000 {
        let folder = Folder("\(number)")
        context.insert(folder)
        if isMadeInPlace { last?.children.append(folder) } else { folder.parent = last }
        last = folder
      }
      guard (try? context.save()) != nil else { return }
      weak let end = last
      last = nil
      result.states.withLock { $0.append(end != nil) }
      root = nil
      result.states.withLock { $0.append(end != nil) }
      _ = root
    }
    thread.stackSize = 512 << 10
    thread.start()
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        isDone.wait()
        continuation.resume()
      }
    }
    // The chain holds its end until it is released.
    #expect(result.states.withLock { $0 } == [true, false])
  }
}
