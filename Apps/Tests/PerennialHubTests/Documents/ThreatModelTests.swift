import Foundation
import Testing

@Suite("Documentation/ThreatModel.md")
struct ThreatModelTests {
  @Test("Each line of the threats names a suite that exists")
  func lines() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = tests.appendingPathComponent("../../../Documentation/ThreatModel.md")
    let paths = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)
    let files = (paths?.allObjects ?? []).compactMap { ($0 as? URL)?.lastPathComponent }
    var count = 0
    for line in try String(contentsOf: page.standardizedFileURL, encoding: .utf8)
      .split(separator: "\n")
    {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard line.hasPrefix("|"), cells.count == 3, !cells[0].hasPrefix("---"), cells[2] != "Test"
      else { continue }
      let suites = cells[2].matches(of: /`(\w+)`/).map { String($0.1) }
      #expect(!suites.isEmpty, "\(line)")
      for suite in suites { #expect(files.contains("\(suite).swift"), "\(line)") }
      count += 1
    }
    #expect(count > 20)
  }
}
