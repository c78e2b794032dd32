import Dispatch
import Foundation
import Synchronization

/// Work that tells a current `Progress` how far it is.
enum TrackedWork {
  /// Runs work, and shows its progress if standard error is a terminal.
  static func run<Result: Sendable>(
    _ title: String, _ work: @escaping @Sendable () throws -> Result
  ) throws -> Result {
    guard Console.drawsForPeople else { return try work() }
    let bar = ProgressBar(title)
    defer { bar.end() }
    let progress = Progress(totalUnitCount: 1)
    let outcome = Outcome<Result>()
    let isDone = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      progress.becomeCurrent(withPendingUnitCount: 1)
      outcome.set(Swift.Result { try work() })
      progress.resignCurrent()
      isDone.signal()
    }
    while isDone.wait(timeout: .now() + 0.1) == .timedOut {
      bar.update(fraction: progress.fractionCompleted)
    }
    return try outcome.get() ?? work()
  }
}

/// A result that one thread hands to another one.
private final class Outcome<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)

  func set(_ value: Result<Value, any Error>) { result.withLock { $0 = value } }

  func get() throws -> Value? { try result.withLock(\.self)?.get() }
}
