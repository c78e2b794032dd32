import Foundation
import Synchronization

/// A clock that a test advances.
public final class ManualClock: Clock, Sendable {
  /// A time of the clock.
  public struct Instant: InstantProtocol, Sendable {
    var offset = Duration.zero

    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct State {
    var now = Instant()
    var sleepers: [Int: (end: Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]
    var lastSleeper = 0
    /// The sleepers that were cancelled before they slept.
    var cancelled: Set<Int> = []
  }

  private let state = Mutex(State())

  /// Creates a clock that stands still until a test advances it.
  public init() {}

  public var now: Instant { state.withLock { $0.now } }
  public var minimumResolution: Duration { .zero }

  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = state.withLock { state in
      state.lastSleeper += 1
      return state.lastSleeper
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state -> Result<Void, any Error>? in
          if state.cancelled.remove(number) != nil { return .failure(CancellationError()) }
          if deadline <= state.now { return .success(()) }
          state.sleepers[number] = (deadline, continuation)
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        let sleeper = state.sleepers.removeValue(forKey: number)
        if sleeper == nil { state.cancelled.insert(number) }
        return sleeper
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Advances the clock, and ends the sleep of all tasks whose time has come.
  public func advance(by duration: Duration) {
    let ended = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let ended = state.sleepers.filter { $0.value.end <= state.now }
      for number in ended.keys { state.sleepers[number] = nil }
      return ended.values.map(\.continuation)
    }
    for continuation in ended { continuation.resume() }
  }

  /// The times that tasks still have to sleep, the shortest first.
  public var sleepers: [Duration] {
    state.withLock { state in
      state.sleepers.values.map { state.now.duration(to: $0.end) }.sorted()
    }
  }

  /// Waits until a task sleeps, for at most ten seconds. Returns the shortest sleep; nil if no task sleeps.
  public func nextSleep() async -> Duration? {
    for _ in 0..<10_000 {
      if let first = sleepers.first { return first }
      try? await Task.sleep(for: .milliseconds(1))
    }
    return nil
  }
}

/// A clock that is faster than time, so that back-offs take milliseconds.
public struct FastClock: Clock {
  /// A time of the clock.
  public typealias Instant = ContinuousClock.Instant

  let factor: Int

  /// Creates a clock.
  ///
  /// - Parameter factor: The number of the clock's seconds in one second of time.
  public init(factor: Int = 1000) { self.factor = factor }

  public var now: Instant {
    let clock = ContinuousClock()
    return Self.start.advanced(by: Self.start.duration(to: clock.now) * factor)
  }

  public var minimumResolution: Duration { .milliseconds(1) }

  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await Task.sleep(for: now.duration(to: deadline) / factor)
  }

  private static let start = ContinuousClock.now
}
