#if !os(Windows)
import Foundation
import PerennialInspection
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A store on a medium that cannot be written, such as a DVD or a volume of another user.
@Suite("Stores in a directory that cannot be written")
struct ReadOnlyMediaTests {
  /// The files that there are of a store.
  enum Remains: String, CaseIterable, CustomTestStringConvertible {
    /// All is in the store's file: it was closed.
    case closed
    /// All is in the log, of which there is no index: it was copied from a process that was using it.
    case log
    /// There is an index as well, which no process uses.
    case logAndIndex

    var testDescription: String { rawValue }
    var suffixes: [String] {
      switch self {
      case .closed: [""]
      case .log: ["", "-wal"]
      case .logAndIndex: ["", "-wal", "-shm"]
      }
    }
  }

  /// Makes a store as it was left.
  static func make(_ remains: Remains, at url: URL, in scratch: URL) throws {
    let original = scratch.appendingPathComponent("original.store")
    let container = try Attic.container(original)
    let context = ModelContext(container)
    for number in 0..<4 { try Attic.Step(number).perform(in: context) }
    if remains == .closed { try RawDatabase.settle(original) }
    for suffix in remains.suffixes + ["-external"] {
      try FileManager.default.copyItem(atPath: original.path + suffix, toPath: url.path + suffix)
    }
    // The container is open until here, so what it wrote is where it wrote it.
    withExtendedLifetime(container) {}
  }

  static func export(_ url: URL) throws -> Data {
    var document = Data()
    try InspectedStore(url).exportJSON { document.append($0) }
    return document
  }

  // In a process of its own: the user and the temporary directory are ones of the whole process.
  @Test(
    "13.19 A store that cannot be written is read with all that was committed, and nothing is left behind",
    arguments: Remains.allCases)
  func reading(_ remains: Remains) async {
    await #expect(processExitsWith: .success) { [name = remains.rawValue as String] in
      let remains = try #require(Remains(rawValue: name))
      umask(0o022)
      let (scratch, medium, temporary) = (
        try ScratchDirectory(), try ScratchDirectory(), try ScratchDirectory()
      )
      let url = medium.file("attic.store")
      try ReadOnlyMediaTests.make(remains, at: url, in: scratch.url)
      let expected = try ReadOnlyMediaTests.export(scratch.file("original.store"))
      let names = try FileManager.default.contentsOfDirectory(atPath: medium.url.path).sorted()
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o777], ofItemAtPath: temporary.url.path)
      setenv("TMPDIR", temporary.url.path, 1)
      try UnwritableDirectory.during(medium.url) {
        let container = try ModelContainer(
          for: Attic.Crate.self,
          configurations: ModelConfiguration(url: url, allowsSave: false))
        let context = ModelContext(container)
        #expect(try Attic.lines(in: context) == Attic.lines(after: 4))
        let crate = try #require(try context.fetch(FetchDescriptor<Attic.Crate>()).first)
        crate.title = "new"
        #expect(try refusal { try context.save() } == .readOnlyStore)
        let store = try InspectedStore(url)
        #expect(try store.summary().entities.map(\.count) == [3])
        #expect(try store.summary().sizes.externalFiles > 0)
        #expect(try store.verify().isSound)
        #expect(try ReadOnlyMediaTests.export(url) == expected)
      }
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: medium.url.path).sorted() == names)
      #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.url.path) == [])
    }
  }

  @Test("13.19 A missing value is named by its place beside the store, and not beside the copy")
  func missingValue() async {
    await #expect(processExitsWith: .success) {
      umask(0o022)
      let (scratch, medium) = (try ScratchDirectory(), try ScratchDirectory())
      let url = medium.file("attic.store")
      try ReadOnlyMediaTests.make(.closed, at: url, in: scratch.url)
      let values = medium.file("attic.store-external")
      for name in try FileManager.default.contentsOfDirectory(atPath: values.path) {
        try FileManager.default.removeItem(at: values.appendingPathComponent(name))
      }
      try UnwritableDirectory.during(medium.url) {
        let problems = try InspectedStore(url).verify().problems.map(\.description)
        #expect(!problems.isEmpty)
        #expect(problems.allSatisfy { $0.contains(values.path) }, "\(problems)")
        let context = ModelContext(
          try ModelContainer(
            for: Attic.Crate.self,
            configurations: ModelConfiguration(url: url, allowsSave: false)))
        let crate = try #require(
          try context.fetch(FetchDescriptor<Attic.Crate>(sortBy: [SortDescriptor(\.number)])).first)
        let error = try refusal { _ = try context.read(\.content, of: crate) }
        #expect(error == .missingExternalFile)
        #expect(error.explanation.contains(values.path), "\(error)")
      }
    }
  }

  @Test("13.19 While another process writes, its transactions are read as they come")
  func livingWriter() async throws {
    let directory = try ScratchDirectory()
    let url = directory.file("attic.store")
    let container = try Attic.container(url)
    let context = ModelContext(container)
    for number in 0..<3 { try Attic.Step(number).perform(in: context) }
    for suffix in ["", "-wal", "-shm"] {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o644], ofItemAtPath: url.path + suffix)
    }
    async let child: Void = Self.follow(url.path)
    try await withTaskExecutorPreference(OwnThread()) {
      let isReading = patiently {
        FileManager.default.fileExists(atPath: directory.file("reading").path)
      }
      #expect(isReading)
      try Attic.Step(3).perform(in: context)
    }
    await child
  }

  /// A process that sees the store grow.
  private static func follow(_ path: String) async {
    await #expect(processExitsWith: .success) { [path = path as String] in
      let url = URL(fileURLWithPath: path)
      let directory = url.deletingLastPathComponent()
      let flag = directory.appendingPathComponent("reading")
      let user = geteuid()
      try UnwritableDirectory.during(directory) {
        let container = try ModelContainer(
          for: Attic.Crate.self,
          configurations: ModelConfiguration(url: url, allowsSave: false))
        let context = ModelContext(container)
        #expect(try Attic.lines(in: context) == Attic.lines(after: 3))
        // The flag is written as the user that has the permission.
        let reader = geteuid()
        _ = seteuid(user)
        try FileManager.default.setAttributes(
          [.posixPermissions: 0o755], ofItemAtPath: directory.path)
        try Data().write(to: flag)
        _ = seteuid(reader)
        let hasCome = try patiently { try Attic.lines(in: context) == Attic.lines(after: 4) }
        #expect(hasCome)
        #expect(try Attic.lines(in: ModelContext(container)) == Attic.lines(after: 4))
      }
    }
  }

  @Test("13.25 A store that cannot be made or written says that its directory is the reason")
  func unwritable() async {
    await #expect(processExitsWith: .success) {
      umask(0o022)
      let (scratch, medium) = (try ScratchDirectory(), try ScratchDirectory())
      let url = medium.file("attic.store")
      try ReadOnlyMediaTests.make(.closed, at: url, in: scratch.url)
      try UnwritableDirectory.during(medium.url) {
        for (file, words) in [
          (url, "allowsSave: false"), (medium.file("new.store"), "cannot be made in it"),
          (medium.file("folder/new.store"), "cannot be made"),
        ] {
          let error = try refusal { _ = try Attic.container(file) }
          #expect(error == .loadIssueModelContainer)
          #expect(error.explanation.contains(medium.url.path), "\(error)")
          #expect(error.explanation.contains(words), "\(error)")
        }
      }
    }
  }
}
#endif
