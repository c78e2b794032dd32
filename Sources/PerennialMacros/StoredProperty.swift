import SwiftSyntax

/// A stored instance property of a model class, as far as its source describes it.
///
/// A macro sees the spelling of types, but not the types. The overloads of `Perennial._Storage.slot` choose the
/// kind of storage that a type needs.
struct StoredProperty {
  /// The role of a property in the model.
  enum Role {
    /// A column, behind the accessors of `@_PersistedProperty`.
    case persisted
    /// A column with handwritten accessors, including an init accessor.
    case persistedByHand
    /// A column stored in a `let`, which only an initialiser can set.
    case constant
    /// An observed property without a column, behind the accessors of `@_TransientProperty`.
    case transient
    /// A stored property that Perennial does not manage.
    case untouched
  }

  let declaration: VariableDeclSyntax
  let binding: PatternBindingSyntax

  /// The name as it must be written, with backticks where the source has them.
  let token: TokenSyntax

  let role: Role

  /// The reason why the property is left untouched although it should be a column; `nil` if there is
  /// none.
  let fault: ModelMessage?

  /// The name without backticks.
  var name: String { token.identifierText }

  /// The annotated type. An implicitly unwrapped optional is represented as an optional.
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

  /// `true` if the property has a slot and a marker.
  var hasSlot: Bool {
    switch role {
    case .persisted, .persistedByHand, .transient: true
    case .constant, .untouched: false
    }
  }

  /// `true` if initialisers need not assign the property, because Swift or the source provides a
  /// default.
  var hasDefault: Bool {
    initialValue != nil || declaration.isVariable && type?.isOptional == true
  }

  /// The `@Attribute` of the property.
  var attribute: AttributeSyntax? { declaration.attributes.first(named: "Attribute") }

  /// Returns `true` if the property's `@Attribute` has an option.
  func hasOption(_ name: String) -> Bool { attribute?.option(name) != nil }

  /// The `@Relationship` of the property.
  var relationship: AttributeSyntax? { declaration.attributes.first(named: "Relationship") }

  /// The option `.transformable(by: …)` as it is written, if the property has it.
  var transformation: ExprSyntax? { attribute?.option("transformable") }

  /// The type that provides the property's transformer.
  var transformerSource: String { "_$Transformers.\(token.text)" }
}

extension StoredProperty {
  /// An expression whose type is the property's slot type and whose value is an empty slot.
  var emptySlot: String {
    let value =
      type.map { "\($0.source.asMetatypeBase).self" } ?? "of: \(initialValue?.source ?? "()")"
    let slot = hasOption("externalStorage") ? "externalSlot" : nil
    if transformation != nil {
      return
        "Perennial._Storage.\(slot ?? "transformableSlot")(\(value), \(transformerSource).self)"
    }
    return "Perennial._Storage.\(slot ?? "slot")(\(value))"
  }

  /// An expression like ``emptySlot`` for a property that is not a column.
  var emptyTransientSlot: String {
    if let type { return "Perennial._Storage.transientSlot(\(type.source.asMetatypeBase).self)" }
    return "Perennial._Storage.transientSlot(of: \(initialValue?.source ?? "()"))"
  }

  /// The initial value, converted to the annotated type, as source text; `nil` if there is none.
  var defaultValue: String {
    guard let initialValue else { return "nil" }
    guard let type else { return initialValue.source }
    let value = initialValue.isPrimary ? initialValue.source : "(\(initialValue.source))"
    return "\(value) as \(type.source)"
  }
}

// MARK: - Reading declarations

extension StoredProperty {
  /// Reads a variable declaration; `nil` if it stores nothing in an instance, or does not declare a
  /// single name.
  ///
  /// - Parameter isConditional: `true` if it is in an `#if`, whose active branch a macro cannot know.
  init?(_ declaration: VariableDeclSyntax, isConditional: Bool = false) {
    guard declaration.bindings.count == 1, let binding = declaration.bindings.first,
      let pattern = binding.pattern.as(IdentifierPatternSyntax.self),
      !declaration.modifiers.contains(.static), !declaration.modifiers.contains(.class)
    else { return nil }
    let role: Role
    var fault: ModelMessage?
    switch PropertyAccessors(binding.accessorBlock) {
    case .computed:
      return nil
    case .initialised(let restrictions):
      // An init accessor for the storage of another property does not make a column.
      guard restrictions.accessesBackingData,
        restrictions.initialised.contains("_\(pattern.identifier.identifierText)"),
        !isConditional, declaration.attributes.first(named: "Transient") == nil
      else { return nil }
      role = .persistedByHand
    case .stored:
      fault = ModelMessage(
        faultOf: pattern.identifier.identifierText, declaration, binding,
        isConditional: isConditional)
      role = fault == nil && !isConditional ? Role(of: declaration) : .untouched
    }
    self.init(
      declaration: declaration,
      binding: binding,
      token: pattern.identifier.trimmed,
      role: role,
      fault: fault
    )
  }

  /// Creates the property that a macro is attached to.
  ///
  /// Only `@Model` attaches the macro, after it has read the declaration.
  init?(expanding declaration: some DeclSyntaxProtocol) {
    guard let variable = declaration.as(VariableDeclSyntax.self) else { return nil }
    self.init(variable)
  }
}

extension StoredProperty.Role {
  /// Creates the role of a stored property without faults.
  fileprivate init(of declaration: VariableDeclSyntax) {
    let isTransient = declaration.attributes.first(named: "Transient") != nil
    switch (isTransient, declaration.isVariable) {
    case _ where declaration.leavesStorageAlone: self = .untouched
    case (false, true): self = .persisted
    case (false, false): self = .constant
    case (true, true): self = .transient
    case (true, false): self = .untouched
    }
  }
}

extension VariableDeclSyntax {
  /// `true` if accessors would change the meaning of the declaration. It is lazy or weak, or it is
  /// transient and another attribute manages its storage.
  var leavesStorageAlone: Bool {
    if [.lazy, .weak, .unowned].contains(where: modifiers.contains) { return true }
    return attributes.first(named: "Transient") != nil
      && attributes.flattened.contains {
        $0.name.first?.isUppercase == true && !["Transient", "MainActor"].contains($0.name)
      }
  }
}

// MARK: - Names and sources

extension TokenSyntax {
  /// The token's text without backticks.
  var identifierText: String {
    text.hasPrefix("`") && text.hasSuffix("`") ? String(text.dropFirst().dropLast()) : text
  }
}

extension String {
  /// The name as it can be written in source: in backticks if it contains other characters than
  /// letters, digits, `_` and `$`.
  var asIdentifier: String {
    allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" } ? self : "`\(self)`"
  }

  /// The type as it can be written before `.self`.
  fileprivate var asMetatypeBase: String {
    hasPrefix("any ") || hasPrefix("some ") || contains("->") ? "(\(self))" : self
  }
}

extension ExprSyntax {
  /// `true` if the expression is an empty array that names its elements' type, as in `[Tag]()`.
  var isEmptyArray: Bool {
    guard let call = self.as(FunctionCallExprSyntax.self), call.arguments.isEmpty else {
      return false
    }
    return call.calledExpression.is(ArrayExprSyntax.self)
  }

  /// `true` if an operator after the expression certainly applies to all of it.
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
