import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

extension StoredProperty {
  var makingVariable: FixIt {
    let specifier = declaration.bindingSpecifier
    return FixIt(
      message: ModelFix.replace("let", with: "var"),
      changes: [
        .replace(
          oldNode: Syntax(specifier),
          newNode: Syntax(specifier.with(\.tokenKind, .keyword(.var)))
        )
      ]
    )
  }

  /// The fix-it that makes the type optional; `nil` without a type annotation.
  var makingOptional: FixIt? {
    guard let type = binding.typeAnnotation?.type else { return nil }
    let optional = OptionalTypeSyntax(wrappedType: type.trimmed)
      .with(\.leadingTrivia, type.leadingTrivia)
      .with(\.trailingTrivia, type.trailingTrivia)
    return FixIt(
      message: ModelFix.replace(type.source, with: optional.source),
      changes: [.replace(oldNode: Syntax(type), newNode: Syntax(optional))]
    )
  }

  var makingTransient: FixIt {
    var attribute: AttributeSyntax = "@Transient"
    attribute.leadingTrivia = declaration.leadingTrivia
    attribute.trailingTrivia = .space
    var marked = declaration.with(\.leadingTrivia, [])
    marked.attributes.insert(.attribute(attribute), at: marked.attributes.startIndex)
    return FixIt(
      message: ModelFix.add("@Transient"),
      changes: [.replace(oldNode: Syntax(declaration), newNode: Syntax(marked))]
    )
  }

  /// Returns a fix-it that removes an attribute from the declaration.
  func removing(_ attribute: AttributeSyntax) -> FixIt {
    let remaining = declaration.attributes.filter { $0.id != attribute.id }
    let changed = declaration.with(\.attributes, remaining)
      .with(\.leadingTrivia, declaration.leadingTrivia)
    return FixIt(
      message: ModelFix.remove("@\(attribute.name)"),
      changes: [.replace(oldNode: Syntax(declaration), newNode: Syntax(changed))]
    )
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
    return FixIt(
      message: ModelFix.split,
      changes: [
        .replace(oldNode: Syntax(list), newNode: Syntax(MemberBlockItemListSyntax(items)))
      ]
    )
  }
}

extension Trivia {
  /// The spaces after the last line break.
  fileprivate var indentation: Trivia {
    Trivia(pieces: reversed().prefix { !$0.isNewline }.reversed().filter(\.isSpaceOrTab))
  }
}
