import CPostgreSQL
import PerennialHub
import PerennialRecords

/// An error of PostgreSQL or of the connection to it.
struct PostgreSQLError: Error, CustomStringConvertible {
  /// The five characters of the SQL standard and of PostgreSQL; nil if the server has not answered.
  let state: String?
  /// The message of the server or of the client library.
  let message: String

  /// The error of a connection that has failed.
  init(connection handle: OpaquePointer?) {
    self.init(
      state: nil,
      message: Self.text(PQerrorMessage(handle)) ?? "The client library is out of memory.")
  }

  /// The error of a statement.
  init(result: OpaquePointer?, of handle: OpaquePointer?) {
    guard let result else {
      self.init(connection: handle)
      return
    }
    let message =
      Self.text(PQresultErrorField(result, Int32(UInt8(ascii: "M"))))
      ?? Self.text(PQresultErrorMessage(result)) ?? "The server has given no reason."
    self.init(
      state: Self.text(PQresultErrorField(result, Int32(UInt8(ascii: "C")))), message: message)
  }

  private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    pointer.map { String(cString: $0) }?.split(separator: "\n").joined(separator: " ")
  }

  var description: String { state.map { "\(message) (\($0))" } ?? message }

  /// `true` if the same transaction can succeed when it is run again: it could not be serialised, or was ended
  /// to resolve a deadlock.
  var isTransient: Bool { state == "40001" || state == "40P01" }

  /// `true` if another row has the same key, or a table with the name exists.
  var isDuplicate: Bool { state == "23505" || state == "42P07" }

  /// `true` if the database has no statement or function of the kind.
  ///
  /// The codes are “feature not supported”, “syntax error” and “undefined function”.
  var isUnsupported: Bool { state == "0A000" || state == "42601" || state == "42883" }

  /// `true` if the server is a standby, or became one.
  var isOfStandby: Bool { state == "25006" }

  /// `true` if the server has ended the connection, is starting or ending, has no free connection or no space, or
  /// only reads.
  ///
  /// The classes are those of the appendix “PostgreSQL Error Codes”: connection exceptions, insufficient resources,
  /// operator intervention, system errors, writes to a standby, and locks that others hold too long.
  var isUnavailable: Bool {
    guard let state else { return true }
    return ["08", "53", "57", "58"].contains { state.hasPrefix($0) } || isOfStandby
      || state == "55P03"
  }

  /// The answer to a request that has met the error; the error itself if a request cannot be the reason.
  var refusal: any Error {
    if isUnavailable || isTransient {
      return HubError(
        .tryAgainLater, "The database of the hub does not answer. Try again later.", retryAfter: 5)
    }
    // All references are to accounts.
    if state == "23503" { return HubError.removedAccount }
    // A zero byte in a text, or bytes that are no text.
    if state == "22021" || state == "22P05" {
      return HubError(.badRequest, "A name or a type has a character that the hub cannot store.")
    }
    return self
  }
}

extension PostgreSQLError {
  /// The error of a server that has not answered in time. A commit can have taken place.
  static let late = PostgreSQLError(
    state: nil, message: "The server has not answered in time.")

  /// The error of a server that only reads.
  static let standby = PostgreSQLError(
    state: "25006", message: "The server is a standby, and only reads.")

  /// The error of a server that has not answered each statement.
  static let noAnswer = PostgreSQLError(
    state: nil, message: "The server has not answered each statement.")

  private init(state: String?, message: String) { (self.state, self.message) = (state, message) }
}
