import SwiftSyntax

extension TypeSyntax {
  /// The type as the storage needs it: without redundant parentheses, and with `T?` for `T!`.
  var storable: TypeSyntax {
    if let unwrapped = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return TypeSyntax(OptionalTypeSyntax(wrappedType: unwrapped.wrappedType.trimmed))
    }
    if let tuple = self.as(TupleTypeSyntax.self), let only = tuple.elements.first,
      tuple.elements.count == 1, only.firstName == nil
    {
      switch only.type.kind {
      case .someOrAnyType, .functionType, .compositionType, .attributedType: return trimmed
      default: return only.type.storable
      }
    }
    return trimmed
  }

  /// `true` if a variable of the type starts as nil, according to the spelling.
  var isOptional: Bool {
    `is`(OptionalTypeSyntax.self) || `is`(ImplicitlyUnwrappedOptionalTypeSyntax.self)
  }

  /// `true` if the type is an array, or an optional array, of a type that the standard library does not have: of models,
  /// perhaps. The macro cannot know which types are models.
  var isArrayOfOwnType: Bool {
    if let optional = self.as(OptionalTypeSyntax.self) {
      return optional.wrappedType.isArrayOfOwnType
    }
    guard let element = self.as(ArrayTypeSyntax.self)?.element.as(IdentifierTypeSyntax.self) else {
      return self.as(ArrayTypeSyntax.self)?.element.is(MemberTypeSyntax.self) == true
    }
    return !["String", "Int", "Double", "Float", "Bool", "Data", "Date", "UUID", "URL"]
      .contains(element.name.text)
  }

  /// A description of the type if no column can store it, according to the spelling; `nil` if a column
  /// may.
  var unsupportedKind: String? {
    switch self.as(TypeSyntaxEnum.self) {
    case .optionalType(let optional):
      return optional.wrappedType.unsupportedKind
    case .implicitlyUnwrappedOptionalType(let optional):
      return optional.wrappedType.unsupportedKind
    case .arrayType(let array):
      return array.element.unsupportedKind
    case .tupleType(let tuple):
      if tuple.elements.count == 1, let only = tuple.elements.first, only.firstName == nil {
        return only.type.unsupportedKind
      }
      return "a tuple"
    case .functionType:
      return "a function"
    case .attributedType(let attributed):
      return attributed.baseType.unsupportedKind
    case .someOrAnyType(let type):
      return type.someOrAnySpecifier.tokenKind == .keyword(.any)
        ? "an existential ('any')" : "an opaque type ('some')"
    case .compositionType:
      return "a composition of protocols"
    case .metatypeType:
      return "a metatype"
    default:
      return nil
    }
  }
}
