package import PerennialRecords

/// The requests that a hub carries out for an account. An account that does not move is always open.
public enum AccountState: Equatable, Sendable {
  /// The hub reads and writes.
  case open
  /// The hub only reads, because the last changes are copied to another database. The first write after the time opens
  /// the account again, in milliseconds since 1970. So a move that was interrupted does not keep an account closed.
  case readOnly(until: Int64)
  /// The contents are not complete. The number is that of the attempt that copies them.
  case arriving(attempt: Int64)
  /// Another database has the account. What this one has of it is as it was when it moved.
  case moved
}

extension AccountState {
  /// Creates the state of two columns; nil for the columns of a later version.
  package init?(_ kind: Int64, _ value: Int64) {
    switch kind {
    case 0: self = .open
    case 1: self = .readOnly(until: value)
    case 2: self = .arriving(attempt: value)
    case 3: self = .moved
    default: return nil
    }
  }

  /// The values of the columns `state` and `state_value`.
  package var columns: (kind: Int64, value: Int64) {
    switch self {
    case .open: (0, 0)
    case .readOnly(let time): (1, time)
    case .arriving(let attempt): (2, attempt)
    case .moved: (3, 0)
    }
  }
}

extension Account {
  /// Checks that requests may read the account.
  ///
  /// - Throws: `HubError` with the code `accountMoved` or `tryAgainLater`.
  package func checkReadable() throws(HubError) {
    switch state {
    case .open, .readOnly: break
    case .arriving:
      throw HubError(
        .tryAgainLater, "The account \(name) is on its way to this hub. Try again later.",
        retryAfter: 5)
    case .moved:
      throw HubError(
        .accountMoved,
        "The account \(name) has moved to another hub. Ask the operator for its address.",
        retryAfter: 300)
    }
  }

  /// Checks that a transaction may write to the account.
  ///
  /// - Parameter time: The time of the hub's system, in milliseconds since 1970.
  /// - Returns: `true` if the time of a read-only account is over: the transaction then opens it.
  /// - Throws: As ``checkReadable()``, and `tryAgainLater` for an account that is read-only.
  package func checkWritable(
    at time: Int64 = StampClock.systemMilliseconds
  ) throws(HubError) -> Bool {
    try checkReadable()
    guard case .readOnly(let end) = state else { return false }
    let rest = end.subtractingReportingOverflow(time)
    guard rest.partialValue > 0, !rest.overflow else { return true }
    throw HubError(
      .tryAgainLater, "The account \(name) is moving to another hub. Try again in some seconds.",
      retryAfter: (Double(rest.partialValue) / 1000).rounded(.up))
  }
}

extension Account {
  /// Checks that the account can be removed from its database. What is left of one that has moved can be.
  ///
  /// - Throws: As ``checkWritable(at:)`` for an account that is read-only.
  package func checkRemovable(at time: Int64 = StampClock.systemMilliseconds) throws(HubError) {
    if case .readOnly = state { _ = try checkWritable(at: time) }
  }
}
