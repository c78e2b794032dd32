import Logging
import PerennialRecords
import ServiceLifecycle

/// The parts that the routes and the services of a hub share. Each route and service gets those that it uses.
struct Hub: Sendable {
  let storage: any HubStorage
  let assets: AssetFolder
  let options: HubOptions
  let clock: HubClock
  let logger: Logger

  // MARK: State in memory

  let health = StorageHealth()
  let recent = RecentRequests()
  let figures = StoredFigures()
  let signals = ZoneSignals(
    listeners: ZoneListeners(), metrics: HubMetrics(), lag: DeviceLag())
  /// The time of the start, in seconds since 1970.
  let started = Double(StampClock.systemMilliseconds) / 1000

  // MARK: Access

  let audit: AuditLog
  let wrongCredentials: WrongCredentials
  let sessions: DeviceSessions

  init(
    storage: any HubStorage, assets: AssetFolder, options: HubOptions, clock: @escaping HubClock,
    logger: Logger
  ) {
    (self.storage, self.assets, self.options) = (storage, assets, options)
    (self.clock, self.logger) = (clock, logger)
    audit = AuditLog(storage, clock: clock, logger: logger)
    wrongCredentials = WrongCredentials(audit: audit, metrics: signals.metrics, clock: clock)
    sessions = DeviceSessions(
      storage: storage, wrongCredentials: wrongCredentials,
      rates: options.deviceRate.map { RequestRates($0) }, metrics: signals.metrics, clock: clock,
      logger: logger)
  }

  /// The administration of the database by the hub.
  var administration: HubAdministration { HubAdministration(storage, by: .hub) }

  // MARK: Services

  /// The work that the hub does beside requests.
  var services: [any Service] {
    [
      Housekeeping(
        storage: storage, administration: administration, assets: assets,
        retention: Retention(deletions: options.retention, assets: options.assetRetention),
        clock: clock, logger: logger),
      OtherHubs(storage: storage, signals: signals, clock: clock, logger: logger),
      FigureCounting(
        figures: figures, storage: storage, interval: options.figuresInterval, logger: logger),
    ]
  }
}
