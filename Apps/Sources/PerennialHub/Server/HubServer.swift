import Foundation
import HardenedHTTP
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
public import Logging
import NIOCore
import NIOSSL
public import PerennialRecords
import ServiceLifecycle
import UnixSignals

/// The hub that the devices of accounts sync with.
public struct HubServer: Sendable {
  private let hub: Hub
  private let admin: OneTimeAccess?

  /// The path and the query that sign one browser in to the admin pages; nil without them.
  public var adminAddress: String? { admin.map { "/admin?token=\($0.token)" } }

  /// Creates a hub.
  ///
  /// - Parameters:
  ///   - storage: The database.
  ///   - assets: The files beside it.
  ///   - clock: Returns the hub's time, in milliseconds since 1970.
  /// - Throws: ``HubServerError``.
  public init(
    _ storage: any HubStorage, assets: AssetFolder, options: HubOptions, logger: Logger,
    clock: @escaping @Sendable () -> Int64 = { StampClock.systemMilliseconds }
  ) throws {
    try options.check()
    admin = options.hasAdminPages ? OneTimeAccess(named: "perennial-hub") : nil
    hub = Hub(
      storage: storage, assets: assets, options: options, clock: clock, logger: logger)
  }

  /// Serves until the process gets a signal or the task is cancelled, and answers the open requests.
  ///
  /// - Parameter onRunning: Called with the port when the hub accepts connections.
  /// - Throws: ``HubServerError``.
  public func run(onRunning: @escaping @Sendable (_ port: Int) async -> Void) async throws {
    let options = hub.options
    try hub.assets.sweep(keeping: try await hub.storage.accounts())
    let hardened = HardenedServer(options.limits)
    var application = Application(
      router: try HubRouter(hub: hub, hardened: hardened, admin: admin).router(),
      server: try channels(of: hardened),
      configuration: ApplicationConfiguration(
        address: .hostname(options.host, port: options.port),
        serverName: nil,
        availableConnectionsDelegate: hardened.connections),
      onServerRunning: { channel in
        await hardened.protect(channel)
        await onRunning(channel.localAddress?.port ?? options.port)
      },
      logger: hub.logger)
    application.addServices(hub.services)
    defer { hardened.connections.end() }
    do {
      try await application.runService(
        gracefulShutdownSignals: options.stopsOnSignals ? [.sigterm, .sigint] : [])
    } catch let error as IOError where error.errnoCode == EADDRINUSE {
      throw HubServerError.portInUse(host: options.host, port: options.port)
    } catch let error as IOError {
      throw HubServerError.cannotListen(
        host: options.host, port: options.port, reason: error.description)
    }
  }

  private func channels(of hardened: HardenedServer) throws -> HTTPServerBuilder {
    guard let certificate = hub.options.certificate else { return hardened.channels }
    do {
      let chain = try NIOSSLCertificate.fromPEMFile(certificate.chain.path)
      let key = try NIOSSLPrivateKey(file: certificate.key.path, format: .pem)
      return try .tls(
        hardened.channels,
        tlsConfiguration: .makeServerConfiguration(
          certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key)))
    } catch {
      throw HubServerError.invalidCertificate(reason: "\(error)")
    }
  }
}
