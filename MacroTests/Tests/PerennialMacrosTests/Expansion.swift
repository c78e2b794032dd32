import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import Testing

/// A source, what the macros make of it, and what they say about it.
struct Expansion {
  /// The expanded source, free of spaces at its ends.
  let source: String
  private let original: String
  private let context: BasicMacroExpansionContext

  init(
    of original: String,
    specs: [String: MacroSpec] = macroSpecs,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let file = Parser.parse(source: original)
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "Tests", fullFilePath: "Tests.swift")]
    )
    let expanded = file.expand(
      macroSpecs: specs,
      contextGenerator: { node in
        BasicMacroExpansionContext(
          sharingWith: context,
          lexicalContext: node.allMacroLexicalContexts()
        )
      },
      indentationWidth: .spaces(2)
    )
    self.original = original
    self.context = context
    source = expanded.trimmedDescription
    #expect(!Parser.parse(source: source).hasError, "\(source)", sourceLocation: sourceLocation)
  }
}

extension Expansion {
  /// Each diagnostic as `line:column severity: message`, followed by its fix-its.
  var diagnostics: [String] {
    context.diagnostics.map { diagnostic in
      let place = location(of: diagnostic.position, in: diagnostic.node)
      let fixIts = diagnostic.fixIts.map { " [\($0.message.message)]" }.joined()
      return "\(place.line):\(place.column) \(diagnostic.diagMessage.severity): "
        + "\(diagnostic.message)\(fixIts)"
    }
  }

  /// The original source after a fix-it.
  func fixed(by message: String) throws -> String {
    let fixIts = context.diagnostics.flatMap(\.fixIts)
    let fixIt = try #require(fixIts.first { $0.message.message == message })
    var fixed = original
    for case .replace(let old, let new) in fixIt.changes.reversed() {
      let range = offset(of: old.position, in: old)..<offset(of: old.endPosition, in: old)
      fixed.replaceSubrange(range, with: new.description)
    }
    return fixed
  }

  private func location(
    of position: AbsolutePosition,
    in node: Syntax
  ) -> SwiftSyntax.SourceLocation {
    context.location(for: position, anchoredAt: node, fileName: "Tests.swift")
  }

  private func offset(of position: AbsolutePosition, in node: Syntax) -> String.Index {
    let place = location(of: position, in: node)
    let lines = original.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let line = lines[place.line - 1]
    return line.index(line.startIndex, offsetBy: place.column - 1)
  }
}

extension Expansion {
  /// The text of the first declaration of that name in the first class or actor, or in one of its
  /// name, with the indentation taken away. `init` finds initialisers, by their labels.
  func member(_ name: String, of type: String? = nil) throws -> String {
    let file = Parser.parse(source: source)
    let finder = MemberFinder(name: name, type: type)
    finder.walk(file)
    let member = try #require(finder.found, "no '\(name)' in:\n\(source)")
    return member.trimmedDescription.withoutIndentation
  }

  /// The extensions of the source, each without its indentation.
  var extensions: [String] {
    Parser.parse(source: source).statements.compactMap {
      $0.item.as(ExtensionDeclSyntax.self)?.trimmedDescription
    }
  }
}

private final class MemberFinder: SyntaxVisitor {
  let name: String
  let type: String?
  var found: DeclSyntax?

  init(name: String, type: String?) {
    self.name = name
    self.type = type
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    look(in: node, named: node.name.text)
  }

  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    look(in: node, named: node.name.text)
  }

  private func look(in node: some DeclGroupSyntax, named: String) -> SyntaxVisitorContinueKind {
    if found == nil, type == nil || type == named {
      found = node.memberBlock.members.lazy.map(\.decl).first(where: isSought)
    }
    return .visitChildren
  }

  private func isSought(_ member: DeclSyntax) -> Bool {
    if let variable = member.as(VariableDeclSyntax.self) {
      return variable.bindings.contains { $0.pattern.trimmedDescription == name }
    }
    if let initialiser = member.as(InitializerDeclSyntax.self) {
      let labels = initialiser.signature.parameterClause.parameters.map { "\($0.firstName.text):" }
      return name == "init(\(labels.joined()))"
    }
    return member.asProtocol((any NamedDeclSyntax).self)?.name.text == name
  }
}

extension String {
  /// The text with the indentation of its last line taken from all.
  fileprivate var withoutIndentation: String {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    let indentation = lines.last?.prefix { $0 == " " }.count ?? 0
    return lines.map { line in
      line.prefix { $0 == " " }.count >= indentation ? line.dropFirst(indentation) : line
    }.joined(separator: "\n")
  }
}
