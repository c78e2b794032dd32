import Dispatch
import Foundation
import PerennialHub
import PerennialRecords
import Synchronization

/// The words by which the hubs of a database wake each other, by PostgreSQL's NOTIFY and LISTEN.
///
/// They are sent some milliseconds after the commits, many at a time: a NOTIFY inside of a transaction takes a lock of
/// the whole database when it commits. Devices never depend on a word. They ask again after a while.
final class HubAnnouncements: Sendable {
  private struct State {
    var heads: [ZoneKey: SyncToken] = [:]
    var isClosed = false
    var listeners: [AsyncStream<ChangeOfOtherHub>.Continuation] = []
    var isListening = false
  }

  /// The time in which words gather.
  private static let delay = Duration.milliseconds(20)
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

  init(_ pool: ConnectionPool, at address: String, channel: String) {
    (self.pool, self.address, self.channel) = (pool, address, channel)
  }

  // MARK: Sending

  /// Sends the head of a zone, with others that change in the next milliseconds.
  func send(_ key: ZoneKey, _ head: SyncToken) {
    let isFirst = state.withLock { state in
      defer { state.heads[key] = head }
      return state.heads.isEmpty && !state.isClosed
    }
    guard isFirst else { return }
    Task {
      try? await Task.sleep(for: Self.delay)
      await sendGathered()
    }
  }

  private func sendGathered() async {
    let heads = state.withLock { state in
      defer { state.heads = [:] }
      return state.heads
    }
    let words = words(of: heads)
    // A word that cannot be sent is lost. Its listeners ask again.
    try? await pool.use { [channel] connection in
      _ = try connection.run(
        words.map { .init(sql: "SELECT pg_notify($1, $2)", values: [.text(channel), .text($0)]) })
    }
  }

  /// Returns words that together have some heads: the sender, and a line for each zone.
  private func words(of heads: [ZoneKey: SyncToken]) -> [String] {
    var (words, word) = ([String](), "\(sender)")
    for (key, head) in heads {
      let line = "\n\(key.account) \(head) \(key.name)"
      if word.utf8.count + line.utf8.count > Self.largest {
        words.append(word)
        word = "\(sender)"
      }
      word += line
    }
    return words + [word]
  }

  // MARK: Receiving

  /// Returns the words of other hubs from now on.
  func changes() -> AsyncStream<ChangeOfOtherHub> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: ChangeOfOtherHub.self, bufferingPolicy: .bufferingNewest(10_000))
    let begins = state.withLock { state in
      if state.isClosed { return false }
      state.listeners.append(continuation)
      defer { state.isListening = true }
      return !state.isListening
    }
    if begins { queue.async { [self] in listen() } }
    return stream
  }

  private var isClosed: Bool { state.withLock(\.isClosed) }

  /// Receives words until the database is closed. The thread is that of the queue.
  private func listen() {
    while !isClosed {
      do {
        let connection = try PostgreSQLConnection(to: address)
        try connection.execute("SET application_name = 'perennial-hub-listener'")
        try connection.execute("LISTEN \"\(channel)\"")
        // The words before are lost.
        yield([.unknown])
        while !isClosed { yield(try connection.notifications(within: 200).flatMap(changes(in:))) }
      } catch {
        // The server is starting or ending.
        if !isClosed { Thread.sleep(forTimeInterval: 0.3) }
      }
    }
    state.withLock { state in
      for listener in state.listeners { listener.finish() }
      state.listeners = []
    }
  }

  private func yield(_ changes: [ChangeOfOtherHub]) {
    let listeners = state.withLock(\.listeners)
    for change in changes {
      for listener in listeners { listener.yield(change) }
    }
  }

  /// Returns the changes of a word; none for a word of this hub.
  private func changes(in word: String) -> [ChangeOfOtherHub] {
    let lines = word.split(separator: "\n")
    guard let first = lines.first, first != "\(sender)" else { return [] }
    return lines.dropFirst().map { line in
      let parts = line.split(separator: " ", maxSplits: 2)
      guard parts.count == 3, let account = Int64(parts[0]), let head = SyncToken(String(parts[1]))
      else { return .unknown }
      return .zone(ZoneKey(account: account, name: String(parts[2])), head: head)
    }
  }

  /// Ends the streams.
  func close() async {
    state.withLock { $0.isClosed = true }
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume() }
    }
  }
}
