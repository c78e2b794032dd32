import Foundation
import LayerTesting
import Testing

/// The section “Four walks” of Documentation/Architecture.md names the types and functions of each step, with their
/// files.
@Suite("Architecture: walks")
struct WalkTests {
  private let walks: [String]

  init() throws {
    let url = FolderUses.repository.appendingPathComponent("Documentation/Architecture.md")
    let page = try String(contentsOf: url, encoding: .utf8)
    let heading = try #require(page.range(of: "\n## Four walks\n"))
    let end = try #require(page[heading.upperBound...].range(of: "\n## "))
    walks = page[heading.upperBound..<end.lowerBound].components(separatedBy: "\n### ")
      .dropFirst().map { String($0) }
  }

  @Test("There are four, each with at most ten steps")
  func steps() throws {
    #expect(walks.count == 4)
    for walk in walks {
      let numbers = walk.matches(of: #/\n(\d+)\.\ /#).compactMap { Int($0.1) }
      #expect(numbers == Array(1...max(numbers.count, 1)) && numbers.count <= 10)
    }
  }

  @Test("The file of a step has the type and the function that the step names")
  func files() throws {
    for match in walks.joined().matches(of: /\[`([^`]+)`\]\(\.\.\/([^)]+)\)/) {
      let url = FolderUses.repository.appendingPathComponent(String(match.2))
      let text = try String(contentsOf: url, encoding: .utf8)
      let words = Set(text.split { !$0.isLetter && !$0.isNumber && $0 != "_" })
      for name in match.1.split(separator: ".") {
        #expect(words.contains(name), "\(match.2) does not have \(match.1)")
      }
    }
  }
}
