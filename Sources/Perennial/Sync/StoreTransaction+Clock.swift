package import PerennialRecords

extension StoreTransaction {
  /// The store's clock in milliseconds since 1970, with its correction.
  package var milliseconds: Int64 {
    get throws { try store.clock.milliseconds(on: connection) }
  }

  /// Makes all later stamps of the store later than a time.
  package func observe(_ time: HybridTime) { store.clock.observe(time) }

  /// Corrects the store's clock; see ``StoreClock/correct(latest:by:on:)``.
  package func correctClock(latest: HybridTime, by difference: Int64) throws {
    try store.clock.correct(latest: latest, by: difference, on: connection)
  }
}
