#if !os(Windows)
import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Perennial

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("Backups where nothing may be written")
struct UnwritablePlaceTests {
  /// Runs a block as somebody who may read a directory, and not write to it.
  private static func without(writing directory: URL, _ body: () throws -> Void) throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: directory.path)
    // The superuser may write everywhere; others are who they are.
    let user = geteuid()
    _ = seteuid(user == 0 ? 65_534 : user)
    defer {
      _ = seteuid(user)
      try? FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: directory.path)
    }
    try body()
  }

  // In a process of its own: who somebody is, is a matter of the process.
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
      try UnwritablePlaceTests.without(writing: bench.directory.url) {
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
