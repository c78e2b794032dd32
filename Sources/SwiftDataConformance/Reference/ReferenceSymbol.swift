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

  /// Reads a line of a table: a name, `name | differs | how`, `name | throws | what`, or
  /// `name | missing | why`.
  init(line: Substring) {
    let parts = line.split(separator: "|", maxSplits: 2).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
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

  init(_ title: String, suite: String, with others: String..., lines: String) {
    self.title = title
    self.suite = suite
    files = Set(others + [suite])
    symbols = lines.split(separator: "\n").map(ReferenceSymbol.init)
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
