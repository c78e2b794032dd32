import ArgumentParser
import Foundation
import HardenedHTTP
import Logging
import PerennialHub

/// The hub that `perennial hub serve` runs, by its flags, the environment and a file.
struct HubConfiguration {
  let database: HubDatabase
  let options: HubOptions
  let level: Logger.Level
  /// The number of connections that was asked for; nil for the default.
  let connections: Int?
  /// The settings as they hold, with their sources.
  let entries: [HubSettings.Entry]

  /// - Parameter environment: The variables of the process.
  /// - Throws: ``HubSettingError``, ``MissingFile``, and `ValidationError` without a database.
  init(_ command: HubServeCommand, environment: [String: String]) throws {
    let path = command.config ?? environment[HubSettings.variable("config")]
    var settings = HubSettings(
      environment: environment, file: try path.map { try SettingsFile(at: $0) })
    let address = try settings.text("database", command.database, isSecret: HubDatabase.isServer)
    let assets = try settings.text("assets", command.assets)
    var options = HubOptions()
    options.host = try settings.text("host", command.host, default: options.host) ?? options.host
    options.port =
      try settings.integer("port", command.port, default: options.port, in: 0...65_535)
      ?? options.port
    options.allowedHosts = try settings.texts("allowed-host", command.allowedHost)
    let certificate = try settings.text("tls-certificate", command.tlsCertificate)
    let key = try settings.text("tls-key", command.tlsKey)
    guard (certificate == nil) == (key == nil) else {
      throw HubSettingError("tls-certificate and tls-key need each other.")
    }
    if let certificate, let key {
      options.certificate = HubCertificate(
        chain: URL(fileURLWithPath: certificate), key: URL(fileURLWithPath: key))
    }
    options.isBehindProxy = try settings.boolean("behind-proxy", command.behindProxy)
    connections = try settings.integer("connections", command.connections, in: 8...100_000)
    let day: Int64 = 24 * 3600 * 1000
    let retention = try settings.integer(
      "retention", command.retention, default: Int(options.retention / day), in: 1...36_500)
    if let retention { options.retention = Int64(retention) * day }
    options.tokenLifetime = try settings.integer(
      "token-lifetime", command.tokenLifetime, in: 1...36_500
    ).map { Int64($0) * day }
    options.deviceRate = Self.rate(
      try settings.integer(
        "device-rate", command.deviceRate, default: RequestRate.ofDevice.perSecond,
        in: 0...1_000_000))
    let isReached = !options.isLoopback && !options.isBehindProxy
    options.addressRate = Self.rate(
      try settings.integer(
        "address-rate", command.addressRate,
        default: isReached ? RequestRate.ofAddress.perSecond : 0, in: 0...1_000_000))
    level = try settings.choice("log", command.log, default: .info)
    options.hasAdminPages = try settings.boolean("admin", command.admin)
    try settings.checkNames()
    guard let address else {
      throw ValidationError(
        "Name the database: a file, or postgresql://USER@HOST/DATABASE. In a file of settings it is "
          + "“database”, and in the environment \(HubSettings.variable("database")).")
    }
    database = try HubDatabase(address, assets: assets)
    self.options = options
    entries = settings.entries
  }

  /// Returns the rate of a number of requests in a second; nil for 0.
  private static func rate(_ perSecond: Int?) -> RequestRate? {
    guard let perSecond, perSecond > 0 else { return nil }
    return RequestRate(perSecond: perSecond, burst: 10 * perSecond)
  }
}
