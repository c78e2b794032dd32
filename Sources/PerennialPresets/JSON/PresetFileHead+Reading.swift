import PerennialJSON

extension PresetFileHead {
  /// The members that a file may have.
  static let members = [
    "$schema", "catalog", "version", "namespace", "leavingToUser", "presets",
  ]

  /// Reads the beginning of a file, up to the presets. The initialiser skips presets that come before
  /// the name or the version of the catalog. Without a version, it reads to the end of the file.
  ///
  /// - Throws: ``PresetError/Code/invalidFile``.
  init(_ source: PresetSource) throws {
    self.init()
    var problems = PresetFileProblems(file: source.name)
    do {
      var reader = JSONReader(try source.bytes())
      try reader.object { reader, name in
        if name == "presets", catalog != nil, version != nil { throw Stop() }
        guard Self.isHead(name) else { return try reader.skip() }
        read(name, from: try reader.node(), problems: &problems)
      }
      try reader.end()
    } catch let error as TextError {
      throw PresetError(error)
    } catch is Stop {}
    if catalog == nil, problems.isEmpty { problems.addMissingCatalog() }
    try problems.throwIfAny()
  }

  private struct Stop: Error {}

  private static func isHead(_ name: String) -> Bool {
    name == "catalog" || name == "version" || name == "namespace"
  }

  /// Reads a member. Ignores members that aren't part of the head.
  mutating func read(_ name: String, from node: JSONNode, problems: inout PresetFileProblems) {
    switch name {
    case "catalog":
      guard case .string(let text) = node.value, !text.isEmpty, !text.contains("/") else {
        return problems.add(
          node.position, "catalog: \(node.phrase) is not a name; write a text without a slash")
      }
      catalog = text
    case "version":
      guard case .number(let digits) = node.value, let number = Int(digits), number > 0 else {
        return problems.add(
          node.position, "version: \(node.phrase) is not a version; write a whole number from 1 on")
      }
      version = number
    case "namespace":
      guard case .string(let text) = node.value, !text.isEmpty else {
        return problems.add(
          node.position,
          "namespace: \(node.phrase) is not a URI; write a text such as \"https://…\"")
      }
      namespace = text
    default: break
    }
  }
}
