import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

extension StoredProperty {
  var makingVariable: FixIt {
    let specifier = declaration.bindingSpecifier
    return FixIt(
      .replace("let", with: "var"),
      replacing: specifier, with: specifier.with(\.tokenKind, .keyword(.var)))
  }

  /// The fix-it that makes the type optional; `nil` without a type annotation.
  var makingOptional: FixIt? {
    guard let type = binding.typeAnnotation?.type else { return nil }
    let optional = OptionalTypeSyntax(wrappedType: type.trimmed)
      .with(\.leadingTrivia, type.leadingTrivia)
      .with(\.trailingTrivia, type.trailingTrivia)
    return FixIt(.replace(type.source, with: optional.source), replacing: type, with: optional)
  }

  var makingTransient: FixIt {
    var attribute: AttributeSyntax = "@Transient"
    attribute.leadingTrivia = declaration.leadingTrivia
    attribute.trailingTrivia = .space
    var marked = declaration.with(\.leadingTrivia, [])
    marked.attributes.insert(.attribute(attribute), at: marked.attributes.startIndex)
    return FixIt(.add("@Transient"), replacing: declaration, with: marked)
  }

  /// Returns a fix-it that removes an attribute from the declaration.
  func removing(_ attribute: AttributeSyntax) -> FixIt {
    let remaining = declaration.attributes.filter { $0.id != attribute.id }
    let changed = declaration.with(\.attributes, remaining)
      .with(\.leadingTrivia, declaration.leadingTrivia)
    return FixIt(.remove("@\(attribute.name)"), replacing: declaration, with: changed)
  }
}

extension VariableDeclSyntax {
  /// `true` if instances store the variable, as far as its modifiers tell.
  var storesInInstances: Bool {
    !modifiers.contains(.static) && !modifiers.contains(.class)
      && attributes.first(named: "Transient") == nil
  }

  /// The fix-it that declares each name by itself; `nil` if the names share attributes or patterns that
  /// cannot be repeated.
  var separated: FixIt? {
    guard let list = parent?.parent?.as(MemberBlockItemListSyntax.self), attributes.isEmpty,
      bindings.allSatisfy({ $0.pattern.is(IdentifierPatternSyntax.self) })
    else { return nil }
    // `var a, b: Int` annotates both.
    var type: TypeAnnotationSyntax?
    var single: [VariableDeclSyntax] = []
    for binding in bindings.reversed() {
      type = binding.typeAnnotation ?? (binding.initializer == nil ? type : nil)
      let alone = binding.with(\.trailingComma, nil).with(\.typeAnnotation, type).trimmed
      single.insert(with(\.bindings, [alone]).with(\.trailingTrivia, []), at: 0)
    }
    for index in single.indices.dropFirst() {
      single[index].leadingTrivia = .newline + leadingTrivia.indentation
    }
    let items = list.flatMap { item -> [MemberBlockItemSyntax] in
      guard item.decl.id == id else { return [item] }
      return single.map { MemberBlockItemSyntax(decl: $0) }
    }
    return FixIt(.split, replacing: list, with: MemberBlockItemListSyntax(items))
  }
}

extension Trivia {
  /// The spaces after the last line break.
  fileprivate var indentation: Trivia {
    Trivia(pieces: reversed().prefix { !$0.isNewline }.reversed().filter(\.isSpaceOrTab))
  }
}

extension FixIt {
  /// Creates a fix-it that replaces one node.
  init(_ message: ModelFix, replacing old: some SyntaxProtocol, with new: some SyntaxProtocol) {
    self.init(
      message: message, changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
  }
}
