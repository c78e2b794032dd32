import Foundation
import StoreTesting
import SwiftData
import Testing

/// Two programs that are launched for the first time at once make one file.
@Suite("Opening a file that another program is writing", .timeLimit(.minutes(1)))
struct LockedFileTests {
  @Model
  final class Note {
    var text: String
    init(_ text: String) { self.text = text }
  }

  @Test("A new file is waited for", arguments: ["ROLLBACK", "COMMIT"])
  func newFile(_ end: String) async throws {
    let directory = try ScratchDirectory()
    let url = directory.file("new.store")
    let other = try RawDatabase(url)
    // Whoever turns to a write-ahead log has read the file, and wants to write it.
    try other.run("BEGIN IMMEDIATE; PRAGMA user_version = 0")
    async let opened = withTaskExecutorPreference(OwnThread()) {
      let container = try ModelContainer(
        for: Note.self, configurations: ModelConfiguration(url: url))
      let context = ModelContext(container)
      context.insert(Note("one"))
      try context.save()
      return try context.fetchCount(FetchDescriptor<Note>())
    }
    try await Task.sleep(for: .milliseconds(100))
    try other.run(end)
    #expect(try await opened == 1)
  }
}
