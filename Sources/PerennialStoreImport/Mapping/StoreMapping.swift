import Perennial
import PerennialAppleStores

/// The names and conversions that a program gives for an import, where those of the file differ from its classes.
struct StoreMapping {
  /// A rule for a property.
  struct PropertyRule {
    /// The name of the property in the file; nil for the property's own name.
    var source: String?
    /// The conversion of a value; nil for that of the property's type.
    var convert: ((AppleValue) throws -> Any)?
    /// The value where the file has none, or one that the property cannot have; nil if there is none.
    var filling: Any?
    /// `true` if the property does not take the file's values.
    var isLeftOut = false
  }

  /// The names of classes by the names of entities in the file; nil for an entity that is left out.
  var entities: [String: String?] = [:]
  private var rules: [ObjectIdentifier: PropertyRule] = [:]
  /// The key paths that are no stored properties, as the program has written them.
  private(set) var unknownKeyPaths: [String] = []

  /// Changes the rule of a property.
  mutating func update<Model: PersistentModel>(
    _ keyPath: PartialKeyPath<Model>, _ body: (inout PropertyRule) -> Void
  ) {
    guard let property = ModelLayout.of(Model.self).property(at: keyPath) else {
      unknownKeyPaths.append("\(keyPath)")
      return
    }
    body(&rules[ObjectIdentifier(property), default: PropertyRule()])
  }

  /// Returns the rule of a property.
  func rule(of property: PropertyLayout) -> PropertyRule {
    rules[ObjectIdentifier(property)] ?? PropertyRule()
  }
}
