public import PerennialRecords

/// The announcements of changed zones between the hubs on one database.
public protocol ZoneAnnouncements: Sendable {
  /// Tells other hubs on the database that a zone has changed. It does not wait for them.
  ///
  /// They may learn of it some time later: the word only ends the waiting of devices.
  func announce(_ key: ZoneKey, head: SyncToken)
  /// Returns the changes that other hubs announce from now on, for one reader. The stream ends when the database is
  /// closed, and at once if only one hub can use it.
  func changesOfOtherHubs() -> AsyncStream<ChangeOfOtherHub>
}

extension ZoneAnnouncements {
  /// Does nothing: the database has one hub.
  public func announce(_ key: ZoneKey, head: SyncToken) {}

  /// Returns a stream that has ended: the database has one hub.
  public func changesOfOtherHubs() -> AsyncStream<ChangeOfOtherHub> { AsyncStream { nil } }
}

/// A change that another hub has announced.
public enum ChangeOfOtherHub: Equatable, Sendable {
  /// A zone, and its head after the change.
  ///
  /// The time is that of the announcement by the other hub's clock, in milliseconds since 1970; nil if it is not known.
  case zone(ZoneKey, head: SyncToken, at: Int64?)
  /// Announcements were lost. Any zone may have changed.
  case unknown
}
