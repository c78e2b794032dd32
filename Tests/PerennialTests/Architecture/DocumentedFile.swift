import Foundation

/// The doc comments of a file that has public declarations.
///
/// A doc comment counts as public if its declaration has the modifier `public` or `open`. Cases of enumerations and
/// requirements of protocols have neither, and are not counted.
struct DocumentedFile {
  /// The path, from the folder `Sources`.
  let path: String
  /// The number of lines.
  let lineCount: Int
  /// The number of lines that belong to doc comments.
  private(set) var docLineCount = 0
  /// The number of public declarations that have a doc comment.
  private(set) var publicCount = 0
  /// The number of public declarations whose doc comment has a sample in Swift.
  private(set) var sampleCount = 0
  /// The public functions and initializers that have a doc comment. Deprecated ones and members of nested types are not
  /// among them.
  private(set) var functions: [DocumentedFunction] = []

  /// Returns nil if the file has no public declaration.
  init?(path: String, text: String) {
    guard text.contains("public ") || text.contains("open ") else { return nil }
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    self.path = path
    lineCount = lines.count - (lines.last?.isEmpty == true ? 1 : 0)
    var isPublic = false
    // Not nil between a doc comment and its declaration: `true` if the comment has a sample.
    var hasSample: Bool?
    // The type that the declarations belong to. Its line is not indented, and those of its members by two columns.
    var owner = ""
    var isDeprecated = false
    // The parentheses of an attribute that are open at the end of a line.
    var depth = 0
    for bytes in lines {
      let line = Substring(bytes.drop { $0 == UInt8(ascii: " ") })
      let indent = bytes.count - line.utf8.count
      if indent == 0, let type = Self.type(declaredBy: line) { owner = type }
      if depth > 0 {
        depth += Self.depth(of: line)
      } else if line.hasPrefix("///") {
        docLineCount += 1
        if hasSample == nil { isDeprecated = false }
        hasSample = hasSample == true || line.hasSuffix("```swift")
      } else if hasSample != nil || !isPublic, Self.isPublicDeclaration(line) {
        isPublic = true
        publicCount += hasSample == nil ? 0 : 1
        sampleCount += hasSample == true ? 1 : 0
        if let hasSample, indent == 2, !isDeprecated,
          let name = DeclaredFunction.all(in: String(line)).first?.name
        {
          functions.append(DocumentedFunction(owner: owner, name: name, hasSample: hasSample))
        }
        hasSample = nil
      } else if line.hasPrefix("@") {
        if line.hasPrefix("@available(*, deprecated") { isDeprecated = true }
        depth = Self.depth(of: line)
      } else if !line.hasPrefix("//"), !line.hasPrefix("#if") {
        hasSample = nil
      }
    }
    if !isPublic { return nil }
  }

  private static func isPublicDeclaration(_ line: Substring) -> Bool {
    line.prefixMatch(of: /(@\S+ |[a-z]+ )*(public|open) (?!import )[a-z@]/) != nil
  }

  /// Returns the name of the type that a line declares or extends; nil if it does neither.
  private static func type(declaredBy line: Substring) -> String? {
    line.prefixMatch(
      of: /(@\S+ |[a-z]+ )*(class|struct|enum|actor|protocol|extension) (?<name>[\w.]+)/
    ).map { String($0.name) }
  }

  private static func depth(of line: Substring) -> Int {
    line.reduce(0) { $0 + ($1 == "(" ? 1 : $1 == ")" ? -1 : 0) }
  }
}

extension DocumentedFile {
  /// The name of the module: the first folder of the path.
  var module: String { String(path.prefix { $0 != "/" }) }

  /// The files with public declarations below `Sources`. The macros are a program of the compiler and have no API.
  static func all() throws -> [DocumentedFile] {
    let sources = URL(fileURLWithPath: #filePath)
      .appendingPathComponent("../../../../Sources").standardized
    return try FileManager.default.subpathsOfDirectory(atPath: sources.path).sorted()
      .filter { $0.hasSuffix(".swift") && !$0.hasPrefix("PerennialMacros/") }
      .compactMap { path in
        let text = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
        return DocumentedFile(path: path, text: text)
      }
  }
}
