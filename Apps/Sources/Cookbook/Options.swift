import ArgumentParser
import CookbookModel
import CookbookWeb
import Foundation
import HardenedHTTP

/// The options of the command line.
struct Options: ParsableArguments {
  @Option(help: "The address to listen on.")
  var host = "127.0.0.1"

  @Option(
    help: ArgumentHelp(
      "Another host name to accept, such as the name of a proxy. Can be repeated.",
      valueName: "name")
  )
  var hostName: [String] = []

  @Option(help: "The port to listen on; 0 lets the system choose one.")
  var port = 8080

  @Option(
    help: ArgumentHelp(
      "The file of the book. It is created if it does not exist.", valueName: "path")
  )
  var store: String?

  @Flag(help: "Keep the book in memory only, to try Cookbook.")
  var inMemory = false

  @Option(
    help: ArgumentHelp(
      "The version of the presets of a new book. With an earlier version, Cookbook offers the update.",
      valueName: "version")
  )
  var recipes = RecipeSeeds.newestVersion

  @Option(
    help: ArgumentHelp(
      "The address of a hub that the book syncs with, such as https://hub.example.",
      valueName: "url"),
    transform: Self.address)
  var hub: URL?

  @Option(
    help: ArgumentHelp(
      "A pairing code of the hub, to sign in with if the book is signed out.", valueName: "code")
  )
  var pairingCode: String?

  @Option(
    help: ArgumentHelp("The name of this device on the hub.", valueName: "name"))
  var deviceName = "Cookbook on \(ProcessInfo.processInfo.hostName)"

  @Option(
    help: ArgumentHelp(
      "Write a journal of this number of entries, if the book has none.", valueName: "entries"))
  var journal = 0

  private static func address(_ text: String) throws -> URL {
    guard let url = URL(string: text) else {
      throw ValidationError("--hub needs the address of a hub, such as https://hub.example.")
    }
    return url
  }

  func validate() throws {
    guard AllowedHosts(listeningOn: host, adding: hostName) != nil else {
      throw ValidationError("\(ServerError.invalidHostName(hostName))")
    }
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port needs a number from 0 to 65535.")
    }
    guard (1...RecipeSeeds.newestVersion).contains(recipes) else {
      throw ValidationError("--recipes needs a version from 1 to \(RecipeSeeds.newestVersion).")
    }
    guard (0...1_000_000).contains(journal) else {
      throw ValidationError("--journal needs a number from 0 to 1000000.")
    }
    if inMemory && store != nil {
      throw ValidationError("--in-memory and --store exclude each other.")
    }
    if inMemory && hub != nil {
      throw ValidationError("--in-memory and --hub exclude each other: only files are synced.")
    }
    if pairingCode != nil && hub == nil { throw ValidationError("--pairing-code needs --hub.") }
    if let store, store.isEmpty { throw ValidationError("--store needs the path of a file.") }
  }

  /// Returns the hub of a book; nil if it does not sync.
  func hub(of location: BookLocation) throws(BookError) -> BookHub? {
    guard let hub, case .file(let file) = location else { return nil }
    return try BookHub(url: hub, besideBookAt: file, deviceName: deviceName)
  }

  /// Returns the location of the book.
  func location() throws(BookError) -> BookLocation {
    if inMemory { return .memory }
    if let store { return .file(URL(filePath: store)) }
    return try .standard()
  }
}
