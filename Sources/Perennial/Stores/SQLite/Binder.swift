import Foundation
import PerennialSQLite

/// The parameters of a statement, bound one after the other from left to right.
public struct _Binder {
  private let statement: OpaquePointer
  private let bound: BoundBytes
  /// The number of the parameter that is bound next; SQLite counts from 1.
  var parameter: Int32 = 1
  /// The rows that stand for others, where new objects turned out to be there already.
  var aliases: [Int64: Int64] = [:]
  /// Why a value could not be bound, and which: the first such failure.
  var failure: (parameter: Int32, error: SwiftDataError)?
  /// How many bytes texts and blobs have.
  private(set) var bytes = 0
  /// Takes what is too large for a row; nil where rows take everything.
  var files: ExternalFiles?

  init(_ statement: Statement) {
    self.statement = statement.pointer
    bound = statement.bound
  }

  /// Tells SQLite to copy what it is given.
  static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  mutating func bindNull() {
    sqlite3_bind_null(statement, parameter)
    parameter += 1
  }

  mutating func bind(_ value: Int64) {
    sqlite3_bind_int64(statement, parameter, value)
    parameter += 1
  }

  /// Binds a reference to another row.
  mutating func bind(reference rowID: Int64) {
    if rowID == 0 { return bindNull() }
    bind(aliases.isEmpty ? rowID : aliases[rowID] ?? rowID)
  }

  mutating func bind(_ value: Double) {
    sqlite3_bind_double(statement, parameter, value)
    parameter += 1
  }

  /// Binds text in Unicode's normalisation form C, in which SQLite's comparison of bytes gives the
  /// answers of Swift's comparison of strings.
  mutating func bind(_ value: String) { bind(verbatim: value.storedForm) }

  /// Binds text as it is: JSON, in which normalisation could change what a backslash stands before.
  mutating func bind(verbatim value: String) {
    var text = value
    text.withUTF8 { utf8 in
      let kept = bound.append(UnsafeRawBufferPointer(utf8))
      // An empty buffer may have no address, and no address would bind NULL.
      let start = kept ?? UnsafeRawPointer(utf8.baseAddress) ?? UnsafeRawPointer(emptyText)
      check(
        sqlite3_bind_text(
          statement, parameter, start.assumingMemoryBound(to: CChar.self),
          Int32(clamping: utf8.count), kept == nil ? Self.transient : nil), utf8.count)
      bytes += utf8.count
    }
    parameter += 1
  }

  mutating func bind(_ bytes: UnsafeRawBufferPointer) {
    if let start = bytes.baseAddress, !bytes.isEmpty {
      let kept = bound.append(bytes)
      check(
        sqlite3_bind_blob(
          statement, parameter, kept ?? start, Int32(clamping: bytes.count),
          kept == nil ? Self.transient : nil), bytes.count)
      self.bytes += bytes.count
    } else {
      sqlite3_bind_zeroblob(statement, parameter, 0)
    }
    parameter += 1
  }

  /// SQLite has limits to what a row holds, and not always memory.
  private mutating func check(_ code: Int32, _ count: Int) {
    // What is not stored has a number among the slots, and no place in the statement if it is the last.
    if code == SQLITE_OK || code == SQLITE_RANGE || failure != nil { return }
    let reason =
      code == SQLITE_TOOBIG
      ? """
      a value of \(count) bytes is too large for SQLite, which takes \
      \(sqlite3_limit(sqlite3_db_handle(statement), SQLITE_LIMIT_LENGTH, -1))
      """
      : "a value of \(count) bytes cannot be given to SQLite (code \(code))"
    failure = (parameter, .modelValidationFailure.because(reason))
  }

  mutating func bind(_ value: SQLValue) {
    switch value {
    case .null: bindNull()
    case .integer(let integer): bind(integer)
    case .real(let real): bind(real)
    case .text(let text): bind(text)
    case .blob(let data): data.withUnsafeBytes { bind($0) }
    }
  }
}

/// One byte, zero, that lives for ever.
private nonisolated(unsafe) let emptyText: UnsafePointer<CChar> = {
  let text = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
  text.initialize(to: 0)
  return UnsafePointer(text)
}()

extension String {
  /// The string as the store keeps it: in normalisation form C.
  ///
  /// Swift compares strings by canonical equivalence, so the stored string is equal to this one.
  package var storedForm: String {
    var copy = self
    let isPlain = copy.withUTF8 { utf8 in
      // Below U+0300 (bytes below CC 80) there is nothing that composes.
      utf8.allSatisfy { $0 < 0xCC }
    }
    return isPlain ? self : precomposedStringWithCanonicalMapping
  }
}
