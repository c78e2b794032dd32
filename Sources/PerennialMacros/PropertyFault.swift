import SwiftSyntax

extension ModelMessage {
  /// Finds the reason why a stored property can be neither a column nor an observed transient property;
  /// `nil` if there is none, or if the source excludes the property from management by Perennial.
  init?(
    faultOf name: String,
    _ declaration: VariableDeclSyntax,
    _ binding: PatternBindingSyntax,
    isConditional: Bool
  ) {
    let type = binding.typeAnnotation?.type
    let isTransient = declaration.attributes.first(named: "Transient") != nil
    if isTransient {
      let needsDefault = declaration.isVariable && !declaration.leavesStorageAlone && !isConditional
      guard needsDefault, binding.initializer == nil, type?.isOptional != true else { return nil }
      self = .transientWithoutDefault(property: name)
    } else if isConditional {
      self = .conditional(property: name)
    } else if let modifier = declaration.referenceModifier {
      self = .weak(property: name, modifier: modifier)
    } else if declaration.modifiers.contains(.lazy) {
      return nil
    } else if let kind = type?.unsupportedKind {
      self = .unsupportedType(property: name, kind: kind)
    } else if !declaration.isVariable, binding.initializer != nil {
      self = .constantWithDefault(property: name)
    } else if type == nil, binding.initializer == nil {
      self = .untyped(property: name)
    } else {
      return nil
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
