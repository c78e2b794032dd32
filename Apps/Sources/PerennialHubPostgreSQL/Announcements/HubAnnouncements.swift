import Dispatch
import Foundation
import PerennialHub
import PerennialRecords
import Synchronization

/// The words by which the hubs of a database wake each other, by PostgreSQL's NOTIFY and LISTEN.
///
/// They are sent some milliseconds after the commits, many at a time: a NOTIFY inside of a transaction takes a lock of
/// the whole database when it commits. A word says no more than that
/// a zone has changed: devices then ask for the changes.
final class HubAnnouncements: Sendable {
  private struct State {
    /// The newest heads of the zones that were not sent yet.
    var heads: [ZoneKey: SyncToken] = [:]
    /// The time of the first of them, in milliseconds since 1970.
    var since: Int64 = 0
    var isClosed = false
    var isListening = false
    /// The interval at which the hub asks for changes in place of listening.
    var polling: Duration?

    /// Adds a head, unless a newer one waits: concurrent requests can end in another order than their commits.
    mutating func add(_ head: SyncToken, of key: ZoneKey) {
      if heads.isEmpty { since = StampClock.systemMilliseconds }
      if let other = heads[key], other.sequence > head.sequence { return }
      heads[key] = head
    }
  }

  /// The time in which words gather.
  private static let delay = Duration.milliseconds(20)
  /// The time after which words are sent again that could not be sent.
  private static let retryDelay = Duration.milliseconds(500)
  /// The interval at which a hub asks for changes if the database has no notifications.
  private static let pollingInterval = Duration.seconds(2)
  /// The most bytes of one word. PostgreSQL refuses 8,000.
  private static let largest = 7000

  private let pool: ConnectionPool
  private let address: String
  /// The channel of the tables that the hubs share.
  private let channel: String
  /// The number by which a hub knows its own words.
  private let sender = UInt64.random(in: .min ... .max)
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "perennial.hub.announcements")
  /// The changes of other hubs since ``listen()``. The stream ends with ``close()``.
  let changes: AsyncStream<ChangeOfOtherHub>
  private let continuation: AsyncStream<ChangeOfOtherHub>.Continuation

  /// Creates the words of a hub.
  ///
  /// - Parameter interval: The interval at which the hub asks for changes; nil if it listens.
  init(
    _ pool: ConnectionPool, at address: String, channel: String, polling interval: Duration?
  ) {
    (self.pool, self.address, self.channel) = (pool, address, channel)
    (changes, continuation) = AsyncStream.makeStream()
    state.withLock { $0.polling = interval }
  }

  // MARK: Sending

  /// Sends the head of a zone, with others that change in the next milliseconds.
  func send(_ key: ZoneKey, _ head: SyncToken) {
    let isFirst = state.withLock { state in
      defer { state.add(head, of: key) }
      return state.heads.isEmpty && !state.isClosed
    }
    if isFirst { sendGathered(after: Self.delay) }
  }

  private func sendGathered(after delay: Duration) {
    Task {
      try? await Task.sleep(for: delay)
      let (heads, time) = state.withLock { state in
        defer { state.heads = [:] }
        return (state.heads, state.since)
      }
      do {
        let words = words(of: heads, since: time)
        try await pool.use { [channel] connection in
          _ = try connection.run(
            words.map {
              .init(sql: PostgreSQLSession.notify.sql, values: [.text(channel), .text($0)])
            })
        }
      } catch let error as PostgreSQLError where error.isUnsupported {
        // Hubs on such a database ask for changes.
      } catch {
        // The server does not answer. Devices of other hubs wait, so the heads are sent when it does.
        let isOpen = state.withLock { state in
          let isWaiting = !state.heads.isEmpty
          for (key, head) in heads { state.add(head, of: key) }
          return !isWaiting && !state.isClosed
        }
        if isOpen { sendGathered(after: Self.retryDelay) }
      }
    }
  }

  /// Returns words that together have some heads: the sender with the time, and a line for each zone.
  private func words(of heads: [ZoneKey: SyncToken], since time: Int64) -> [String] {
    let first = "\(sender) \(time)"
    var (words, word) = ([String](), first)
    for (key, head) in heads {
      let line = "\n\(key.account) \(head) \(key.name)"
      if word.utf8.count + line.utf8.count > Self.largest {
        words.append(word)
        word = first
      }
      word += line
    }
    return words + [word]
  }

  // MARK: Receiving

  /// Begins to receive words, if it has not begun.
  func listen() {
    let begins = state.withLock { state in
      defer { state.isListening = true }
      return !state.isListening
    }
    if begins { queue.async { [self] in receive() } }
  }

  private var isClosed: Bool { state.withLock(\.isClosed) }

  /// Receives words until the database is closed. The thread is that of the queue.
  private func receive() {
    while !isClosed {
      do {
        if let interval = state.withLock(\.polling) {
          poll(every: interval)
          continue
        }
        let connection = try PostgreSQLConnection(to: address)
        try connection.execute(.listenerSettings)
        try connection.execute(PostgreSQLSession.listen(to: channel))
        // The words before are lost.
        yield([.unknown])
        while !isClosed { yield(try connection.notifications(within: 200).flatMap(changes(in:))) }
      } catch let error as PostgreSQLError where error.isUnsupported {
        state.withLock { $0.polling = Self.pollingInterval }
      } catch {
        // The server is starting or ending.
        if !isClosed { Thread.sleep(forTimeInterval: 0.3) }
      }
    }
  }

  /// Lets the hub ask for the heads of zones, again and again until the database is closed.
  private func poll(every interval: Duration) {
    while !isClosed {
      yield([.unknown])
      var remaining = interval
      while remaining > .zero, !isClosed {
        let step = min(remaining, .milliseconds(200))
        Thread.sleep(forTimeInterval: step / .seconds(1))
        remaining -= step
      }
    }
  }

  private func yield(_ changes: [ChangeOfOtherHub]) {
    for change in changes { continuation.yield(change) }
  }

  /// Returns the changes of a word; none for a word of this hub.
  private func changes(in word: String) -> [ChangeOfOtherHub] {
    let lines = word.split(separator: "\n")
    guard let first = lines.first?.split(separator: " "), first.first != "\(sender)" else {
      return []
    }
    // A hub of an earlier version sends no time.
    let time = first.dropFirst().first.flatMap { Int64($0) }
    return lines.dropFirst().map { line in
      let parts = line.split(separator: " ", maxSplits: 2)
      guard parts.count == 3, let account = Int64(parts[0]), let head = SyncToken(String(parts[1]))
      else { return .unknown }
      return .zone(ZoneKey(account: account, name: String(parts[2])), head: head, at: time)
    }
  }

  /// Ends the stream.
  func close() async {
    state.withLock { $0.isClosed = true }
    await withCheckedContinuation { end in
      queue.async { end.resume() }
    }
    continuation.finish()
  }
}
