import ArgumentParser
import CookbookModel
import CookbookWeb
import Foundation
import HardenedHTTP
import Logging
import Perennial

/// Opens the book, updates its presets to the wanted version, and serves it until it is
/// asked to stop.
@main
struct CookbookCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Cookbook",
    abstract: "A recipe book in the browser that keeps every open tab up to date.",
    version: PerennialVersion.current
  )

  @OptionGroup var options: Options

  func run() async throws {
    let location = try options.location()
    let book = try RecipeBook(
      at: location,
      recipes: try .bundled(version: options.recipes),
      offering: options.recipes < RecipeSeeds.newestVersion ? try .bundled() : nil,
      syncingWith: try options.hub(of: location)
    )
    try await signIn(book)
    if options.journal > 0 { try await book.writer.writeJournal(ofEntries: options.journal) }
    var logger = Logger(label: "Cookbook")
    logger.logLevel = .notice
    DescriptorLimit.raise()
    var server = CookbookServer(
      book: book,
      host: options.host,
      port: options.port,
      logger: logger
    )
    server.hostNames = options.hostName
    let news = book.starters.opening.isEmpty ? "" : "\(book.starters.opening)\n"
    let name = options.host.contains(":") ? "[\(options.host)]" : options.host
    try await server.run { port in
      let lines = """
        Cookbook keeps its recipes in \(location)
        \(news)\(sync(of: book))Open http://\(name):\(port)/ · Ctrl-C stops it.

        """
      FileHandle.standardOutput.write(Data(lines.utf8))
    }
  }

  /// Signs in with the pairing code of the command line, if the book is signed out.
  private func signIn(_ book: RecipeBook) async throws {
    guard let sync = book.sync, let code = options.pairingCode, !sync.isSignedIn else { return }
    try await sync.signIn(code: code, deviceName: sync.deviceName)
  }

  /// Returns a line about the sync of a book; empty if it does not sync.
  private func sync(of book: RecipeBook) -> String {
    guard let sync = book.sync else { return "" }
    let state = sync.isSignedIn ? "syncs" : "is signed out. Sign in at /sync to sync"
    return "This book \(state) with \(sync.address)\n"
  }
}
