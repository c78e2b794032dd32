import Foundation
import Testing

/// The benchmarks measure libraries: their values come from seeds, before a clock starts.
struct BenchmarkSeedTests {
  /// The sources of the benchmarks, relative to their package. The names of scratch files are random;
  /// they are made before a clock starts.
  static let sources: [String] = {
    let package = BenchmarkModelTests.benchmarks
    let folders = ["Models", "Sources/Benchmarks", "Sources/CountedWorkloads"]
    let files = folders.flatMap { folder in
      (FileManager.default.enumerator(atPath: package.appending(path: folder).path)?
        .compactMap { $0 as? String } ?? []).map { "\(folder)/\($0)" }
    }
    return files.filter { $0.hasSuffix(".swift") && !$0.hasSuffix("/ScratchDirectory.swift") }
      .sorted()
  }()

  @Test("13.Benchmarks No workload takes a random number, an identifier or a date from the system")
  func valuesAreSeeded() throws {
    #expect(Self.sources.count > 50)
    for file in Self.sources {
      let url = BenchmarkModelTests.benchmarks.appending(path: file)
      let text = try String(contentsOf: url, encoding: .utf8)
      for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      {
        #expect(!Self.asksTheSystem(line), "\(file):\(number + 1): \(line)")
      }
    }
  }

  @Test(
    "A source line that asks the system is found",
    arguments: [
      ("id = UUID()", true), ("Int.random(in: 0..<9)", true), ("positions.shuffled()", true),
      ("date = Date.now", true), ("date = Date()", true),
      ("Int.random(in: 0..<9, using: &random)", false), ("id = random.uuid()", false),
      ("Date(timeIntervalSinceReferenceDate: 1)", false),
    ])
  func recognition(line: String, isFound: Bool) {
    #expect(Self.asksTheSystem(line[...]) == isFound)
  }

  static func asksTheSystem(_ line: Substring) -> Bool {
    let calls = [
      "UUID()", "Date()", "Date.now", ".shuffled()", ".randomElement()",
      "SystemRandomNumberGenerator",
    ]
    if calls.contains(where: line.contains) { return true }
    return line.contains(".random(") && !line.contains("using: &")
  }
}
