import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

/// A container of a library, in a file or in memory, and where its backups are.
struct BackupBench {
  let directory: ScratchDirectory
  let container: ModelContainer
  let kind: StoreKind

  var url: URL { directory.file("library.store") }

  init(_ kind: StoreKind, _ types: any PersistentModel.Type...) throws {
    self.kind = kind
    directory = try ScratchDirectory()
    let types = types.isEmpty ? [Author.self] : types
    container = try ModelContainer(
      for: Schema(types), configurations: [Self.configuration(kind, directory)])
  }

  private static func configuration(
    _ kind: StoreKind, _ directory: ScratchDirectory
  ) -> ModelConfiguration {
    kind == .file
      ? ModelConfiguration(url: directory.file("library.store"))
      : ModelConfiguration(isStoredInMemoryOnly: true)
  }

  /// Two authors, three books, two genres.
  func fill() throws {
    let context = ModelContext(container)
    let (le, um) = (Author(name: "Le"), Author(name: "Um"))
    let books = [
      Book(title: "A", year: 1, author: le), Book(title: "B", year: 2, author: le),
      Book(title: "C", year: 3, author: um),
    ]
    context.insert(Genre(name: "G", books: [books[2], books[0]]))
    context.insert(Genre(name: "H", books: [books[1]]))
    try context.save()
  }

  func place(_ name: String = "a.backup") -> URL { directory.file(name) }

  /// Everything that there is, by a context of its own.
  func lines(_ container: ModelContainer? = nil) throws -> [String] {
    try Self.lines(in: ModelContext(container ?? self.container))
  }

  static func lines(in context: ModelContext) throws -> [String] {
    let books = try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)]))
    let genres = try context.fetch(FetchDescriptor<Genre>(sortBy: [SortDescriptor(\.name)]))
    let authors = try context.fetch(FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)]))
    return books.map { "\($0.title) \($0.year) by \($0.author?.name ?? "-")" }
      + genres.map { "\($0.name): \($0.books.map(\.title).joined(separator: ","))" }
      + authors.map { "\($0.name): \($0.books.map(\.title).joined(separator: ","))" }
  }

  /// Returns the names of the files in the store's directory, without the store's and the given names.
  func others(besides names: String...) throws -> [String] {
    let known = names + ["library.store", "library.store-wal", "library.store-shm"]
    return try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
      .filter { !known.contains($0) }.sorted()
  }
}

extension Backup {
  /// The file of one of its stores.
  func file(_ number: Int = 1) -> URL { url.appendingPathComponent("\(number).store") }
}

extension RawDatabase {
  /// Returns the rows that programs have put into a store, and its structure, without its identity and
  /// its history.
  func contents() throws -> [String] {
    try dump().filter { line in
      !["_perennial_metadata:", "_perennial_history:", "_perennial_tombstones:"].contains {
        line.hasPrefix($0)
      }
    }
  }
}
