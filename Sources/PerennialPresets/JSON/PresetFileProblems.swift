import PerennialInspection

/// What is wrong with a catalog file, and where.
struct PresetFileProblems {
  let file: String
  private var found: [(position: TextPosition, text: String)] = []

  init(file: String) { self.file = file }

  var isEmpty: Bool { found.isEmpty }

  /// - Parameter text: What is wrong, and what would be right.
  mutating func add(_ position: TextPosition, _ text: String) { found.append((position, text)) }

  mutating func addMissingCatalog() {
    add(TextPosition(), "“catalog”, the name of the catalog, is missing")
  }

  /// One line for each, in the order of the file.
  var lines: [String] {
    found.sorted { $0.position < $1.position }.map { "\(file):\($0.position): \($0.text)" }
  }

  /// - Throws: ``PresetError/Code/invalidFile``.
  func throwIfAny() throws {
    if !isEmpty { throw PresetError(.invalidFile, lines) }
  }
}

extension JSONNode {
  /// The value as an error shows it.
  var phrase: String {
    switch value {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .number(let digits): digits.count > 60 ? "\(digits.prefix(60))…" : digits
    case .string(let text):
      text.count > 60 ? "the text “\(text.prefix(60))…”" : "the text “\(text)”"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
