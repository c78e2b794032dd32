#if !os(Windows)
import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("Backups where nothing may be written")
struct UnwritablePlaceTests {
  // In a process of its own: the user is one of the whole process.
  @Test("What cannot be written is told, by name, and nothing is changed")
  func readOnlyDirectory() async {
    await #expect(processExitsWith: .success) {
      let bench = try BackupBench(.file)
      try bench.fill()
      let backup = try bench.container.backUp(to: bench.place())
      let context = ModelContext(bench.container)
      let book = try #require(
        try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)])).first)
      book.title = "new"
      try context.save()
      try UnwritableDirectory.during(bench.directory.url) {
        let restored = try refusal { try bench.container.restore(from: backup) }
        #expect(restored == .storeFailure || restored == .readOnlyStore, "\(restored)")
        #expect(restored.explanation.contains(backup.url.path), "\(restored)")
        for place in [bench.place("b.backup"), bench.place("c/b.backup")] {
          let made = try refusal { try bench.container.backUp(to: place) }
          #expect(made == .backupFailure, "\(made)")
          #expect(made.explanation.contains(bench.directory.url.path), "\(made)")
        }
        let automatic = try refusal { try bench.container.backUpAutomatically() }
        #expect(automatic == .backupFailure, "\(automatic)")
        // To look at a backup needs nothing but to read it.
        try backup.verify()
      }
      #expect(book.title == "new")
      #expect(try bench.lines().contains("new 1 by Le"))
      #expect(try bench.others(besides: "a.backup").isEmpty)
      try bench.container.restore(from: backup)
      #expect(book.title == "A")
    }
  }
}
#endif
