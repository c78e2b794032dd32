/// The head of a zone: the data of one account that change together and have one sequence of changes.
public struct Zone: Equatable, Sendable {
  /// The number of the hub's database; see ``SyncToken/incarnation``.
  public var incarnation: Int64
  /// The number of the last change.
  public var sequence: Int64
  /// The number of the last change whose record is forgotten. Positions before it are expired.
  public var floor: Int64

  /// Creates the head of a zone.
  public init(incarnation: Int64 = 1, sequence: Int64 = 0, floor: Int64 = 0) {
    self.incarnation = incarnation
    self.sequence = sequence
    self.floor = floor
  }

  /// The position after the last change.
  public var token: SyncToken {
    SyncToken(incarnation: incarnation, sequence: sequence, floor: floor)
  }

  /// Returns the position after which the changes for a device begin.
  ///
  /// ```swift
  /// let zone = Zone(incarnation: 1, sequence: 4711)
  /// do {
  ///   _ = try zone.start(after: SyncToken(incarnation: 2, sequence: 17))
  /// } catch {
  ///   print(error.code == .hubRestored)  // true
  /// }
  /// ```
  ///
  /// - Throws: ``HubError/Code/hubRestored`` for a position in another database or after the last change;
  ///   ``HubError/Code/tokenExpired`` for a position before forgotten deletions.
  public func start(after token: SyncToken?) throws(HubError) -> SyncToken {
    guard let token else { return SyncToken(incarnation: incarnation, sequence: 0, floor: floor) }
    guard token.incarnation == incarnation, token.sequence <= sequence else {
      throw HubError(
        .hubRestored, "The position \(token) is not one of this database. Read everything again.")
    }
    guard token.sequence >= floor || token.floor >= floor else {
      throw HubError(
        .tokenExpired, "Deletions after the position \(token) are forgotten. Read everything again."
      )
    }
    return token
  }

  /// Returns the position after a page that ends with a change.
  ///
  /// ```swift
  /// let zone = Zone(sequence: 4711)
  /// let start = try zone.start(after: nil)
  /// print(zone.token(after: 500, from: start))  // 1-500-0
  /// ```
  public func token(after sequence: Int64, from start: SyncToken) -> SyncToken {
    SyncToken(
      incarnation: incarnation, sequence: sequence,
      floor: sequence >= floor ? floor : start.floor)
  }
}
