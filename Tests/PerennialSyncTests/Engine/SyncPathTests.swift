#if os(Linux)
import LayerTesting
import PerennialReplication
@testable import PerennialSync
import SwiftData
import SyncTesting
import Testing

/// The lengths of the paths that Documentation/Architecture.md describes in the section “Sync”.
@Suite(
  "The path of sync",
  .enabled(if: IndexStore.isThere, "the compiler's index is only there in builds for debugging"))
struct SyncPathTests {
  @Test("A push has few calls, from a save to the request")
  func push() async {
    await #expect(processExitsWith: .success) { try await SyncPathMeasurement().measurePush() }
  }

  @Test("A pull has few calls, from the answer to the row")
  func pull() async {
    await #expect(processExitsWith: .success) { try await SyncPathMeasurement().measurePull() }
  }
}

/// An exchange whose stacks are read. It has a process of its own: the reading of a stack reads what is mapped into
/// memory, and other tests unmap files meanwhile.
private struct SyncPathMeasurement {
  private let hub = ConcurrentHub()
  private let recorder = CallRecorder()

  init() { CallStack.readImages() }

  /// Returns the engine of a device, which has exchanged all changes.
  private func idleEngine(of device: Device) async throws -> SyncEngine {
    let engine = SyncEngine(
      storage: device.storage,
      transport: RecordingTransport(base: FlakyTransport(hub), recorder: recorder))
    await engine.start()
    try await engine.synchronize()
    return engine
  }

  func measurePush() async throws {
    let device = try Device()
    let recipe = Recipe("Pasta")
    device.context.insert(recipe)
    try device.context.save()
    let engine = try await idleEngine(of: device)
    recorder.begin(device.container)
    recipe.minutes = 20
    try device.context.save()
    #expect(await eventually { recorder.first { $0 == .push } != nil })
    recorder.end(device.container)
    await engine.stop()
    let path = try CallPath([
      #require(recorder.first { $0 == .wake }),
      #require(recorder.first(statement: "SELECT id, stamp, device, cause, changes FROM")),
      #require(recorder.first { $0 == .push }),
    ])
    print("A push: \(path)")
    #expect(path.callCount <= 54)
    #expect(path.reentryCount <= 8)
  }

  func measurePull() async throws {
    let (device, other) = (try Device(), try Device())
    let engine = try await idleEngine(of: device)
    recorder.begin(device.container)
    other.context.insert(Recipe("Pasta"))
    try other.context.save()
    let batch = try #require(try other.prepareBatch()).batch
    _ = try await hub.push(batch.request)
    #expect(await eventually { recorder.first(statement: "INSERT INTO \"Recipe\"") != nil })
    recorder.end(device.container)
    await engine.stop()
    let path = try CallPath([
      #require(recorder.first { $0 == .pull }),
      #require(recorder.first(statement: "INSERT INTO \"Recipe\"")),
    ])
    print("A pull: \(path)")
    #expect(path.callCount <= 62)
    #expect(path.reentryCount <= 8)
  }
}
#endif
