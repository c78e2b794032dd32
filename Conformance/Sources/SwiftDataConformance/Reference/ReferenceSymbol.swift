import Foundation

/// A public name of SwiftData, and its standing in this framework.
///
/// Overloads with the same labels share one symbol, such as `Schema.init(_:version:)`. The suite of its table
/// must refer to each overload.
public struct ReferenceSymbol: Hashable, Sendable {
  /// The relation of this framework's declaration to Apple's. The text is a phrase for the table in
  /// Documentation/Compatibility.md.
  public enum Standing: Hashable, Sendable {
    /// The name exists and behaves in the same way.
    case same
    /// The name exists. Its behaviour differs, or does more.
    case differs(String)
    /// The name exists. Using it throws an error.
    case refuses(String)
    /// The name does not exist, for the given reason.
    case missing(String)
  }

  /// The name with its type and labels: `ModelContext.fetch(_:batchSize:)`.
  public let name: String
  /// The relation of this framework's declaration to Apple's.
  public let standing: Standing

  /// Reads a line of a table: `Type: member, member`, or a name with its standing.
  static func read(_ line: Substring) -> [ReferenceSymbol] {
    guard !line.contains("|"), let colon = line.firstRange(of: ": ") else {
      return [ReferenceSymbol(line)]
    }
    let type = line[..<colon.lowerBound]
    return line[colon.upperBound...].split(separator: ", ").map { ReferenceSymbol("\(type).\($0)") }
  }

  /// Reads a name, `name | differs | how`, `name | throws | what`, or `name | missing | why`.
  private init(_ line: Substring) {
    let parts = line.cells
    name = parts.first ?? ""
    switch (parts.count, parts.count > 1 ? parts[1] : "") {
    case (3, "differs"): standing = .differs(parts[2])
    case (3, "throws"): standing = .refuses(parts[2])
    case (3, "missing"): standing = .missing(parts[2])
    default: standing = .same
    }
  }

  /// The name without the prefix of a macro.
  public var declaration: String {
    name.hasPrefix("@") || name.hasPrefix("#") ? String(name.dropFirst()) : name
  }
}

/// A table of names, and the suite that tests them.
///
/// A test of this framework reads the compiler's index, and fails if a symbol that is not missing has an
/// overload without a reference in ``files``.
public struct ReferenceTable: Sendable {
  /// The heading of the table.
  public let title: String
  /// The name of the suite's main file, without its extension.
  public let suite: String
  /// The files that the suite consists of.
  public let files: Set<String>
  /// The names, in the order of the table.
  public let symbols: [ReferenceSymbol]

  /// Reads a paragraph. Its first line has the title, the suite and the suite's further files, separated by
  /// bars; each other line has names.
  init(_ paragraph: Substring) {
    let lines = paragraph.split(separator: "\n")
    let heading = lines[0].cells
    title = heading[0]
    suite = heading[1]
    files = Set(heading.dropFirst())
    symbols = lines.dropFirst().flatMap(ReferenceSymbol.read)
  }

  /// Reads the tables of a text, whose paragraphs are separated by empty lines.
  static func tables(_ text: String) -> [ReferenceTable] {
    text.split(separator: "\n\n").map(ReferenceTable.init)
  }
}

extension Substring {
  /// The parts of a line between bars.
  fileprivate var cells: [String] {
    split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
  }
}

/// The public names of SwiftData as of its 2026 release. The names that belong to SwiftUI are in
/// ``swiftUI``, not in ``tables``.
///
/// ```swift
/// for table in Reference.tables {
///   let missing = table.symbols.filter { if case .missing = $0.standing { true } else { false } }
///   print("\(table.title): \(missing.count) of \(table.symbols.count) are missing")
/// }
/// ```
public enum Reference {
  /// The tables of all names of SwiftData, in the order of the documentation.
  public static let tables =
    containers + contexts + models + inheritance + fetching + schemas + stores + histories + results
    + macros
}
