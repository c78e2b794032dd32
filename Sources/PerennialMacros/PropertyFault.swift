import SwiftDiagnostics
import SwiftSyntax

/// The reason why a stored property can be neither a column nor an observed transient property.
enum PropertyFault {
  case untyped
  case constantWithDefault
  case transientWithoutDefault
  case unsupportedType(String)
  case weak(String)
  case conditional
}

extension PropertyFault {
  /// Finds the fault of a property; `nil` if it has none, or if the source excludes it from management
  /// by Perennial.
  init?(
    of declaration: VariableDeclSyntax,
    _ binding: PatternBindingSyntax,
    isConditional: Bool
  ) {
    let type = binding.typeAnnotation?.type
    let isTransient = declaration.attributes.first(named: "Transient") != nil
    if isTransient {
      let needsDefault = declaration.isVariable && !declaration.leavesStorageAlone && !isConditional
      guard needsDefault, binding.initializer == nil, type?.isOptional != true else { return nil }
      self = .transientWithoutDefault
    } else if isConditional {
      self = .conditional
    } else if let modifier = declaration.referenceModifier {
      self = .weak(modifier)
    } else if declaration.modifiers.contains(.lazy) {
      return nil
    } else if let kind = type?.unsupportedKind {
      self = .unsupportedType(kind)
    } else if !declaration.isVariable, binding.initializer != nil {
      self = .constantWithDefault
    } else if type == nil, binding.initializer == nil {
      self = .untyped
    } else {
      return nil
    }
  }

  func message(for property: StoredProperty) -> ModelMessage {
    switch self {
    case .untyped: .untyped(property: property.name)
    case .constantWithDefault: .constantWithDefault(property: property.name)
    case .transientWithoutDefault: .transientWithoutDefault(property: property.name)
    case .unsupportedType(let kind): .unsupportedType(property: property.name, kind: kind)
    case .weak(let modifier): .weak(property: property.name, modifier: modifier)
    case .conditional: .conditional(property: property.name)
    }
  }

  func fixIts(for property: StoredProperty) -> [FixIt] {
    switch self {
    case .untyped: []
    case .constantWithDefault: [property.makingVariable]
    case .transientWithoutDefault: property.makingOptional.map { [$0] } ?? []
    case .unsupportedType, .weak, .conditional: [property.makingTransient]
    }
  }
}

extension VariableDeclSyntax {
  var isVariable: Bool { bindingSpecifier.tokenKind == .keyword(.var) }

  /// `weak` or `unowned`, as written.
  fileprivate var referenceModifier: String? {
    [Keyword.weak, .unowned].first(where: modifiers.contains).map { "\($0)" }
  }
}
