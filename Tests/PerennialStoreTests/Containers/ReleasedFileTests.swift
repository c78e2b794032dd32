import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

/// The files that SQLite keeps beside a store while it is open.
@Suite("A store's file after the last container is released", .timeLimit(.minutes(1)))
struct ReleasedFileTests {
  private let directory: ScratchDirectory
  private let url: URL

  init() throws {
    directory = try ScratchDirectory()
    url = directory.file("released.store")
  }

  private func container(allowsSave: Bool = true) throws -> ModelContainer {
    try ModelContainer(
      for: Author.self, configurations: ModelConfiguration(url: url, allowsSave: allowsSave))
  }

  /// The names of the files in the store's directory.
  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.url.path).sorted()
  }

  private let open = ["released.store", "released.store-shm", "released.store-wal"]

  /// Writes an author, and reads in as many contexts at once.
  private func use(_ container: ModelContainer, contexts count: Int) throws {
    let writing = ModelContext(container)
    writing.insert(Author(name: UUID().uuidString))
    try writing.save()
    let contexts = (0..<count).map { _ in ModelContext(container) }
    for context in contexts { _ = try context.fetch(FetchDescriptor<Author>()) }
  }

  @Test("13.11 Only the store itself is left", arguments: [0, 1, 3, 8])
  func released(_ contexts: Int) throws {
    do {
      let container = try container()
      try use(container, contexts: contexts)
      #expect(try files() == open)
    }
    #expect(try files() == ["released.store"])
    let context = ModelContext(try container())
    #expect(try context.fetchCount(FetchDescriptor<Author>()) == 1)
  }

  @Test("13.11 The last of several containers tidies up", arguments: [0, 1])
  func severalContainers(_ last: Int) throws {
    var containers: [ModelContainer?] = [try container(), try container()]
    for container in containers.compactMap(\.self) { try use(container, contexts: 2) }
    containers[1 - last] = nil
    #expect(try files() == open)
    let context = try ModelContext(#require(containers[last]))
    #expect(try context.fetchCount(FetchDescriptor<Author>()) == 2)
    containers = []
    #expect(try files() == open)
    withExtendedLifetime(context) {}
  }

  @Test("13.11 A context or an object that is held keeps the files")
  func held() throws {
    var context: ModelContext? = ModelContext(try container())
    context?.insert(Author(name: "a"))
    try context?.save()
    var author = try context?.fetch(FetchDescriptor<Author>()).first
    #expect(try files() == open)
    context = nil
    #expect(author?.name == "a")
    #expect(author?.books.count == 0)
    #expect(try files() == open)
    author = nil
    #expect(try files() == ["released.store"])
  }

  @Test("13.11 The main context's container leaves the store itself too")
  @MainActor
  func mainContext() throws {
    do {
      let container = try container()
      container.mainContext.insert(Author(name: "a"))
      try container.mainContext.save()
      #expect(try container.mainContext.fetch(FetchDescriptor<Author>()).count == 1)
    }
    #expect(try files() == ["released.store"])
  }

  @Test("13.11 A connection of another program keeps them, and its log is whole")
  func otherProgram() throws {
    try use(try container(), contexts: 1)
    do {
      let other = try RawDatabase(url)
      #expect(try other.value("SELECT count(*) FROM Author") == "1")
      do { try use(try container(), contexts: 3) }
      #expect(try files() == open)
      #expect(try other.value("SELECT count(*) FROM Author") == "2")
    }
    #expect(try files() == ["released.store"])
  }

  @Test("13.11 A container that may not save changes nothing of the file")
  func readOnly() throws {
    try use(try container(), contexts: 1)
    let before = try Data(contentsOf: url)
    do {
      let container = try container(allowsSave: false)
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Author>()) == 1)
    }
    #expect(try Data(contentsOf: url) == before)
    // Beside a writer it leaves the log alone.
    let writing = try container()
    try use(writing, contexts: 1)
    let log = try Data(contentsOf: URL(fileURLWithPath: url.path + "-wal"))
    do {
      let container = try container(allowsSave: false)
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Author>()) == 2)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: url.path + "-wal")) == log)
    #expect(!log.isEmpty)
  }

  @Test("13.11 Files that wait for a change of the file do not keep it open")
  func watched() async throws {
    let here = try container()
    try use(here, contexts: 2)
    for _ in 0..<20 {
      var there: ModelContainer? = try container()
      try use(try #require(there), contexts: 2)
      there = nil
    }
    #expect(try files() == open)
    withExtendedLifetime(here) {}
  }
}
