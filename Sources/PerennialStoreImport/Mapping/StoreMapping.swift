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
  /// The properties that have rules, in the order in which the program gives them.
  private var properties: [PropertyLayout] = []
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
    if rules[ObjectIdentifier(property)] == nil { properties.append(property) }
    body(&rules[ObjectIdentifier(property), default: PropertyRule()])
  }

  /// The first property whose rule it cannot have, and the reason; nil if all rules fit.
  var misfit: (property: PropertyLayout, reason: String)? {
    for property in properties where property.isRelationship {
      let rule = rule(of: property)
      if rule.convert != nil {
        return (property, "closures convert attributes. Name the relationship without one")
      }
      if property.isToMany, rule.filling != nil {
        return (property, "a to-many relationship is not filled. Assign it after the import")
      }
    }
    return nil
  }

  /// Returns the rule of a property.
  func rule(of property: PropertyLayout) -> PropertyRule {
    rules[ObjectIdentifier(property)] ?? PropertyRule()
  }
}
