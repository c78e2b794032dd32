import Dispatch
import Synchronization

/// The result of asynchronous work, for a thread that waits for it.
private final class Slot<Value: Sendable>: Sendable {
  let result = Mutex<Result<Value, any Error>?>(nil)
}

/// Waits on this thread for work that is asynchronous.
///
/// - Throws: What the work throws, or ``TookTooLong`` after a minute.
func waiting<Value: Sendable>(
  _ work: @escaping @Sendable () async throws -> Value
) throws -> Value {
  let slot = Slot<Value>()
  let done = DispatchSemaphore(value: 0)
  Task.detached {
    let result: Result<Value, any Error>
    do {
      result = .success(try await work())
    } catch {
      result = .failure(error)
    }
    slot.result.withLock { $0 = result }
    done.signal()
  }
  guard done.wait(timeout: .now() + 60) == .success,
    let result = slot.result.withLock({ $0 })
  else { throw TookTooLong() }
  return try result.get()
}

/// Something that takes milliseconds did not happen within a minute.
struct TookTooLong: Error {}
