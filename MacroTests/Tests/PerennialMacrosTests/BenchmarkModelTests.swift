import Foundation
import Testing

/// The benchmarks compile without the plug-in, so that an optimised build of them need not compile
/// swift-syntax; their models are kept as expansions.
struct BenchmarkModelTests {
  static let benchmarks = URL(filePath: #filePath)
    .appending(path: "../../../../Benchmarks").standardized

  static let models: [String] = {
    let folder = benchmarks.appending(path: "Models").path
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(".swift") }.sorted()
  }()

  @Test("The benchmark's expanded models are up to date", arguments: models)
  func expansionIsUpToDate(model: String) throws {
    let original = Self.benchmarks.appending(path: "Models/\(model)")
    let expansion = Self.benchmarks.appending(path: "Sources/Benchmarks/Expanded/\(model)")
    let source = try String(contentsOf: original, encoding: .utf8)
    let expected = ExpandedModel(of: source, named: model).source
    if ProcessInfo.processInfo.environment["UPDATE_EXPANSIONS"] == "1" {
      try FileManager.default.createDirectory(
        at: expansion.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try expected.write(to: expansion, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: expansion, encoding: .utf8) == expected)
  }

  @Test("An expansion keeps initial values, and types where they are evident")
  func initialValues() {
    let source = ExpandedModel(
      of: """
        @Model final class Item {
          var id = UUID()
          var count = 1
          var tags: [Tag] = []
          init() {}
        }
        """,
      named: "Item.swift"
    ).source
    #expect(source.contains("var id: UUID = UUID() {"))
    #expect(source.contains("var count: Int = 1 {"))
    #expect(source.contains("var tags: [Tag] = [] {"))
    #expect(!source.contains("@Model"))
  }
}
