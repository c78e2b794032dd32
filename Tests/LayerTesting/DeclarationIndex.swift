import CompilerIndex
import Foundation

/// The public declarations of modules, and the files of another module that use them, as the compiler's index records
/// them.
public struct DeclarationIndex {
  /// The public declarations of each name, `ModelContext.fetch(_:batchSize:)`: the symbols of all its
  /// overloads.
  public let declarations: [String: Set<String>]
  /// The names of the declarations that are written down, meet no requirement and override nothing. They
  /// do not follow from the protocols and superclasses.
  public let originals: Set<String>
  /// The files of the other module in which a symbol is referred to, or a requirement met; without extension.
  public let uses: [String: Set<String>]

  /// Reads the declarations of modules, and their uses by another module.
  ///
  /// - Throws: ``IndexStore/Failure`` if the index cannot be read.
  public init(of modules: [String], usedBy user: String) throws {
    var sources = Sources()
    for module in modules { try sources.read(module) }
    declarations = sources.declarations()
    originals = Set(declarations.filter { $0.value.contains(where: sources.isOriginal) }.keys)
    var users = Sources()
    try users.read(user)
    var uses = users.uses
    // A protocol's implementation of another module's requirement, such as `==`, is called through the
    // requirement.
    for (declaration, requirements) in sources.foreignRequirements() {
      for requirement in requirements {
        uses[declaration, default: []].formUnion(users.uses[requirement] ?? [])
      }
    }
    self.uses = uses
  }

  /// Returns the public declarations of modules that have no documentation comment, each as
  /// `path:line: name`. A declaration that meets a requirement, or overrides another, has the
  /// documentation of the other.
  public static func undocumented(in modules: [String]) throws -> [String] {
    var sources = Sources()
    for module in modules { try sources.read(module) }
    return sources.undocumented()
  }
}

/// The symbols that occur in the sources of one module.
private struct Sources {
  private struct Definition {
    let file: String
    let line: Int
    let kind: Int32
    let name: String
    let overrides: Set<String>
    let isImplicit: Bool
  }

  private var definitions: [String: Definition] = [:]
  private var names: [String: String] = [:]
  private var parents: [String: String] = [:]
  /// The types that extensions extend, by the symbols of the extensions.
  private var extended: [String: String] = [:]
  private(set) var uses: [String: Set<String>] = [:]

  /// Files that are gone leave their part of the index behind.
  private var files: [String: Bool] = [:]

  // MARK: Reading

  mutating func read(_ module: String) throws {
    let (library, store) = try IndexStore.places()
    try withUnsafeMutablePointer(to: &self) { sources in
      let failure = compiler_index_visit(library, store, module, sources) { context, occurrence in
        guard let occurrence else { return }
        context?.assumingMemoryBound(to: Sources.self).pointee.add(occurrence.pointee)
      }
      if let failure { throw IndexStore.Failure(String(cString: failure)) }
    }
  }

  private mutating func add(_ occurrence: compiler_index_occurrence) {
    let roles = Role(rawValue: occurrence.roles)
    let relations = UnsafeBufferPointer(
      start: occurrence.relations, count: occurrence.relation_count
    ).map { (roles: Role(rawValue: $0.roles), symbol: $0.symbol.text, name: $0.name.text) }
    let (symbol, file) = (occurrence.symbol.text, occurrence.file.text)
    let isThere = files[file] ?? FileManager.default.fileExists(atPath: file)
    files[file] = isThere
    guard isThere else { return }

    names[symbol] = occurrence.name.text
    for relation in relations {
      names[relation.symbol] = relation.name
      if relation.roles.contains(.extended) { extended[relation.symbol] = symbol }
    }
    let place = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
    if roles.contains(.reference) { uses[symbol, default: []].insert(place) }
    guard roles.contains(.definition) else { return }
    let overridden = Set(relations.filter { $0.roles.contains(.override) }.map(\.symbol))
    for requirement in overridden { uses[requirement, default: []].insert(place) }
    if let parent = relations.first(where: { $0.roles.contains(Role.child) }) {
      parents[symbol] = parent.symbol
    }
    definitions[symbol] = Definition(
      file: file, line: Int(occurrence.line), kind: occurrence.kind, name: occurrence.name.text,
      overrides: overridden, isImplicit: roles.contains(.implicit))
  }

  private struct Role: OptionSet {
    let rawValue: UInt64
    static let definition = Role(rawValue: UInt64(compiler_index_definition))
    static let reference = Role(rawValue: UInt64(compiler_index_reference))
    static let implicit = Role(rawValue: UInt64(compiler_index_implicit))
    static let child = Role(rawValue: UInt64(compiler_index_child))
    static let override = Role(rawValue: UInt64(compiler_index_override))
    static let extended = Role(rawValue: UInt64(compiler_index_extended))
  }

  // MARK: Declarations

  /// Returns `true` if a declaration is written down, meets no requirement and overrides nothing.
  func isOriginal(_ symbol: String) -> Bool {
    // Generic parameters are marked by the end of their symbols alone.
    guard let definition = definitions[symbol], !symbol.hasSuffix("mfp") else { return false }
    return definition.overrides.isEmpty && !definition.isImplicit
  }

  /// The public declarations, by name. What a protocol has for a requirement by default is the same
  /// declaration as the requirement.
  func declarations() -> [String: Set<String>] {
    var lines = Lines()
    var found: [String: Set<String>] = [:]
    for (symbol, definition) in definitions where isDeclaration(definition) {
      guard isPublic(symbol, &lines) else { continue }
      let name = name(of: symbol)
      if definition.overrides.contains(where: {
        definitions[$0] != nil && self.name(of: $0) == name
      }) {
        continue
      }
      found[name, default: []].insert(symbol)
    }
    return found
  }

  /// Returns the original public declarations without a documentation comment.
  func undocumented() -> [String] {
    var lines = Lines()
    var found: [String] = []
    for (symbol, definition) in definitions where isDeclaration(definition) && isOriginal(symbol) {
      let line = lines[definition.file, definition.line]
      // The members that a macro writes have the line of the macro.
      let name = definition.name.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      guard line.contains(name), isPublic(symbol, &lines), !isDocumented(definition, &lines) else {
        continue
      }
      found.append("\(definition.file):\(definition.line): \(self.name(of: symbol))")
    }
    return found.sorted()
  }

  /// Returns `true` if a documentation comment precedes a declaration, before its attributes.
  private func isDocumented(_ definition: Definition, _ lines: inout Lines) -> Bool {
    var depth = 0
    for number in stride(from: definition.line - 1, to: 0, by: -1) {
      let line = lines[definition.file, number].drop { $0 == " " }
      if line.hasPrefix("//") {
        if line.hasPrefix("///") { return true }
        continue
      }
      depth += line.count { $0 == ")" } - line.count { $0 == "(" }
      // The lines of an attribute, from its end to its beginning.
      guard depth > 0 || line.hasPrefix("@") else { return false }
    }
    return false
  }

  /// Returns the requirements of other modules that extensions of the module's protocols meet, by the
  /// symbols that meet them.
  func foreignRequirements() -> [String: Set<String>] {
    definitions.filter { symbol, _ in
      guard let parent = parents[symbol], let owner = extended[parent] else { return false }
      return definitions[owner]?.kind == Int32(compiler_index_protocol)
    }.mapValues { $0.overrides.filter { definitions[$0] == nil } }
  }

  private func isDeclaration(_ definition: Definition) -> Bool {
    let kinds = [Int32(compiler_index_extension), Int32(compiler_index_parameter)]
    return !kinds.contains(definition.kind) && !definition.name.contains("etter:")
  }

  /// The index does not say what is public, but the line does that it was declared in.
  private func isPublic(_ symbol: String, _ lines: inout Lines) -> Bool {
    guard let definition = definitions[symbol] else { return false }
    if let parent = parents[symbol] {
      guard isReachable(parent, &lines) else { return false }
      if definitions[parent]?.kind == Int32(compiler_index_protocol)
        || definition.kind == Int32(compiler_index_case)
      {
        return true
      }
    }
    let modifiers = lines[definition.file, definition.line].split { !$0.isLetter }
      .prefix { !Self.introducers.contains($0) }
    return modifiers.contains("public") || modifiers.contains("open")
  }

  private static let introducers: Set<Substring> = [
    "actor", "associatedtype", "class", "enum", "func", "init", "let", "macro", "protocol",
    "struct", "subscript", "typealias", "var",
  ]

  /// Returns `true` if the members of a type, or of an extension of one, can be public.
  private func isReachable(_ symbol: String, _ lines: inout Lines) -> Bool {
    let type = extended[symbol] ?? symbol
    return definitions[type] == nil || isPublic(type, &lines)
  }

  /// The name with those of the types around it, and labels where it has parameters that must be told
  /// apart.
  private func name(of symbol: String) -> String {
    let symbol = extended[symbol] ?? symbol
    var name = names[symbol] ?? symbol
    switch definitions[symbol]?.kind {
    case Int32(compiler_index_case)?, Int32(compiler_index_macro)?:
      // Labels, but not those of parameters that have none.
      if let open = name.firstIndex(of: "("), !name[open...].contains(where: \.isLetter) {
        name = String(name[..<open])
      }
    default:
      if name.first?.isLetter == false, name.first != "_", name.hasSuffix("(_:_:)") {
        name.removeLast("(_:_:)".count)
      }
    }
    return parents[symbol].map { self.name(of: $0) + "." + name } ?? name
  }
}

/// The lines of files that were read.
private struct Lines {
  private var files: [String: [Substring]] = [:]

  subscript(file: String, number: Int) -> Substring {
    mutating get {
      let lines =
        files[file]
        ?? (try? String(contentsOfFile: file, encoding: .utf8))?
        .split(separator: "\n", omittingEmptySubsequences: false) ?? []
      files[file] = lines
      return lines.indices.contains(number - 1) ? lines[number - 1] : ""
    }
  }
}
