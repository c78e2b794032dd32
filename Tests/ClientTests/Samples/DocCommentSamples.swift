import Foundation

/// The samples in the doc comments of all modules, as one program.
///
/// Each sample is a namespace of its own, so that two samples can declare the same. They use the models and the values
/// of ``prelude``. A line with nothing but `…` leaves out code that a reader can imagine.
///
/// The samples of `PerennialUI` are ``ViewSamples``. The macros are a program of the compiler and have no API.
struct DocCommentSamples {
  /// The source of the program.
  private(set) var program: String
  /// The number of samples.
  private(set) var count = 0
  /// The places of the samples, by their text.
  private(set) var places: [String: [String]] = [:]

  init() throws {
    // The samples of custom stores use that of the conformance kit.
    let store = "Conformance/Sources/SwiftDataConformance/Stores/JSONStore.swift"
    program =
      Self.prelude + (try SamplePages.text(of: store).replacing("public import ", with: "import "))
    let folders = ["Sources", "Tests/PerennialSimulator"]
    for file in try folders.flatMap({ try SamplePages.names(below: $0, ending: ".swift") })
    where !file.hasPrefix("Sources/PerennialUI/") && !file.hasPrefix("Sources/PerennialMacros/") {
      let text = try SamplePages.text(of: file)
      #if !SealedSync
      if text.hasPrefix("#if SealedSync\n") { continue }
      #endif
      #if !FoundationGaps
      if file.hasPrefix("Sources/FoundationGaps/") { continue }
      #endif
      for sample in Fragment.docCommentSamples(in: text) {
        add(sample, of: file)
      }
    }
  }

  private mutating func add(_ sample: Fragment, of file: String) {
    count += 1
    places[sample.lines.joined(separator: "\n"), default: []].append("\(file):\(sample.line)")
    var (types, extensions, statements): ([String], [String], [String]) = ([], [], [])
    for item in sample.items {
      let text = item.located(in: file)
      if item.lines.first?.hasPrefix("extension ") == true {
        extensions.append(text)
      } else if item.isDeclaration {
        types.append(text)
      } else {
        statements.append(text)
      }
    }
    if !statements.isEmpty {
      types +=
        ["@MainActor static func statements() async throws {"] + statements + ["}"]
    }
    let lines = extensions + ["enum Sample\(count) {"] + types + ["}"]
    program += lines.joined(separator: "\n") + "\n"
  }
}

extension Fragment {
  /// The samples in the doc comments of a file.
  static func docCommentSamples(in text: String) -> [Fragment] {
    var samples: [Fragment] = []
    var sample: (first: Int, lines: [Substring])?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let text = line.drop { $0 == " " }
      guard text.hasPrefix("///") else { continue }
      let comment = text.dropFirst(text.hasPrefix("/// ") ? 4 : 3)
      switch (comment, sample) {
      case ("```swift", nil): sample = (index + 2, [])
      case ("```", let ended?):
        samples.append(Fragment(line: ended.first, lines: ended.lines))
        sample = nil
      case (_, _?):
        let isLeftOut = comment.drop { $0 == " " } == "…"
        sample?.lines.append(isLeftOut ? "" : Substring(comment.replacing("{ … }", with: "{}")))
      default: break
      }
    }
    return samples
  }
}
