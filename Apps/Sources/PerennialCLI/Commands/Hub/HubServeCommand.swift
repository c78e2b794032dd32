public import ArgumentParser
import Foundation
import HardenedHTTP
public import Logging
import PerennialHub

struct HubServeCommand: AsyncToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve a hub until it is asked to stop.",
    discussion: """
      Creates the file if it does not exist. Writes a log to standard error, one line for each request, \
      without the values of records. Ctrl-C, or a request to terminate, ends the hub in good order.

      Several hubs can serve one database on a PostgreSQL server. Give them one folder for large values.

      Off this machine, devices need TLS: give a certificate, or use a proxy that has one.

      Each option is also a setting of a JSON file, and a variable of the environment: --allowed-host is \
      "allowed-host" in the file, and PERENNIAL_HUB_ALLOWED_HOST. An option counts before a variable, and a \
      variable before the file.

      EXAMPLES
        perennial hub serve hub.sqlite
        perennial hub serve --config hub.json
        perennial hub serve --config hub.json --port 8432 --print-configuration
        perennial hub serve hub.sqlite --host 0.0.0.0 --allowed-host hub.example \\
          --tls-certificate chain.pem --tls-key key.pem
        perennial hub serve hub.sqlite --host 0.0.0.0 --behind-proxy --allowed-host hub.example
        perennial hub serve postgresql://hub@db.example/hub --assets /srv/hub-assets --port 8432
      """)

  @Argument(
    help: "The file of the hub, or postgresql://USER@HOST/DATABASE.", completion: .file())
  var database: String?

  @Option(
    help: ArgumentHelp(
      "A JSON file with settings. The default is the value of PERENNIAL_HUB_CONFIG.",
      valueName: "path"),
    completion: .file(extensions: ["json"]))
  var config: String?

  @Flag(help: "Print the settings and their sources, without secrets, and end.")
  var printConfiguration = false

  @Option(
    help: ArgumentHelp(
      "The folder of large values. The default is the one beside the file.", valueName: "folder"),
    completion: .directory)
  var assets: String?

  @Option(help: "The address to listen on. The default is 127.0.0.1.")
  var host: String?

  @Option(help: "The port to listen on; 0 lets the system choose one. The default is 8431.")
  var port: Int?

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

  @Flag(
    inversion: .prefixedNo,
    help: "Listen without TLS, because a proxy in front of the hub has the certificate.")
  var behindProxy: Bool?

  @Option(
    help: ArgumentHelp(
      "The most connections at a time. The default depends on the system.", valueName: "number"))
  var connections: Int?

  @Option(
    help: ArgumentHelp(
      "The days for which deletions are kept. The default is 180.", valueName: "days"))
  var retention: Int?

  @Option(
    help: ArgumentHelp(
      "The days after which a device has to sign in again. The default is never.",
      valueName: "days"))
  var tokenLifetime: Int?

  @Flag(
    inversion: .prefixedNo,
    help: "Serve pages for the operator, to browsers on this machine, and print their address.")
  var admin: Bool?

  @Option(
    help: ArgumentHelp(
      """
      The requests of a device in a second, and ten times as many at once; 0 for any number. The default is 200.
      """, valueName: "number"))
  var deviceRate: Int?

  @Option(
    help: ArgumentHelp(
      """
      The requests of an address in a second, and ten times as many at once; 0 for any number. The default is \
      1000, and any number behind a proxy and on the loopback interface.
      """, valueName: "number"))
  var addressRate: Int?

  @Option(
    help:
      "The least important entries of the log: debug, info, warning or error. The default is info.")
  var log: Logger.Level?

  func perform() async throws {
    let configuration = try HubConfiguration(
      self, environment: ProcessInfo.processInfo.environment)
    if printConfiguration { return show(configuration.entries) }
    let (database, folder) = (configuration.database, try configuration.database.assets)
    var options = configuration.options
    try options.check()
    let connections = configuration.connections
    DescriptorLimit.raise(to: (connections ?? 8192) + 512)
    options.limits = ServerLimits()
    if let connections {
      options.limits.connections = connections
      options.limits.streams = connections
    }
    var logger = Logger(label: "hub") { label in StreamLogHandler.standardError(label: label) }
    logger.logLevel = configuration.level
    let storage = try await database.openForServing()
    do {
      let server = try HubServer(storage, assets: folder, options: options, logger: logger)
      let host = options.host
      let name = host.contains(":") ? "[\(host)]" : host
      let scheme = options.certificate == nil ? "http" : "https"
      try await server.run { port in
        Console.print(
          "\(database.title) answers at \(scheme)://\(name):\(port)/ · Ctrl-C stops it.")
        if let path = server.adminAddress {
          Console.print("Open \(scheme)://\(Self.localName(name)):\(port)\(path) in a browser.")
        }
      }
    } catch {
      try? await storage.close()
      throw error
    }
    try await storage.close()
  }

  /// Returns the name by which a browser on this machine reaches the hub.
  private static func localName(_ host: String) -> String {
    ["0.0.0.0", "[::]"].contains(host) ? "localhost" : host
  }

  private func show(_ entries: [HubSettings.Entry]) {
    var columns = Columns([.left, .left, .left])
    for entry in entries { columns.add(entry.name, entry.value, entry.source) }
    for line in columns.text { Console.print(line) }
  }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
