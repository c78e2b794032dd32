import SwiftSyntax

/// A stored instance property of a model class, as far as its source tells.
///
/// A macro sees no types, only their spelling. What the spelling leaves open – which kind of
/// storage a type needs – is decided by the overloads of `Perennial._slot`.
struct StoredProperty {
  /// What becomes of the property.
  enum Role {
    /// A column, behind the accessors of `@_PersistedProperty`.
    case persisted
    /// A column whose accessors the author wrote, an init accessor among them.
    case persistedByHand
    /// A column kept in a stored `let`, which can only be filled by an initialiser.
    case constant
    /// Not a column, yet observed: behind the accessors of `@_TransientProperty`.
    case transient
    /// Storage that Perennial leaves as it is.
    case untouched
  }

  let declaration: VariableDeclSyntax
  let binding: PatternBindingSyntax

  /// The name as it must be written, with backticks where the source has them.
  let token: TokenSyntax

  let role: Role

  /// Why the property is left untouched although it ought to be a column; `nil` where all is well.
  let fault: PropertyFault?

  /// The name without backticks.
  var name: String { token.identifierText }

  /// The annotated type; an implicitly unwrapped optional is told as an optional.
  var type: TypeSyntax? { binding.typeAnnotation?.type.storable }

  var initialValue: ExprSyntax? { binding.initializer?.value.trimmed }

  /// The stored property that holds the value.
  var slot: String { "_$s_\(name)".asIdentifier }

  /// The zero-sized stored property `_name` through which Swift checks that an initialiser sets the
  /// property. Init accessors that are written by hand initialise it.
  var marker: String { "_\(name)".asIdentifier }

  var isColumn: Bool {
    switch role {
    case .persisted, .persistedByHand, .constant: true
    case .transient, .untouched: false
    }
  }

  /// A Boolean value that indicates whether a slot and a marker stand behind the property.
  var hasSlot: Bool {
    switch role {
    case .persisted, .persistedByHand, .transient: true
    case .constant, .untouched: false
    }
  }

  /// Whether a value that Swift or the source supplies spares an initialiser the assignment.
  var hasDefault: Bool {
    initialValue != nil || declaration.isVariable && type?.isOptional == true
  }
}

extension StoredProperty {
  /// An expression whose type is the property's slot type and whose value is an empty slot.
  var emptySlot: String {
    let value =
      type.map { "\($0.source.asMetatypeBase).self" } ?? "of: \(initialValue?.source ?? "()")"
    let slot = hasOption("externalStorage") ? "_externalSlot" : nil
    if transformation != nil {
      return "Perennial.\(slot ?? "_transformableSlot")(\(value), \(transformerSource).self)"
    }
    return "Perennial.\(slot ?? "_slot")(\(value))"
  }

  /// The same for a property that is not a column.
  var emptyTransientSlot: String {
    if let type { return "Perennial._transientSlot(\(type.source.asMetatypeBase).self)" }
    return "Perennial._transientSlot(of: \(initialValue?.source ?? "()"))"
  }

  /// The initial value, with the type it had in its place, or `nil`.
  var defaultValue: String {
    guard let initialValue else { return "nil" }
    guard let type else { return initialValue.source }
    let value = initialValue.isPrimary ? initialValue.source : "(\(initialValue.source))"
    return "\(value) as \(type.source)"
  }
}

extension TokenSyntax {
  /// The token's text without backticks.
  var identifierText: String {
    text.hasPrefix("`") && text.hasSuffix("`") ? String(text.dropFirst().dropLast()) : text
  }
}

extension String {
  /// The name as it can be written in source: in backticks when it holds more than letters,
  /// digits, `_` and `$`.
  var asIdentifier: String {
    allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" } ? self : "`\(self)`"
  }

  /// The type as it can be written before `.self`.
  fileprivate var asMetatypeBase: String {
    hasPrefix("any ") || hasPrefix("some ") || contains("->") ? "(\(self))" : self
  }
}

extension ExprSyntax {
  /// Whether an operator after the expression surely applies to all of it.
  fileprivate var isPrimary: Bool {
    switch kind {
    case .arrayExpr, .booleanLiteralExpr, .declReferenceExpr, .dictionaryExpr, .floatLiteralExpr,
      .functionCallExpr, .integerLiteralExpr, .memberAccessExpr, .nilLiteralExpr,
      .stringLiteralExpr, .tupleExpr:
      true
    default: false
    }
  }
}
