/// A fenced block of Swift in a page of Markdown.
///
/// A comment of HTML before the fence can say what the page leaves out. Readers do not see it:
///
/// - `<!-- sample: given container: ModelContainer -->` names values that the statements use.
/// - `<!-- sample: with SealedSync, given hub: SyncHub -->` does so for statements that need the package trait. They are
///   compiled if the tests are built with it, as `make test` builds them.
/// - `<!-- sample: manifest -->` marks a manifest, and `<!-- sample: manifest [Target] -->` elements of a list
///   in one.
/// - `<!-- sample: views -->` marks views and statements with them, see ``ViewSamples``.
/// - `<!-- sample: not compiled because … -->` marks a sketch.
/// - `<!-- sample`, lines of Swift and `-->` declare what the sample needs. With an entry point, `@main`, the
///   program of the page is run. It checks what the page says: `check(names == ["Rice"])`.
struct Sample {
  enum Kind: Equatable {
    /// Declarations and statements of a program. The statements use the named parameters.
    case program(given: String)
    /// A manifest of a package, or elements of a list of the type.
    case manifest(elements: String?)
    /// Views of SwiftUI.
    case views
    case sketch(reason: String)
  }

  let kind: Kind
  /// The number of the first line in the page, and the lines.
  let code: Fragment
  /// Declarations that the page does not show.
  let hidden: [Fragment]
}

/// Successive lines of a page.
struct Fragment {
  /// The number of the first line. The first line of a page has the number 1.
  let line: Int
  let lines: [Substring]

  /// The directive by which the compiler's messages name the page and its lines.
  func located(in page: String) -> String {
    (["#sourceLocation(file: \"\(page)\", line: \(line))"] + lines.map(String.init))
      .joined(separator: "\n")
  }
}

extension Sample {
  /// The samples of a page, in order.
  ///
  /// - Throws: ``UnknownMarker``.
  static func all(in text: String) throws -> [Sample] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var samples: [Sample] = []
    var kind = Kind.program(given: "")
    var hidden: [Fragment] = []
    var index = 0
    func body(until end: String) -> Fragment {
      let first = index + 1
      index = lines[first...].firstIndex { $0 == end } ?? lines.endIndex - 1
      return Fragment(line: first + 1, lines: Array(lines[first..<index]))
    }
    while index < lines.endIndex {
      switch lines[index] {
      case "```swift":
        samples.append(Sample(kind: kind, code: body(until: "```"), hidden: hidden))
        (kind, hidden) = (.program(given: ""), [])
      case "<!-- sample":
        hidden.append(body(until: "-->"))
      case let line where line.hasPrefix("<!-- sample: "):
        kind = try Kind(marker: line, number: index + 1)
      case let line where line.hasPrefix("```"):
        _ = body(until: "```")
      default:
        break
      }
      index += 1
    }
    return samples
  }
}

extension Sample.Kind {
  fileprivate init(marker: Substring, number: Int) throws {
    if let match = marker.wholeMatch(of: #/<!-- sample: given (.+) -->/#) {
      self = .program(given: String(match.1))
    } else if let match = marker.wholeMatch(of: #/<!-- sample: manifest(?: (\[\w+\]))? -->/#) {
      self = .manifest(elements: match.1.map(String.init))
    } else if let match = marker.wholeMatch(
      of: #/<!-- sample: with SealedSync, given (.+) -->/#)
    {
      #if SealedSync
      self = .program(given: String(match.1))
      #else
      self = .sketch(reason: "the trait is off: \(match.1)")
      #endif
    } else if marker == "<!-- sample: views -->" {
      self = .views
    } else if let match = marker.wholeMatch(of: #/<!-- sample: not compiled because (.+) -->/#) {
      self = .sketch(reason: String(match.1))
    } else {
      throw UnknownMarker(line: number, text: String(marker))
    }
  }
}

/// A comment before a sample that the tests cannot read.
struct UnknownMarker: Error {
  let line: Int
  let text: String
}
