import Foundation
import LayerTesting
import Testing

/// The section “Where the tests are” of CONTRIBUTING.md says which folder has the tests of a part. These tests compare
/// it with the folders.
@Suite("Architecture: folders of tests")
struct TestFolderTests {
  /// The paths of tests, by the part of the sources that they test.
  private let tests: [String: [String]]
  /// The paths of tests that cross folders.
  private let crossing: [String]

  init() throws {
    let url = FolderUses.repository.appendingPathComponent("CONTRIBUTING.md")
    let page = try String(contentsOf: url, encoding: .utf8)
    let rows = try Self.rows(of: "Part | Tests", in: page)
    tests = Dictionary(
      rows.map { ($0.first.first ?? "", $0.second) }, uniquingKeysWith: { first, _ in first })
    crossing = try Self.rows(of: "Tests | Contents", in: page).flatMap(\.first)
    try #require(tests.count == rows.count, "A part has two rows")
  }

  /// Returns the paths in the first two cells of each row of a table.
  private static func rows(
    of heading: String, in page: String
  ) throws -> [(first: [String], second: [String])] {
    let heading = try #require(page.range(of: "\n| \(heading) |\n|---|---|\n"))
    return page[heading.upperBound...].split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { $0.hasPrefix("| ") }
      .map { row in
        let cells = row.split(separator: "|").map { cell in
          cell.matches(of: /`([^`]+)`/).map { String($0.1) }
        }
        return (cells[0], cells.count > 1 ? cells[1] : [])
      }
  }

  /// The modules of the table, each with the folders of its tests.
  private var modules: [(path: String, targets: [String])] {
    tests.filter { $0.key.wholeMatch(of: /(Apps\/)?Sources\/[^\/]+/) != nil }
      .map { ($0.key, $0.value) }.sorted { $0.path < $1.path }
  }

  private static func folders(of module: String) throws -> Set<String> {
    let url = URL(fileURLWithPath: module)
    return try FolderUses.folders(
      of: url.lastPathComponent, in: module.hasPrefix("Apps/") ? "Apps/Sources" : "Sources")
  }

  /// Returns `true` if a file has a test, or a file in a folder.
  private static func hasTests(_ path: String) throws -> Bool {
    let url = FolderUses.repository.appendingPathComponent(path)
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: url.path)) ?? []
    let files = path.hasSuffix(".swift") ? [url] : names.map { url.appendingPathComponent($0) }
    return try files.contains {
      try $0.pathExtension == "swift"
        && String(contentsOf: $0, encoding: .utf8).contains("@Test")
    }
  }

  @Test("Each path of the tables exists, and has tests")
  func paths() throws {
    for part in tests.keys {
      let url = FolderUses.repository.appendingPathComponent(part)
      #expect(FileManager.default.fileExists(atPath: url.path), "\(part) does not exist")
    }
    for path in tests.values.joined() + crossing {
      #expect(try Self.hasTests(path), "\(path) has no tests")
    }
  }

  @Test("Each source folder has a test folder with its name, or a row of its own")
  func sourceFolders() throws {
    for (module, targets) in modules {
      for folder in try Self.folders(of: module).sorted()
      where tests["\(module)/\(folder)"] == nil {
        let isTested = try targets.contains { try Self.hasTests("\($0)/\(folder)") }
        #expect(isTested, "\(module)/\(folder) has neither a test folder nor a row")
      }
    }
  }

  @Test("Each test folder has the name of a source folder, or is in a row")
  func testFolders() throws {
    let isModule = Set(modules.map(\.path))
    let named = Set(tests.filter { !isModule.contains($0.key) }.values.joined()).union(crossing)
    for target in Set(modules.flatMap(\.targets)).sorted() where !named.contains(target) {
      let sources = try modules.filter { $0.targets.contains(target) }
        .reduce(into: Set<String>()) { $0.formUnion(try Self.folders(of: $1.path)) }
      let url = FolderUses.repository.appendingPathComponent(target)
      for folder in try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
      where !folder.hasSuffix(".swift") && !sources.contains(folder) {
        let path = "\(target)/\(folder)"
        if named.contains(path) { continue }
        #expect(try !Self.hasTests(path), "\(path) is in no row")
      }
    }
  }
}
