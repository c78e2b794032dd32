import GRDB

extension DatabaseError {
  /// The error of a request that the file does not allow at present; the error itself if the file isn't the reason.
  ///
  /// Nothing of a transaction that has failed is stored. The message has no values.
  var refusal: any Error {
    let reason: String
    switch resultCode {
    case .SQLITE_FULL: reason = "The disk of the hub's database is full."
    case .SQLITE_READONLY: reason = "The hub's database can only be read."
    case .SQLITE_IOERR, .SQLITE_CANTOPEN: reason = "The disk of the hub's database fails."
    case .SQLITE_BUSY, .SQLITE_LOCKED: reason = "Another program keeps the hub's database locked."
    case .SQLITE_ABORT: reason = "A concurrent write to the hub's database has failed."
    case .SQLITE_NOMEM: reason = "The hub has no memory."
    default: return self
    }
    return HubStorageError(
      .unavailable, "\(reason) SQLite's code is \(extendedResultCode.rawValue).")
  }
}
