import Foundation
import Testing

/// The output of commands, as it was when it was last reviewed. `UPDATE_GOLDENS=1` writes it anew.
struct Golden {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Goldens")
  private static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] != nil

  /// - Parameters:
  ///   - text: What a command has printed.
  ///   - directory: Where it ran.
  static func expect(
    _ text: String, _ name: String, in directory: URL? = nil,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let text = steady(text, directory)
    let file = folder.appendingPathComponent("\(name).txt")
    if isUpdating { return try Data(text.utf8).write(to: file) }
    let golden = try String(contentsOf: file, encoding: .utf8)
    #expect(text == golden, "\(name).txt", sourceLocation: location)
  }

  /// The text without what is another in each run, or with another SQLite: where the store lies, its
  /// identifier, keys, the time, sizes.
  private static func steady(_ text: String, _ directory: URL?) -> String {
    var text = text
    if let directory { text = text.replacingOccurrences(of: directory.path, with: "/DIRECTORY") }
    for (pattern, replacement) in [
      (#"(?m)^Identifier  \S+"#, "Identifier  IDENTIFIER"),
      (#""identifier" : "\S+""#, #""identifier" : "IDENTIFIER""#),
      (#"(?m)^(Size +).*$"#, "$1SIZE"),
      (#"20\d\d-\d\d-\d\dT\d\d-\d\d-\d\d\.\d+Z(_\d+)?\.backup"#, "TIME.backup"),
      (#"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ to 20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ"#, "TIME to TIME"),
      (#"("begin"|"end"|"date"|"applied"|"time"|"deleted") : "\S+""#, "$1 : \"TIME\""),
      (#"(?m)^20\d\d\S+Z"#, "TIME"),
      (#"(?m)^(\S+( +\d+){4} +)20\d\d\S+Z$"#, "$1TIME"),
      (#"applied 20\d\d\S+Z"#, "applied TIME"),
      (#"(objects?), [\d.]+ [KM]B"#, "$1, SIZE"),
      (#"(?m)^([A-Z]\w* +\d+ +)[\d.]+ (bytes|[KMG]B)(?=$|  )"#, "$1SIZE"),
      (#"("file"|"free"|"log"|"bytes") : \d+"#, "$1 : SIZE"),
      (#"(?s)"parts" : \{.*?\}"#, "\"parts\" : {}"),
    ] {
      text = text.replacingOccurrences(of: pattern, with: replacement, options: .regularExpression)
    }
    // Columns are as wide as the size that is widest.
    text = text.replacingOccurrences(
      of: #"(?<=\d) {2,}SIZE"#, with: "  SIZE", options: .regularExpression)
    return numberingKeys(text)
  }

  /// Each key in the order in which it appears.
  private static func numberingKeys(_ text: String) -> String {
    var numbers: [Substring: Int] = [:]
    return text.replacing(#/[0-9]{17,19}/#) { match in
      let number = numbers[match.output] ?? numbers.count + 1
      numbers[match.output] = number
      return "KEY\(number)"
    }
  }
}
