import ArgumentParser
import Foundation
import Logging
import PerennialStudio

struct StudioCommand: AsyncToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio",
    abstract: "Browse a store in a web browser, and edit it.",
    discussion: """
      Prints an address of this machine. Open it in a browser to see the schema, the objects, their history, \
      presets, backups and the sync of the store, and to query it. The pages follow the changes of other \
      programs. The store is only read, unless --edit is given.

      The address has a token that works once: the browser that opens it first is signed in until the studio \
      ends. Ctrl-C, or a request to terminate, ends the studio.

      EXAMPLES
        perennial studio book.store
        perennial studio book.store --port 8090
        perennial studio book.store --edit
      """)

  @OptionGroup var store: StoreArgument

  @Flag(
    help: """
      Edit objects, create and delete them, and make and restore backups. Each edit can be undone until the \
      studio ends.
      """)
  var edit = false

  @Option(help: "The port to listen on; 0 lets the system choose one.")
  var port = 0

  func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port needs a number from 0 to 65535.")
    }
  }

  func perform() async throws {
    guard FileManager.default.fileExists(atPath: store.url.path) else {
      throw MissingFile(path: store.url.path)
    }
    var logger = Logger(label: "studio") { label in StreamLogHandler.standardError(label: label) }
    logger.logLevel = .warning
    let server = StudioServer(
      store: store.url, port: port, isEditing: edit, logger: logger)
    try await server.run { address in
      Console.print("Open \(address) in a browser · Ctrl-C stops the studio.")
    }
  }
}
