import HardenedHTTP
import Hummingbird
import Logging
import PerennialRecords

/// The parts of a hub that its requests share.
struct Hub: Sendable {
  let storage: any HubStorage
  let assets: AssetFolder
  let options: HubOptions
  /// The hub's clock, in milliseconds since 1970.
  let clock: @Sendable () -> Int64
  let listeners = ZoneListeners()
  let metrics = HubMetrics()
  let health = StorageHealth()
  let figures = StoredFigures()
  let lag = DeviceLag()
  let recent = RecentRequests()
  /// The time of the start, in seconds since 1970.
  let started = Double(StampClock.systemMilliseconds) / 1000
  /// Wrong tokens, by address.
  let tokens = AttemptLimit(60)
  /// Wrong pairing codes, by address.
  let codes = AttemptLimit(10)
  /// Wrong pairing codes of all addresses together.
  let allCodes = AttemptLimit(200)
  /// The requests of devices, by account and device; nil if they are not limited.
  let deviceRates: RequestRates<DeviceKey>?
  /// The requests of addresses; nil if they are not limited.
  let addressRates: RequestRates<ClientNetwork>?
  /// The entries of the audit log that clients without a token cause.
  let anonymousAuditRate = RequestRates<Int>(RequestRate(perSecond: 1, burst: 600))
  let logger: Logger

  init(
    storage: any HubStorage, assets: AssetFolder, options: HubOptions,
    clock: @escaping @Sendable () -> Int64, logger: Logger
  ) {
    self.storage = storage
    self.assets = assets
    self.options = options
    self.clock = clock
    self.logger = logger
    deviceRates = options.deviceRate.map { RequestRates($0) }
    addressRates = options.addressRate.map { RequestRates($0) }
  }

  /// Returns the zone of a request's path.
  func zone(of session: Session, _ context: HubRequestContext) throws -> ZoneKey {
    let name = try context.parameters.require("zone")
    guard HubName.isZone(name) else {
      throw HubError(
        .badRequest,
        "A zone is the container identifier of an app: 1 to 128 letters, digits, dots, underscores and "
          + "hyphens, without a dot at the beginning.")
    }
    return ZoneKey(account: session.account.id, name: name)
  }
}

/// A device of an account.
struct DeviceKey: Hashable, Sendable {
  let account: Account.ID
  let device: String
}
