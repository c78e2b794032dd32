public import ArgumentParser
import Foundation
import HardenedHTTP
public import Logging
import PerennialHub
import PerennialRecords

struct HubServeCommand: AsyncToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve a hub until it is asked to stop.",
    discussion: """
      Creates the file if it does not exist. Writes a log to standard error, one line for each request, \
      without the values of records. Ctrl-C, or a request to terminate, ends the hub in good order.

      Several hubs can serve one database on a PostgreSQL server. Give them one folder for large values.

      Off this machine, devices need TLS: give a certificate, or use a proxy that has one.

      EXAMPLES
        perennial hub serve hub.sqlite
        perennial hub serve hub.sqlite --host 0.0.0.0 --allowed-host hub.example \\
          --tls-certificate chain.pem --tls-key key.pem
        perennial hub serve hub.sqlite --host 0.0.0.0 --behind-proxy --allowed-host hub.example
        perennial hub serve postgresql://hub@db.example/hub --assets /srv/hub-assets --port 8432
      """)

  @Argument(
    help: "The file of the hub, or postgresql://USER@HOST/DATABASE.", completion: .file())
  var file: String

  @Option(
    help: ArgumentHelp(
      "The folder of large values. The default is the one beside the file.", valueName: "folder"),
    completion: .directory)
  var assets: String?

  @Option(help: "The address to listen on.")
  var host = "127.0.0.1"

  @Option(help: "The port to listen on; 0 lets the system choose one.")
  var port = 8431

  @Option(
    help: ArgumentHelp(
      "Another host name to answer to, such as that of a proxy. Can be repeated.",
      valueName: "name"))
  var allowedHost: [String] = []

  @Option(
    help: ArgumentHelp("The certificate chain, in a PEM file.", valueName: "path"),
    completion: .file(extensions: ["pem"]))
  var tlsCertificate: String?

  @Option(
    help: ArgumentHelp("The key of the certificate, in a PEM file.", valueName: "path"),
    completion: .file(extensions: ["pem"]))
  var tlsKey: String?

  @Flag(help: "Listen without TLS, because a proxy in front of the hub has the certificate.")
  var behindProxy = false

  @Option(
    help: ArgumentHelp(
      "The most connections at a time. The default depends on the system.", valueName: "number"))
  var connections: Int?

  @Option(
    help: ArgumentHelp("The days for which deletions are kept.", valueName: "days"))
  var retention = 180

  @Option(
    help: ArgumentHelp(
      "The days after which a device has to sign in again. The default is never.",
      valueName: "days"))
  var tokenLifetime: Int?

  @Option(help: "The least important entries of the log: debug, info, warning or error.")
  var log = Logger.Level.info

  func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port needs a number from 0 to 65535.")
    }
    guard (1...36_500).contains(retention), (1...36_500).contains(tokenLifetime ?? 1) else {
      throw ValidationError("--retention and --token-lifetime need numbers from 1 to 36500.")
    }
    guard (tlsCertificate == nil) == (tlsKey == nil) else {
      throw ValidationError("--tls-certificate and --tls-key need each other.")
    }
    guard (8...100_000).contains(connections ?? 8) else {
      throw ValidationError("--connections needs a number from 8 to 100000.")
    }
  }

  private var options: HubOptions {
    var options = HubOptions()
    options.host = host
    options.port = port
    options.allowedHosts = allowedHost
    options.isBehindProxy = behindProxy
    if let tlsCertificate, let tlsKey {
      options.certificate = HubCertificate(
        chain: URL(fileURLWithPath: tlsCertificate), key: URL(fileURLWithPath: tlsKey))
    }
    DescriptorLimit.raise(to: (connections ?? 8192) + 512)
    options.limits = ServerLimits()
    if let connections {
      options.limits.connections = connections
      options.limits.streams = connections
    }
    let day: Int64 = 24 * 3600 * 1000
    options.retention = Int64(retention) * day
    options.tokenLifetime = tokenLifetime.map { Int64($0) * day }
    return options
  }

  func perform() async throws {
    let database = try HubDatabase(file, assets: assets)
    let folder = try database.assets
    let options = options
    try options.check()
    var logger = Logger(label: "hub") { label in StreamLogHandler.standardError(label: label) }
    logger.logLevel = log
    let storage = try await database.open(serving: true)
    do {
      let server = try HubServer(storage, assets: folder, options: options, logger: logger)
      let name = host.contains(":") ? "[\(host)]" : host
      let scheme = options.certificate == nil ? "http" : "https"
      try await server.run { port in
        Console.print(
          "\(database.title) answers at \(scheme)://\(name):\(port)/ · Ctrl-C stops it.")
      }
    } catch {
      try? await storage.close()
      throw error
    }
    try await storage.close()
  }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
