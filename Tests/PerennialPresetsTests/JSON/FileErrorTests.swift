import Foundation
import PerennialPresets
import SwiftData
import Testing

@Suite("Mistakes in catalog files")
struct FileErrorTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let json: String
    let problems: [String]

    init(_ json: String, _ problems: String...) {
      self.json = json
      self.problems = problems
    }

    var testDescription: String { json }
  }

  /// Members of one specimen, on the line 2 from the column 24 on.
  static let values = [
    Case(
      #""tiny": 300"#,
      "2:34: Specimen “s”.tiny: 300 is no Int8; a whole number from -128 to 127 would be")
  ]

  @Test("A value that does not fit is told with its place and with what would", arguments: values)
  func value(_ mistake: Case) throws {
    let json = """
      {"catalog": "c", "presets": {"Specimen": [
      {"$id": "s", "slug": "", \(mistake.json)}]}}
      """
    let error = try #require(try Collection.problems(json))
    #expect(error.code == .invalidFile)
    #expect(error.problems == mistake.problems.map { "a.json:\($0)" })
  }
}
