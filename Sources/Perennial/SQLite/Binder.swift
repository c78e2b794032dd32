import Foundation
import PerennialSQLite
import PerennialRecords

extension _Storage {
  /// The parameters of a statement, bound one after the other from left to right.
  ///
  /// A binder can also write the values to a packed row instead, which keeps them until they are bound.
  public struct Binder {
    private let statement: OpaquePointer?
    private let bound: BoundBytes?
    private let packed: PackedRow?
    /// The number of the parameter that is bound next; SQLite counts from 1.
    package var parameter: Int32 = 1
    /// The keys of the rows that replace others, where new objects are existing rows (upserts).
    var aliases: [Int64: Int64] = [:]
    /// The first value that could not be bound, by the number of its parameter, and the error.
    var failure: (parameter: Int32, error: SwiftDataError)?
    /// The number of bytes of all bound texts and blobs.
    private(set) var bytes = 0
    /// Stores values that are too large for a row; nil if rows store all values.
    var files: ExternalFiles?

    package init(_ statement: Statement) {
      self.statement = statement.pointer
      bound = statement.bound
      packed = nil
    }

    /// Creates a binder that writes the values to a row. The value of the first parameter is that at the index 0.
    init(packing row: PackedRow) {
      statement = nil
      bound = nil
      packed = row
    }

    /// The index, in a packed row, of the value that is bound next.
    private var index: Int { Int(parameter) - 1 }

    /// The destructor argument that tells SQLite to copy the bytes.
    static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    mutating func bindNull() {
      defer { parameter += 1 }
      if let packed { return packed.set(index, to: .null) }
      sqlite3_bind_null(statement, parameter)
    }

    package mutating func bind(_ value: Int64) {
      defer { parameter += 1 }
      if let packed { return packed.set(index, to: value) }
      sqlite3_bind_int64(statement, parameter, value)
    }

    /// Binds a reference to another row.
    mutating func bind(reference rowID: Int64) {
      if rowID == 0 { return bindNull() }
      bind(aliases.isEmpty ? rowID : aliases[rowID] ?? rowID)
    }

    mutating func bind(_ value: Double) {
      defer { parameter += 1 }
      if let packed { return packed.set(index, to: value) }
      sqlite3_bind_double(statement, parameter, value)
    }

    /// Binds text in Unicode's normalisation form C. In this form SQLite's comparison of bytes has the
    /// same results as Swift's comparison of strings.
    package mutating func bind(_ value: String) { bind(verbatim: value.storedForm) }

    /// Binds text unchanged. For JSON, in which normalisation could change the character after a
    /// backslash.
    package mutating func bind(verbatim value: String) {
      var text = value
      text.withUTF8 { bind(utf8: UnsafeRawBufferPointer($0)) }
    }

    mutating func bind(utf8: UnsafeRawBufferPointer) {
      defer { parameter += 1 }
      if let packed { return packed.set(index, toUTF8: utf8) }
      let kept = bound?.append(utf8)
      // An empty buffer may have no address, and a null address would bind NULL.
      let start = kept ?? utf8.baseAddress ?? UnsafeRawPointer(emptyText)
      check(
        sqlite3_bind_text(
          statement, parameter, start.assumingMemoryBound(to: CChar.self),
          Int32(clamping: utf8.count), kept == nil ? Self.transient : nil), utf8.count)
      bytes += utf8.count
    }

    /// Binds a text that stays where it is until the statement is reset.
    mutating func bind(keptUTF8 start: UnsafeRawPointer, _ count: Int32) {
      sqlite3_bind_text(
        statement, parameter, start.assumingMemoryBound(to: CChar.self), count, nil)
      parameter += 1
    }

    /// Binds a blob that stays where it is until the statement is reset.
    mutating func bind(keptBlob start: UnsafeRawPointer, _ count: Int32) {
      sqlite3_bind_blob(statement, parameter, start, count, nil)
      parameter += 1
    }

    /// Binds a value unchanged. A text is bound verbatim, because it may be JSON.
    package mutating func bind(exactly value: SQLValue) {
      if case .text(let text) = value { return bind(verbatim: text) }
      bind(value)
    }

    mutating func bind(_ bytes: UnsafeRawBufferPointer) {
      defer { parameter += 1 }
      if let packed { return packed.set(index, toBlob: bytes) }
      if let start = bytes.baseAddress, !bytes.isEmpty {
        let kept = bound?.append(bytes)
        check(
          sqlite3_bind_blob(
            statement, parameter, kept ?? start, Int32(clamping: bytes.count),
            kept == nil ? Self.transient : nil), bytes.count)
        self.bytes += bytes.count
      } else {
        sqlite3_bind_zeroblob(statement, parameter, 0)
      }
    }

    /// Records a failure to bind. SQLite limits the size of a row, and memory may be exhausted.
    private mutating func check(_ code: Int32, _ count: Int) {
      // The slot of an attribute that is not stored has a parameter number too. As the last one it is out
      // of the statement's range.
      if code == SQLITE_OK || code == SQLITE_RANGE || failure != nil { return }
      let reason =
        code == SQLITE_TOOBIG
        ? """
        a value of \(count) bytes is too large for SQLite, which takes \
        \(sqlite3_limit(sqlite3_db_handle(statement), SQLITE_LIMIT_LENGTH, -1))
        """
        : "a value of \(count) bytes cannot be passed to SQLite (code \(code))"
      failure = (parameter, .modelValidationFailure.because(reason))
    }

    /// Binds NULL, and records the reason why a value cannot be bound.
    mutating func fail(_ reason: String) { fail(.modelValidationFailure.because(reason)) }

    mutating func fail(_ error: SwiftDataError) {
      if failure == nil { failure = (parameter, error) }
      bindNull()
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
}

/// A zero byte that is never deallocated.
private nonisolated(unsafe) let emptyText: UnsafePointer<CChar> = {
  let text = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
  text.initialize(to: 0)
  return UnsafePointer(text)
}()
