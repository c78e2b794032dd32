import Foundation

/// A public name of SwiftData, and how this framework has it.
public struct ReferenceSymbol: Hashable, Sendable {
  public enum Standing: Hashable, Sendable {
    case same
    /// It is there, and does something else as well or instead.
    case differs(String)
    /// It is there, and refuses by an error.
    case refuses(String)
  }

  /// With its type and labels: `ModelContext.fetch(_:batchSize:)`.
  public let name: String
  public let standing: Standing

  /// Reads a line of a table: a name, or `name | differs | how`, or `name | throws | what`.
  init(line: Substring) {
    let parts = line.split(separator: "|", maxSplits: 2).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    name = parts.first ?? ""
    switch (parts.count, parts.count > 1 ? parts[1] : "") {
    case (3, "differs"): standing = .differs(parts[2])
    case (3, "throws"): standing = .refuses(parts[2])
    default: standing = .same
    }
  }

  /// The texts that source code which uses the symbol has: its name and its labels.
  var usage: [String] {
    let (path, labels) = Self.split(name)
    let components = path.split(separator: ".").map(String.init)
    guard let last = components.last else { return [] }
    let owner = components.dropLast().last ?? ""
    var texts: [String] = []
    switch last {
    case "init": texts.append("\(owner).init|\(owner)(|\(owner)<|.init(")
    case "subscript": texts.append("[")
    case "==", "<", "~=": texts.append(" \(last) |catch")
    default: texts.append(last)
    }
    return texts + labels.filter { $0 != "_" }.map { "\($0):" }
  }

  private static func split(_ name: String) -> (path: String, labels: [String]) {
    guard let open = name.firstIndex(of: "(") else { return (name, []) }
    let labels = name[name.index(after: open)...].dropLast().split(separator: ":")
    return (String(name[..<open]), labels.map(String.init))
  }
}

/// One table of names, and the suite that is about it.
public struct ReferenceTable: Sendable {
  public let title: String
  /// The file of the suite, without its extension.
  public let suite: String
  public let symbols: [ReferenceSymbol]

  init(_ title: String, suite: String, _ lines: String) {
    self.title = title
    self.suite = suite
    symbols = lines.split(separator: "\n").map(ReferenceSymbol.init)
  }
}

/// The public names of SwiftData as of its 2026 release, but for those that belong to SwiftUI.
public enum Reference {
  public static let tables =
    containers + contexts + models + fetching + schemas + stores + histories + results + macros
}
