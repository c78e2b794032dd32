import ArgumentParser
import CookbookModel
import CookbookWeb
import Foundation
import Logging

/// Opens the book, fills it on the first launch, and serves it until it is asked to stop.
@main
struct CookbookCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Cookbook",
    abstract: "A recipe book in the browser that keeps every open tab up to date.",
    version: "1.0.0"
  )

  @OptionGroup var options: Options

  func run() async throws {
    let seeds = try RecipeSeeds.bundled()
    let location = try options.location()
    let book = try RecipeBook(at: location)
    let isNew = try await book.writer.seedIfNew(with: seeds)
    var logger = Logger(label: "Cookbook")
    logger.logLevel = .notice
    let server = CookbookServer(
      book: book,
      seeds: seeds,
      host: options.host,
      port: options.port,
      logger: logger
    )
    let welcome = isNew ? "A new book, with \(seeds.recipes.count) recipes to begin with.\n" : ""
    let name = options.host.contains(":") ? "[\(options.host)]" : options.host
    try await server.run { port in
      let lines = """
        Cookbook keeps its recipes in \(location)
        \(welcome)Open http://\(name):\(port)/ · Ctrl-C stops it.

        """
      FileHandle.standardOutput.write(Data(lines.utf8))
    }
  }
}
