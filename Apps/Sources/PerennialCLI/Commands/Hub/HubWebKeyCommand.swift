import ArgumentParser
import Foundation
import PerennialHub
import PerennialRecords

struct HubWebKeyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "web-key",
    abstract:
      "Let programs use the CloudKit Web Services protocol: add, list and revoke their keys.",
    discussion: """
      An app reads the public database of a container with a token. A server reads and writes it with a key, by \
      which it signs its requests. Devices need neither: they use their own tokens. \
      Documentation/WebServices.md describes the requests.
      """,
    subcommands: [
      HubWebKeyAddCommand.self, HubWebKeyListCommand.self, HubWebKeyRevokeCommand.self,
    ])
}

struct HubWebKeyAddCommand: AsyncToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Make a token for an app, or register the public key of a server.",
    discussion: """
      The token is printed once: the hub keeps its digest. The first key creates the public database of the \
      container, which is the account CONTAINER:public.

      EXAMPLES
        perennial hub web-key add iCloud.example website
        perennial hub web-key add iCloud.example importer --public-key eckey.pub
      """)

  @Argument(help: "The identifier of the app's container.")
  var container: String

  @Argument(help: "The name of the key, for people.")
  var name: String

  @Option(
    help: ArgumentHelp(
      "The public key of a server, of the curve P-256, in a PEM file.", valueName: "path"),
    completion: .file())
  var publicKey: String?

  @OptionGroup var hub: HubDatabaseOptions

  @Flag(help: "Print JSON.")
  var json = false

  func perform() async throws {
    let pem: String?
    do {
      pem = try publicKey.map { try String(contentsOfFile: $0, encoding: .utf8) }
    } catch {
      throw HubStorageError(.missingFile, "\(publicKey ?? "") cannot be read.")
    }
    let now = StampClock.systemMilliseconds
    let (key, token) = try await hub.use { storage -> (WebKey, String?) in
      let administration = HubAdministration(storage)
      if let pem {
        let key = try await administration.addServerKey(pem, to: container, named: name, at: now)
        return (key, nil)
      }
      return try await administration.addAPIToken(to: container, named: name, at: now)
    }
    if json { return try Console.print(json: WebKeySummary(key, token: token)) }
    Console.print(token ?? key.id)
  }
}

struct HubWebKeyListCommand: AsyncToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the keys of a container.",
    discussion: """
      EXAMPLES
        perennial hub web-key list iCloud.example
      """)

  @Argument(help: "The identifier of the app's container.")
  var container: String

  @OptionGroup var hub: HubDatabaseOptions

  @Flag(help: "Print JSON.")
  var json = false

  func perform() async throws {
    let keys = try await hub.use { try await HubAdministration($0).webKeys(of: container) }
    if json { return try Console.print(json: keys.map { WebKeySummary($0, token: nil) }) }
    if keys.isEmpty { return Console.print("\(container) has no keys.") }
    var columns = Columns([.left, .left, .left])
    for key in keys {
      columns.add(key.kind == .apiToken ? "app" : "server", key.name, key.id)
    }
    for line in columns.text { Console.print(line) }
  }
}

struct HubWebKeyRevokeCommand: AsyncToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke",
    abstract: "Revoke a key of a container, at once.",
    discussion: """
      EXAMPLES
        perennial hub web-key revoke iCloud.example 1f0c2a3b4d5e6f70
      """)

  @Argument(help: "The identifier of the app's container.")
  var container: String

  @Argument(help: "The identifier of the key, as perennial hub web-key list prints it.")
  var key: String

  @OptionGroup var hub: HubDatabaseOptions

  @Flag(help: "Print JSON.")
  var json = false

  func perform() async throws {
    let now = StampClock.systemMilliseconds
    try await hub.use {
      try await HubAdministration($0).revokeWebKey(key, of: container, at: now)
    }
    if json { return try Console.print(json: ["container": container, "key": key]) }
    Console.print("Revoked the key \(key) of \(container).")
  }
}

/// A key, as JSON describes it.
struct WebKeySummary: Encodable {
  let key: String
  let kind: String
  let name: String
  let created: Date
  let token: String?

  init(_ key: WebKey, token: String?) {
    self.key = key.id
    kind = key.kind == .apiToken ? "app" : "server"
    name = key.name
    created = Date(milliseconds: key.created)
    self.token = token
  }
}
