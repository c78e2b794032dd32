import PerennialJSON

/// The problems in a catalog file, with their positions.
struct PresetFileProblems {
  let file: String
  private var found: [(position: TextPosition, text: String)] = []

  init(file: String) { self.file = file }

  var isEmpty: Bool { found.isEmpty }

  /// Adds a problem.
  ///
  /// - Parameter text: The mistake and its correction.
  mutating func add(_ position: TextPosition, _ text: String) { found.append((position, text)) }

  mutating func addMissingCatalog() {
    add(TextPosition(), "“catalog”, the name of the catalog, is missing")
  }

  /// The problems, one line each, in the order of the file.
  var lines: [String] {
    found.sorted { $0.position < $1.position }.map { "\(file):\($0.position): \($0.text)" }
  }

  /// Throws if there are problems.
  ///
  /// - Throws: ``PresetError/Code/invalidFile``.
  func throwIfAny() throws {
    if !isEmpty { throw PresetError(.invalidFile, lines) }
  }
}
