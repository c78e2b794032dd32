package import PerennialRecords

/// The source of the stamps of a connection's write transactions.
protocol TransactionClock: AnyObject {
  /// Returns the stamp of the running transaction.
  func stamp(on connection: Connection) throws -> Stamp
}

extension Connection {
  /// Returns the stamp of the running transaction. A connection without a clock has no transactions with
  /// stamps.
  package func stamp() throws -> Stamp {
    guard let clock else {
      throw SwiftDataError.storeFailure.because("\(path): this connection does not stamp changes")
    }
    return try clock.stamp(on: self)
  }
}
