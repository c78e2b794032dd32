import Foundation
import SwiftData
import Testing

@Suite("Files")
struct FileAccessTests {
  private let directory: URL

  init() throws {
    directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("gaps-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  private func withFile(_ body: (URL) throws -> Void) throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let file = directory.appendingPathComponent("a.txt")
    try Data("a".utf8).write(to: file)
    try body(file)
  }

  private func resolve(_ data: Data, relativeTo base: URL? = nil) throws -> (URL, Bool) {
    var isStale = true
    let url = try URL(
      resolvingBookmarkData: data, options: .withSecurityScope, relativeTo: base,
      bookmarkDataIsStale: &isStale)
    return (url, isStale)
  }

  @Test("13.12 An app group's directory is that of stores with the group")
  func group() throws {
    let name = "group.gaps-\(UUID().uuidString)"
    let manager = FileManager.default
    let group = try #require(manager.containerURL(forSecurityApplicationGroupIdentifier: name))
    defer { try? manager.removeItem(at: group) }
    let store = ModelConfiguration("s", groupContainer: .identifier(name)).url
    #expect(
      store.deletingLastPathComponent().standardizedFileURL.path == group.standardizedFileURL.path)
    #expect(manager.fileExists(atPath: group.path))
    for name in ["", ".", "..", "a/b", "a\0"] {
      #expect(manager.containerURL(forSecurityApplicationGroupIdentifier: name) == nil)
    }
  }

  @Test("13.12 Access to a file is not limited by a scope")
  func scope() throws {
    try withFile { file in
      #expect(file.startAccessingSecurityScopedResource())
      defer { file.stopAccessingSecurityScopedResource() }
      let contents = try Data(contentsOf: file)
      #expect(contents == Data("a".utf8))
    }
  }

  @Test("13.12 A bookmark finds its file, also under another name")
  func bookmark() throws {
    try withFile { file in
      let data = try file.bookmarkData(options: .withSecurityScope)
      let (same, isStale) = try resolve(data)
      #expect(same.standardizedFileURL.path == file.standardizedFileURL.path)
      #expect(!isStale)
      let renamed = directory.appendingPathComponent("b.txt")
      try FileManager.default.moveItem(at: file, to: renamed)
      let (found, isStaleThen) = try resolve(data)
      #expect(found.lastPathComponent == "b.txt")
      #expect(isStaleThen)
    }
  }

  @Test("13.12 A bookmark survives the move of its file with the document that has it")
  func relative() throws {
    try withFile { file in
      let document = directory.appendingPathComponent("document")
      try Data().write(to: document)
      let data = try file.bookmarkData(relativeTo: document)
      let moved = directory.appendingPathExtension("moved")
      try FileManager.default.moveItem(at: directory, to: moved)
      defer { try? FileManager.default.removeItem(at: moved) }
      let (found, isStale) = try resolve(data, relativeTo: moved.appendingPathComponent("document"))
      #expect(try Data(contentsOf: found) == Data("a".utf8))
      #expect(isStale)
    }
  }

  @Test("13.12 What cannot be bookmarked or resolved throws")
  func failures() throws {
    try withFile { file in
      let data = try file.bookmarkData()
      try FileManager.default.removeItem(at: file)
      expectError(.fileNoSuchFile) { try resolve(data) }
      expectError(.fileReadNoSuchFile) { try file.bookmarkData() }
      expectError(.fileReadCorruptFile) { try resolve(Data("x".utf8)) }
      let page = try #require(URL(string: "https://example.org"))
      expectError(.fileReadUnsupportedScheme) { try page.bookmarkData() }
      expectError(.featureUnsupported) {
        try directory.bookmarkData(includingResourceValuesForKeys: [.fileSizeKey])
      }
    }
  }

  /// Checks that a call throws a Cocoa error with a code.
  private func expectError(
    _ code: CocoaError.Code, _ body: () throws -> Any,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(sourceLocation: sourceLocation) {
      _ = try body()
    } throws: { error in
      (error as? CocoaError)?.code == code
    }
  }

  @Test("13.12 A pool releases nothing late, and passes on what its body returns or throws")
  func pool() {
    final class Object {}
    weak var object: Object?
    let number = autoreleasepool {
      let made = Object()
      object = made
      return 3
    }
    #expect(number == 3)
    #expect(object == nil)
    #expect(throws: CancellationError.self) { try autoreleasepool { throw CancellationError() } }
  }
}
