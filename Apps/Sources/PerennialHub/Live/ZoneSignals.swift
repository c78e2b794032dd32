import PerennialRecords

/// Signals the changes of zones to the requests that wait for them, and counts the requests.
struct ZoneSignals: Sendable {
  let listeners: ZoneListeners
  let metrics: HubMetrics
  let lag: DeviceLag

  /// Wakes the listeners of a zone that do not know its head.
  ///
  /// - Parameters:
  ///   - origin: The hub that has changed the zone.
  ///   - seconds: The time since the change was announced by another hub; nil if that is not known.
  func signal(
    _ key: ZoneKey, head: SyncToken, by origin: HubMetrics.WakeUpOrigin,
    after seconds: Double? = nil
  ) {
    let count = listeners.signal(key, head: head)
    metrics.countWakeUps(count, by: origin, after: seconds)
    lag.note(head: head, of: key)
  }
}
