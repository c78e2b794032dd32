import Foundation
import PerennialInspection
import Synchronization

/// Notices the changes of a store while a page listens.
///
/// A thread asks SQLite for the number of commits ten times a second. It ends with the last listener.
final class ChangeWatch: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    var next = 0
    var isRunning = false
    var isFinished = false
  }

  private static let interval: TimeInterval = 0.1

  private let store: StudioStore
  private let state = Mutex(State())

  init(_ store: StudioStore) { self.store = store }

  /// Returns a stream with an element for each change. The first element tells that no change from then on is
  /// missed. Changes that a listener has not taken yet are one element.
  func changes() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let (id, isFirst) = state.withLock { state -> (Int?, Bool) in
      if state.isFinished { return (nil, false) }
      state.next += 1
      state.listeners[state.next] = continuation
      defer { state.isRunning = true }
      return (state.next, !state.isRunning)
    }
    guard let id else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) }
    }
    if isFirst {
      Thread.detachNewThread { self.poll() }
    } else {
      continuation.yield()
    }
    return stream
  }

  /// A Boolean value that indicates whether the thread runs.
  var isRunning: Bool { state.withLock { $0.isRunning } }

  /// Ends all streams.
  func finish() {
    let listeners = state.withLock { state in
      state.isFinished = true
      defer { state.listeners = [:] }
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish() }
  }

  private func poll() {
    var view = StoreView(store)
    var version = view.version()
    notify()
    while isNeeded() {
      Thread.sleep(forTimeInterval: Self.interval)
      let latest = view.version()
      if latest == version { continue }
      version = latest
      notify()
    }
  }

  private func notify() {
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners { listener.yield() }
  }

  /// Returns `false`, and notes that the thread ends, if there are no more listeners.
  private func isNeeded() -> Bool {
    state.withLock { state in
      if state.listeners.isEmpty { state.isRunning = false }
      return state.isRunning
    }
  }
}

/// A store that is kept open, and its file.
private struct StoreView {
  /// The state of a store at one moment. Two states differ if something in the file has changed.
  struct Version: Equatable {
    /// The number of the file in its volume: a file that is replaced has another one.
    var file: Int?
    /// The number of commits; nil if the store cannot be read.
    var commits: Int?
  }

  private let store: StudioStore
  private var open: InspectedStore?
  private var file: Int?

  init(_ store: StudioStore) { self.store = store }

  mutating func version() -> Version {
    let attributes = try? FileManager.default.attributesOfItem(atPath: store.url.path)
    let current = (attributes?[.systemFileNumber] as? NSNumber)?.intValue
    if current != file || open == nil {
      file = current
      open = current == nil ? nil : try? store.open()
    }
    let commits = open.flatMap { try? $0.dataVersion() }
    if commits == nil { open = nil }
    return Version(file: current, commits: commits)
  }
}
