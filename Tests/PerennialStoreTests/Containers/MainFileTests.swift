import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

/// The write-ahead log has the newest transactions. Backup programs and people often copy the main file alone.
@Suite("A copy of a store's main file alone")
struct MainFileTests {
  @Test("41/25: It has the entities from the first moment, and says what it is")
  func created() throws {
    let directory = try ScratchDirectory()
    let (url, copy) = (directory.file("book.store"), directory.file("copy.store"))
    let container = try ModelContainer(
      for: Author.self, configurations: ModelConfiguration(url: url))
    try FileManager.default.copyItem(at: url, to: copy)

    // The header of a SQLite file has the application ID at byte 68, the most significant byte first.
    let bytes = try Data(contentsOf: copy)
    #expect(bytes.dropFirst(68).prefix(4).elementsEqual("Pern".utf8))
    let database = try StoreDatabase(copy)
    #expect(!database.isEmpty)
    #expect(database.entities.contains { $0.name == "Author" })
    // The container still uses a log.
    #expect(FileManager.default.fileExists(atPath: url.path + "-wal"))
    #expect(container.schema.entitiesByName["Author"] != nil)
  }

  @Test("41/25: Containers that create a store at once make one store", arguments: 0..<8)
  func createdTwice(_ round: Int) async throws {
    let directory = try ScratchDirectory()
    let url = directory.file("book.store")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          let context = ModelContext(
            try ModelContainer(for: Author.self, configurations: ModelConfiguration(url: url)))
          context.insert(Author(name: "\(number)"))
          try context.save()
        }
      }
      try await group.waitForAll()
    }
    let context = ModelContext(
      try ModelContainer(for: Author.self, configurations: ModelConfiguration(url: url)))
    let names = try context.fetch(FetchDescriptor<Author>()).map(\.name)
    #expect(names.sorted() == ["0", "1", "2", "3"])
  }
}
