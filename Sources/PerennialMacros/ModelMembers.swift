import SwiftSyntax
import SwiftSyntaxBuilder

/// The members that `@Model` adds to a class.
///
/// All of them are `nonisolated`, because in a module whose declarations belong to the main actor
/// unless they say otherwise, the runtime calls them from wherever the context lives. All names
/// of types are qualified, because models are called `Schema`, `Task` or `Item` as well.
struct ModelMembers {
  let model: ModelDeclaration

  init(of model: ModelDeclaration) {
    self.model = model
  }

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
    return members.joined().map { DeclSyntax(stringLiteral: $0) }
  }
}

extension ModelMembers {
  /// The modifiers of a member that a subclass may override.
  var overridable: String {
    let access = model.access == .open && !model.isFinal ? "open " : access
    return "\(access)\(model.isSubclass ? "override " : "")nonisolated "
  }

  /// The same for a member of the type.
  var overridableStatic: String {
    "\(overridable)\(model.isFinal && !model.isSubclass ? "static" : "class") "
  }

  /// The modifiers of a member that is declared once, in the root class.
  var fixed: String { "\(access)\(model.isFinal ? "" : "final ")nonisolated " }

  var access: String {
    switch model.access {
    case .open, .public: "public "
    case .package: "package "
    default: ""
    }
  }

  var required: String { model.isFinal && !model.isSubclass ? "" : "required " }

  /// The header every object starts with, and the address by which the runtime finds it.
  var header: [String] {
    guard !model.isSubclass else { return [] }
    return [
      """
      @exclusivity(unchecked) nonisolated(unsafe) \(access)final var _$storage = \
      Perennial._ModelHeader()
      """,
      """
      \(fixed)var _$header: Swift.UnsafeMutablePointer<Perennial._ModelHeader> {
        Swift.withUnsafeMutablePointer(to: &_$storage) { $0 }
      }
      """,
      """
      \(fixed)var persistentBackingData: any Perennial.BackingData<\(model.name)> {
        get { Perennial._backingData(of: self) }
        set { Perennial._setBackingData(newValue, of: self) }
      }
      """,
    ] + (model.isFinal ? [] : ["\(access)typealias _$Root = \(model.name)"])
  }

  /// What accessors written against the backing data refer to.
  var handWrittenSupport: [String] {
    guard model.usesInitialValues else { return [] }
    return [
      """
      @exclusivity(unchecked) nonisolated(unsafe) private var _$backingData = \
      Perennial._InitialValues<\(model.name)>()
      """,
      """
      nonisolated private var _$observationRegistrar: Perennial._ModelRegistrar<\(model.name)> {
        Perennial._ModelRegistrar()
      }
      """,
    ]
  }

  /// The two functions by which a computed property of the author can take part in observation.
  var observation: [String] {
    [
      """
      internal nonisolated func access<_M>(keyPath: Swift.KeyPath<\(model.name), _M>) {
        Perennial._access(self, keyPath)
      }
      """,
      """
      internal nonisolated func withMutation<_M, _MR>(
        keyPath: Swift.KeyPath<\(model.name), _M>,
        _ mutation: () throws -> _MR
      ) rethrows -> _MR {
        try Perennial._withMutation(self, keyPath, mutation)
      }
      """,
    ]
  }
}
