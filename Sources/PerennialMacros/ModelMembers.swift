import SwiftSyntax
import SwiftSyntaxBuilder

/// The members that `@Model` adds to a class.
///
/// All members are `nonisolated`, because the runtime calls them on the thread of the context. This
/// matters in a module whose declarations are isolated to the main actor by default. All type names are
/// qualified, because models may be called `Schema`, `Task` or `Item` as well.
struct ModelMembers {
  let model: ModelDeclaration

  var all: [DeclSyntax] {
    let members: [[String]] = [
      header,
      handWrittenSupport,
      identity,
      [schemaMetadata],
      inheritance,
      [propertyIndices],
      transformers,
      [slots],
      [canEmplace],
      [emplace, load, bind, visit],
      initialisers,
      observation,
    ]
    return members.joined().map { DeclSyntax(verbatim: $0) }
  }
}

extension ModelMembers {
  /// The modifiers of a member that a subclass may override.
  var overridable: String {
    let access = model.access == .open && !model.isFinal ? "open " : access
    return "\(access)\(model.isSubclass ? "override " : "")nonisolated "
  }

  /// The modifiers of a type member that a subclass may override.
  var overridableStatic: String {
    "\(overridable)\(model.isFinal && !model.isSubclass ? "static" : "class") "
  }

  /// Returns a computed type property that a subclass may override.
  func constant(_ declaration: String, _ value: String) -> String {
    """
    \(overridableStatic)var \(declaration) {
      \(value)
    }
    """
  }

  /// The modifiers of a member that is declared once, in the root class.
  var fixed: String { "\(access)\(model.isFinal ? "" : "final ")nonisolated " }

  var access: String { model.access.modifierOfMembers }

  var required: String { model.isFinal && !model.isSubclass ? "" : "required " }

  /// The header at the start of every object, and the address by which the runtime finds it.
  var header: [String] {
    guard !model.isSubclass else { return [] }
    return [
      """
      @exclusivity(unchecked) nonisolated(unsafe) \(access)final var _$storage = \
      Perennial._Model.Header()
      """,
      """
      \(fixed)var _$header: Swift.UnsafeMutablePointer<Perennial._Model.Header> {
        Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
      }
      """,
      """
      \(fixed)var persistentBackingData: any Perennial.BackingData<\(model.name)> {
        get { Perennial._Model.backingData(of: self) }
        set { Perennial._Model.setBackingData(newValue, of: self) }
      }
      """,
    ] + (model.isFinal ? [] : ["\(access)typealias _$Root = \(model.name)"])
  }

  /// The members that handwritten accessors use when they refer to the backing data.
  var handWrittenSupport: [String] {
    guard model.usesInitialValues else { return [] }
    return [
      """
      @exclusivity(unchecked) nonisolated(unsafe) private var _$backingData = \
      Perennial._Model.InitialValues<\(model.name)>()
      """,
      """
      nonisolated private var _$observationRegistrar: Perennial._Model.Registrar<\(model.name)> {
        Perennial._Model.Registrar()
      }
      """,
    ]
  }

  /// The two functions that observe computed properties of the class.
  var observation: [String] {
    [
      """
      internal nonisolated func access<_M>(keyPath: Swift.KeyPath<\(model.name), _M>) {
        Perennial._Model.access(self, keyPath)
      }
      """,
      """
      internal nonisolated func withMutation<_M, _MR>(
        keyPath: Swift.KeyPath<\(model.name), _M>,
        _ mutation: () throws -> _MR
      ) rethrows -> _MR {
        try Perennial._Model.withMutation(self, keyPath, mutation)
      }
      """,
    ]
  }

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
