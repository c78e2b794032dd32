import Foundation

/// The source of the program that the samples of one page are.
///
/// Declarations are put into the file as they are, and the statements of each sample into a function, as if they
/// were in a method of an app. `#sourceLocation` gives each line its place in the page.
struct SampleSource {
  let page: String
  private let samples: [Sample]

  init(page: String, text: String) throws {
    self.page = page
    samples = try Sample.all(in: text)
  }

  /// The number of the samples that the compiler reads.
  var count: Int { programs.count + manifests.count }

  /// The lines that the samples need and readers of the page do not see.
  var hiddenLines: [Substring] { samples.flatMap(\.hidden).flatMap(\.lines) }

  /// `true` if the program of the page can be run.
  var hasEntryPoint: Bool { program?.contains("\n@main ") ?? false }

  /// The program of a page, or nil if it has only manifests.
  var program: String? {
    if programs.isEmpty { return nil }
    var imports: Set<String> = []
    var parts: [String] = []
    for (number, (sample, parameters)) in programs.enumerated() {
      var statements: [Fragment] = []
      for item in sample.hidden.flatMap(\.items) + sample.code.items {
        if item.lines.first?.hasPrefix("import ") == true {
          imports.formUnion(item.lines.filter { !$0.isEmpty }.map(String.init))
        } else if item.isDeclaration {
          parts.append(item.located(in: page))
        } else {
          statements.append(item)
        }
      }
      if statements.isEmpty { continue }
      parts.append("@MainActor func sample\(number)(\(parameters)) async throws {")
      parts += statements.map { $0.located(in: page) }
      parts.append("}")
    }
    let check = """
      func check(_ isTrue: Bool, line: Int = #line) {
        if !isTrue { fatalError("line \\(line) does not hold") }
      }
      """
    return (imports.sorted() + [check] + parts).joined(separator: "\n") + "\n"
  }

  /// The manifests of a page, each in a function, or nil if it has none.
  var manifest: String? {
    if manifests.isEmpty { return nil }
    var parts = ["import PackageDescription"]
    for (number, (sample, elements)) in manifests.enumerated() {
      var lines = sample.code.lines.map { $0.hasPrefix("import ") ? "" : $0 }
      if let elements { lines[0] = "let package: \(elements) = [\(lines[0])" }
      parts.append("func manifest\(number)() {")
      parts.append(Fragment(line: sample.code.line, lines: lines).located(in: page))
      parts.append(elements == nil ? "_ = package }" : "]; _ = package }")
    }
    return parts.joined(separator: "\n") + "\n"
  }

  private var programs: [(Sample, parameters: String)] {
    samples.compactMap { sample in
      guard case .program(let given) = sample.kind else { return nil }
      let parameters = given.split(separator: ", ").map { "_ \($0)" }.joined(separator: ", ")
      return (sample, parameters)
    }
  }

  private var manifests: [(Sample, elements: String?)] {
    samples.compactMap { sample in
      guard case .manifest(let elements) = sample.kind else { return nil }
      return (sample, elements)
    }
  }
}

extension Fragment {
  /// The declarations and statements of a sample. Each begins in the first column, where the cases of a switch are too.
  var items: [Fragment] {
    var items: [Fragment] = []
    var first: Int?
    var isAttribute = false
    for (offset, text) in lines.enumerated() {
      let begins =
        text.first.map { !" {})].".contains($0) } ?? false
        && text.prefixMatch(of: #/(case\b|default:)/#) == nil
      if begins, !isAttribute {
        if let first { items.append(part(first..<offset)) }
        first = offset
      }
      if begins { isAttribute = text.wholeMatch(of: #/@\w+(\(.*\))?|///? .*/#) != nil }
    }
    if let first { items.append(part(first..<lines.count)) }
    return items
  }

  private func part(_ range: Range<Int>) -> Fragment {
    Fragment(line: line + range.lowerBound, lines: Array(lines[range]))
  }

  /// A Boolean value that indicates whether the item is a declaration that a file can have beside types.
  var isDeclaration: Bool {
    let keywords = #/(class|struct|enum|actor|protocol|extension|func|typealias)\b.*/#
    let modifiers = #/((@\w+(\([^)]*\))?|public|final|private|nonisolated|indirect)\s+)*/#
    let code = lines.filter { !$0.hasPrefix("//") }.joined(separator: "\n")
    let start = code.prefixMatch(of: modifiers)?.range.upperBound ?? code.startIndex
    return code[start...].prefixMatch(of: keywords) != nil
  }
}
