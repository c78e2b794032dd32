public import HardenedHTTP
public import Foundation
import PerennialRecords

/// The settings of a hub.
public struct HubOptions: Sendable {
  /// The address to listen on.
  public var host = "127.0.0.1"
  /// The port to listen on; 0 lets the system choose.
  public var port = 8431
  /// More names under which the hub answers; see `AllowedHosts`.
  public var allowedHosts: [String] = []
  /// The certificate chain and the key of the hub, in PEM files; nil for connections without TLS.
  public var certificate: HubCertificate?
  /// `true` if a proxy in front of the hub accepts the connections of devices, with TLS.
  public var isBehindProxy = false
  /// The sizes, numbers and times that the hub allows its clients.
  public var limits = ServerLimits()
  /// The greatest number of bytes of an asset.
  public var assetBytes = Int64(HubLimits.assetBytes)
  /// The time for which deletions are kept, in milliseconds. The standard is 180 days.
  public var retention: Int64 = 180 * 24 * 3600 * 1000
  /// The time for which an asset is kept after the last record that mentions it, in milliseconds. The standard is seven
  /// days.
  public var assetRetention: Int64 = 7 * 24 * 3600 * 1000
  /// The lifetime of a device's token, in milliseconds; nil for tokens that do not expire.
  public var tokenLifetime: Int64?
  /// The requests that a device may send; nil for any number.
  public var deviceRate: RequestRate? = .ofDevice
  /// The requests that an address may send; nil for any number. Behind a proxy, all devices have its address.
  public var addressRate: RequestRate?
  /// The time after which a request for changes is answered without one.
  public var longPoll: Duration = .seconds(55)
  /// The interval of signs of life on an event stream.
  public var heartbeat: Duration = .seconds(20)
  /// `true` to serve pages for the operator under `/admin`, to browsers on the hub's machine.
  public var hasAdminPages = false
  /// The interval at which the database is counted for the metrics. It is longer if a count takes long.
  public var figuresInterval: Duration = .seconds(15)
  /// `true` if an interrupt or a request to terminate ends the hub.
  public var stopsOnSignals = true

  /// Creates the standard settings: a hub on the loopback interface.
  public init() {}

  /// Checks that devices cannot send their tokens over a network without TLS.
  ///
  /// - Throws: ``HubServerError``.
  public func check() throws(HubServerError) {
    guard AllowedHosts(listeningOn: host, adding: allowedHosts) != nil else {
      throw .invalidHostName(allowedHosts)
    }
    guard isLoopback || certificate != nil || isBehindProxy else { throw .needsTLS(host: host) }
  }

  /// `true` if only programs of this machine reach the hub.
  public var isLoopback: Bool {
    host == "localhost" || host == "::1" || host == "[::1]"
      || host.split(separator: ".").count == 4 && host.hasPrefix("127.")
        && host.allSatisfy { $0.isNumber || $0 == "." }
  }
}

/// The files of a certificate.
public struct HubCertificate: Equatable, Sendable {
  /// The certificate chain, in PEM, the hub's certificate first.
  public var chain: URL
  /// The private key, in PEM.
  public var key: URL

  /// Creates the certificate of two files.
  public init(chain: URL, key: URL) {
    self.chain = chain
    self.key = key
  }
}
