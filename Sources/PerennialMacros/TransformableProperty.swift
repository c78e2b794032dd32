import SwiftSyntax

extension StoredProperty {
  /// The option `.transformable(by: …)` as it is written, if the property has it.
  var transformation: ExprSyntax? { attribute?.option("transformable") }

  /// The type that provides the property's transformer.
  var transformerSource: String { "_$Transformers.\(token.text)" }
}

extension ModelMembers {
  /// The types that provide the transformers of transformable properties to their slots.
  ///
  /// A slot knows only its own type, because it is created from rows before there is an object.
  var transformers: [String] {
    let sources = model.columns.compactMap { property in
      property.transformation.map { option in
        """
          \(access)enum \(property.token.text): Perennial._Storage.TransformerSource {
            \(access)static var _option: Perennial.Schema.Attribute.Option {
              Perennial._Model.unisolated { \(option.source) }
            }
          }
        """
      }
    }
    if sources.isEmpty { return [] }
    let list = ["\(access)nonisolated enum _$Transformers {"] + sources + ["}"]
    return [list.joined(separator: "\n")]
  }
}
