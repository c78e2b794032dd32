import ArgumentParser
import Foundation
import PerennialAppleStores

struct ModelCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "model",
    abstract: "Write Swift classes for a file of Apple's SwiftData or Core Data.",
    discussion: """
      Writes a class with @Model for each entity, types for composite attributes, and a schema with the version \
      of the file's model. The classes compile with import SwiftData, and an import with StoreImport takes the \
      objects of the file into them.

      A file does not record everything that source text says. The comments at the beginning of the text name \
      what to look at. Names that Swift cannot have are replaced. Nothing is written to the file.

      EXAMPLES
        perennial model library.sqlite
        perennial model library.sqlite Library.swift --schema LibrarySchemaV1
      """)

  @Argument(help: "The file of the store.", completion: .file(extensions: ["store", "sqlite"]))
  var store: String

  @Argument(help: "The file to write; standard output without it.", completion: .file())
  var output: String?

  @Option(help: ArgumentHelp("The name of the schema.", valueName: "name"))
  var schema = "StoreSchema"

  @Flag(help: "Replace an existing file.")
  var force = false

  func validate() throws {
    try StoreArgument.checkPath(store)
    guard schema.wholeMatch(of: #/[A-Za-z][A-Za-z0-9_]*/#) != nil else {
      throw ValidationError("--schema needs a name of letters and digits, such as LibrarySchemaV1.")
    }
    if force, output == nil || output == "-" {
      throw ValidationError("--force is for a file. Give its path.")
    }
  }

  func perform() throws {
    let url = URL(fileURLWithPath: store)
    guard FileManager.default.fileExists(atPath: url.path) else {
      throw MissingFile(path: url.path)
    }
    let source = try AppleStore(contentsOf: url).modelSource(schemaName: schema)
    guard let output, output != "-" else { return Console.write(Data(source.text.utf8)) }
    let target = URL(fileURLWithPath: output)
    let parts = ["", "-wal", "-shm", "-journal"].map { url.resolvingSymlinksInPath().path + $0 }
    if parts.contains(target.resolvingSymlinksInPath().path) {
      throw ExistingItem(
        path: target.path, remedy: "The file is the store or a part of it. Give another path")
    }
    if !force, FileManager.default.fileExists(atPath: target.path) {
      throw ExistingItem(path: target.path, remedy: "Use --force to replace it")
    }
    do {
      try Data(source.text.utf8).write(to: target, options: .atomic)
    } catch {
      throw UnwritableFile(path: target.path, reason: error.localizedDescription)
    }
    for remark in source.remarks { Console.complain("perennial: \(remark)") }
    Console.print("Wrote \(output)")
  }
}

/// The error for a file that cannot be written.
struct UnwritableFile: CommandError {
  let exitStatus = ExitStatus.unwritable
  let path: String
  let reason: String
  var description: String { "\(path) cannot be written: \(reason)" }
}
