import CPostgreSQL
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A connection to a PostgreSQL server, by libpq. One thread at a time uses it.
///
/// Statements are prepared at their first use. Statements that are sent together travel together: the server answers
/// all of them in one round trip, and skips those after one that fails.
final class PostgreSQLConnection {
  /// A statement with the values of its parameters.
  struct Query {
    let sql: String
    let values: [PostgreSQLValue]
  }

  private let handle: OpaquePointer
  /// The longest time for which the server may not answer.
  private let answerLimit: Duration
  /// `true` after an answer that has not come in time, and after ``abandon()``.
  private var isAbandoned = false
  /// The names of the prepared statements, by their texts.
  private var names: [String: String] = [:]
  /// The number of names that were used, also for statements that could not be prepared.
  private var lastName = 0

  /// The settings that an address can override. A server that has vanished is noticed within seconds.
  private static let defaults = [
    ("connect_timeout", "10"), ("keepalives_idle", "10"), ("keepalives_interval", "5"),
    ("keepalives_count", "2"), ("tcp_user_timeout", "15000"),
  ]

  /// Connects.
  ///
  /// - Parameters:
  ///   - address: A connection URI or a list of keywords and values, as libpq reads them.
  ///   - answerLimit: The longest time for which the server may not answer. The server ends statements that take longer
  ///     than 30 seconds, but not a commit that waits for a standby.
  /// - Throws: ``PostgreSQLError``.
  init(to address: String, answersWithin answerLimit: Duration = .seconds(40)) throws {
    self.answerLimit = answerLimit
    // The last value of a keyword counts, and the database's name can be an address.
    let settings = Self.defaults + [("dbname", address)]
    let keywords = settings.map { strdup($0.0) }
    let values = settings.map { strdup($0.1) }
    defer { for text in keywords + values { free(text) } }
    let handle = PQconnectdbParams(
      keywords.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil], 1)
    guard let handle else { throw PostgreSQLError(connection: nil) }
    self.handle = handle
    // The deinitialiser frees a connection that has failed, too.
    guard PQstatus(handle) == CONNECTION_OK, PQsetClientEncoding(handle, "UTF8") == 0 else {
      throw PostgreSQLError(connection: handle)
    }
    // Notices of the server are not for the standard error output of the hub.
    PQsetNoticeProcessor(handle, { _, _ in }, nil)
  }

  deinit { PQfinish(handle) }

  /// Lets the pool replace the connection, because another one can lead to another server.
  func abandon() { isAbandoned = true }

  /// `true` if the connection can be used: it is open, and no transaction has been left on it.
  var isUsable: Bool {
    !isAbandoned && PQstatus(handle) == CONNECTION_OK
      && PQtransactionStatus(handle) == PQTRANS_IDLE
  }

  /// Looks without waiting whether the server has ended an idle connection.
  var isAlive: Bool { PQconsumeInput(handle) == 1 && isUsable }

  /// Executes a text with one or more statements, without parameters or results.
  func execute(_ text: String) throws {
    if isAbandoned { throw PostgreSQLError.late }
    let result = PQexec(handle, text)
    defer { PQclear(result) }
    guard [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(result)) else {
      throw PostgreSQLError(result: result, of: handle)
    }
  }

  /// Executes a statement of the session.
  func execute(_ statement: PostgreSQLSession) throws { try execute(statement.sql) }

  /// Sends statements together, and returns their rows in the same order.
  ///
  /// - Throws: ``PostgreSQLError``: the first failure. In a transaction, the statements before it are taken back by
  ///   the rollback.
  func run(_ queries: [Query]) throws -> [PostgreSQLRows] {
    guard PQenterPipelineMode(handle) == 1 else { throw PostgreSQLError(connection: handle) }
    defer { _ = PQexitPipelineMode(handle) }
    var isPreparing: [Bool] = []
    var fresh: [String: String] = [:]
    for query in queries {
      if names[query.sql] == nil, fresh[query.sql] == nil {
        lastName += 1
        let name = "s\(lastName)"
        guard PQsendPrepare(handle, name, query.sql, 0, nil) == 1 else {
          throw PostgreSQLError(connection: handle)
        }
        fresh[query.sql] = name
        isPreparing.append(true)
      }
      try send(query, as: names[query.sql] ?? fresh[query.sql] ?? "")
      isPreparing.append(false)
    }
    guard PQpipelineSync(handle) == 1 else { throw PostgreSQLError(connection: handle) }
    let rows = try receive(isPreparing)
    names.merge(fresh) { $1 }
    return rows
  }

  /// Reads the results of all statements, up to the end of the pipeline.
  private func receive(_ isPreparing: [Bool]) throws -> [PostgreSQLRows] {
    var (rows, failure): ([PostgreSQLRows], PostgreSQLError?) = ([], nil)
    let end = ContinuousClock.now + answerLimit
    for isPreparing in isPreparing {
      try waitForAnswer(until: end)
      guard let result = PQgetResult(handle) else { throw PostgreSQLError(connection: handle) }
      switch PQresultStatus(result) {
      case PGRES_TUPLES_OK, PGRES_COMMAND_OK:
        if isPreparing { PQclear(result) } else { rows.append(PostgreSQLRows(result)) }
      default:
        // The first failure is the cause. The statements after it were skipped.
        failure = failure ?? PostgreSQLError(result: result, of: handle)
        PQclear(result)
        if PQstatus(handle) != CONNECTION_OK {
          throw failure ?? PostgreSQLError(connection: handle)
        }
      }
      // The end of the statement's results.
      try waitForAnswer(until: end)
      if let further = PQgetResult(handle) { PQclear(further) }
    }
    while true {
      try waitForAnswer(until: end)
      guard let result = PQgetResult(handle) else { break }
      let isEnd = PQresultStatus(result) == PGRES_PIPELINE_SYNC
      PQclear(result)
      if isEnd { break }
      if PQstatus(handle) != CONNECTION_OK { break }
    }
    if let failure { throw failure }
    return rows
  }

  /// Waits until the next result can be taken without waiting.
  ///
  /// - Throws: ``PostgreSQLError`` if the connection was lost, or at the time. The connection is not used again then: the
  ///   answer can come later.
  private func waitForAnswer(until end: ContinuousClock.Instant) throws {
    while PQisBusy(handle) == 1 {
      let rest = (end - ContinuousClock.now) / .milliseconds(1)
      guard rest > 0 else {
        isAbandoned = true
        throw PostgreSQLError.late
      }
      var descriptor = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
      _ = poll(&descriptor, 1, Int32(min(rest.rounded(.up), 60_000)))
      guard PQconsumeInput(handle) == 1 else { throw PostgreSQLError(connection: handle) }
    }
  }

  // MARK: Notifications

  /// Waits for notifications of channels that the connection listens to.
  ///
  /// - Parameter milliseconds: The time after which the function returns none.
  /// - Returns: The payloads.
  func notifications(within milliseconds: Int32) throws -> [String] {
    var descriptor = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
    if poll(&descriptor, 1, milliseconds) == 0 { return [] }
    guard PQconsumeInput(handle) == 1, PQstatus(handle) == CONNECTION_OK else {
      throw PostgreSQLError(connection: handle)
    }
    var payloads: [String] = []
    while let notification = PQnotifies(handle) {
      payloads.append(String(cString: notification.pointee.extra))
      PQfreemem(notification)
    }
    return payloads
  }

  // MARK: Messages

  private func send(_ query: Query, as name: String) throws {
    let count = query.values.count
    // The bytes of all values, each with a zero byte after it, as texts of C have.
    var bytes: [UInt8] = []
    var places: [Int?] = []
    var (lengths, formats): ([Int32], [Int32]) = ([], [])
    for value in query.values {
      let content: (bytes: [UInt8], isBinary: Bool)? = value.content
      places.append(content.map { _ in bytes.count })
      lengths.append(Int32(content?.bytes.count ?? 0))
      formats.append(content?.isBinary == true ? 1 : 0)
      bytes += (content?.bytes ?? []) + [0]
    }
    let isSent = bytes.withUnsafeBytes { buffer in
      let values = places.map { place in
        place.flatMap { buffer.baseAddress?.advanced(by: $0).assumingMemoryBound(to: CChar.self) }
      }
      return PQsendQueryPrepared(handle, name, Int32(count), values, lengths, formats, 1)
    }
    guard isSent == 1 else { throw PostgreSQLError(connection: handle) }
  }
}
