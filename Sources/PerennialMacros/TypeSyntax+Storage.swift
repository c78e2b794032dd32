import SwiftSyntax

extension TypeSyntax {
  /// The type as storage knows it: without needless parentheses, and with `T?` for `T!`.
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

  /// Whether the spelling says that a variable of the type starts as nil.
  var isOptional: Bool {
    `is`(OptionalTypeSyntax.self) || `is`(ImplicitlyUnwrappedOptionalTypeSyntax.self)
  }

  /// What no column can hold, told from the spelling alone; `nil` when the type may well do.
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
