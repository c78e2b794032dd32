import Foundation
import Testing

/// The pages with samples: the README, those of Documentation, and the landing pages of the modules.
enum SamplePages {
  private static let package = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..")
    .standardized

  static func all() throws -> [SampleSource] {
    let names = try names(below: "Documentation") + names(below: "Sources")
    return try (["README.md"] + names).map { name in
      try SampleSource(page: name, text: text(of: name))
    }.filter { $0.count > 0 }
  }

  /// The paths of the pages below a folder.
  static func names(below folder: String, ending: String = ".md") throws -> [String] {
    try FileManager.default.subpathsOfDirectory(
      atPath: package.appendingPathComponent(folder).path
    ).filter { $0.hasSuffix(ending) }.map { "\(folder)/\($0)" }.sorted()
  }

  /// Returns `true` if the repository has a file or a folder.
  static func has(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: package.appendingPathComponent(path).path)
  }

  static func text(of file: String) throws -> String {
    try String(contentsOf: package.appendingPathComponent(file), encoding: .utf8)
  }
}

extension SampleSource: CustomTestStringConvertible {
  var testDescription: String { page }
}
