extension PropertyLayout {
  /// Returns the JSON that a program has written, with the members of the JSON that it had read and whose names its type
  /// does not have. A later version of the program can have added them.
  ///
  /// - Parameters:
  ///   - text: The JSON that the program has written.
  ///   - known: The JSON that it had read.
  /// - Returns: `known` if the program has changed nothing; `text` if the type cannot have what was known, or if it has
  ///   all of its members.
  /// - Complexity: O(*n*) in the length of the texts.
  package func json(
    _ text: String, keepingMembersOf known: String, on connection: Connection
  ) throws -> String {
    guard isJSON, text != known, let written = try rewritten(known, on: connection),
      written != known
    else { return text }
    if text == written { return known }
    guard let known = try? JSONColumn.decode(JSONTree.self, from: known),
      let former = try? JSONColumn.decode(JSONTree.self, from: written),
      let new = try? JSONColumn.decode(JSONTree.self, from: text)
    else { return text }
    let kept = known.applyingChanges(from: former, to: new)
    return kept == new ? text : try JSONColumn.encode(kept)
  }

  /// Returns the JSON that the program writes for the value that it reads from another; nil if it cannot read it.
  private func rewritten(_ text: String, on connection: Connection) throws -> String? {
    func open<S: _Storage.Slot>(_ type: S.Type) throws -> String? {
      try connection.first("SELECT ?", [.text(text)]) { row in
        let slot = S(&row)
        defer { row.failure = nil }
        guard row.failure == nil, case .text(let text)? = try? slot._sqlValue.value else {
          return nil
        }
        return text
      }
    }
    return try open(slot)
  }
}
