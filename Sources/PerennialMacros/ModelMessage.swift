import SwiftDiagnostics
import SwiftSyntax

/// The problems that the macros report.
enum ModelMessage {
  case notAClass(keyword: String)
  case noInitialiser(className: String, property: String)
  case untyped(property: String)
  case constantWithDefault(property: String)
  case transientWithoutDefault(property: String)
  case severalBindings
  case pattern
  case unsupportedType(property: String, kind: String)
  case weak(property: String, modifier: String)
  case conditional(property: String)
  case reserved(property: String)
  case unnameable(property: String)
  case storageTaken(property: String, storage: String)
  case uniqueAndTransient(property: String)
  case attributeAndRelationship(property: String)
  case modelCounts(minimum: Int, maximum: Int)
  case notAProperty(marker: String)
  case outsideModel(marker: String, kind: String)
  case notAnActor(keyword: String)
  case queryOutsideType
  case queryShared(property: String, modifier: String)
  case queryWithoutType(property: String)
  case queryWithValue(property: String)
}

extension ModelMessage: DiagnosticMessage {
  var message: String {
    switch self {
    case .notAClass(let keyword):
      "'@Model' needs a class, but this is \(keyword.withArticle)"
    case .noInitialiser(let className, let property):
      "'\(className)' needs an initializer: its property '\(property)' has no default value"
    case .untyped(let property):
      "'\(property)' needs a type or a default value"
    case .constantWithDefault(let property):
      "'\(property)' cannot be read from the store: a 'let' keeps its default value"
    case .transientWithoutDefault(let property):
      "'\(property)' needs a default value: the store has no value for a "
        + "'@Transient' property"
    case .severalBindings:
      "a model must declare each persisted property in its own 'var'"
    case .pattern:
      "a model cannot persist a property declared by a pattern"
    case .unsupportedType(let property, let kind):
      "'\(property)' cannot be persisted: its type is \(kind)"
    case .weak(let property, let modifier):
      "'\(property)' cannot be persisted: it is '\(modifier)'"
    case .conditional(let property):
      "'\(property)' cannot be persisted: it is inside an '#if'"
    case .reserved(let property):
      "a model cannot declare a property '\(property)': every model already has a property of this name"
    case .unnameable(let property):
      "'\(property)' cannot be persisted: Swift has no key path to a property of this name"
    case .storageTaken(let property, let storage):
      "'\(property)' is stored in '\(storage)', which this class declares for another purpose"
    case .uniqueAndTransient(let property):
      "'\(property)' cannot be unique: a '@Transient' property is not in the store"
    case .attributeAndRelationship(let property):
      "'\(property)' cannot be both '@Attribute' and '@Relationship'"
    case .modelCounts(let minimum, let maximum):
      "the minimum of \(minimum) models is more than the maximum of \(maximum)"
    case .notAProperty(let marker):
      "'@\(marker)' belongs on a property"
    case .outsideModel(let marker, let kind):
      "'@\(marker)' has no effect in \(kind.withArticle): it belongs in a '@Model' class"
    case .notAnActor(let keyword):
      "'@ModelActor' needs an actor, but this is \(keyword.withArticle)"
    case .queryOutsideType:
      "'@Query' belongs on a 'var' of a view"
    case .queryShared(let property, let modifier):
      "'\(property)' cannot be '\(modifier)': a query belongs to a view"
    case .queryWithoutType(let property):
      "'\(property)' needs the type of its results, such as '[Recipe]'"
    case .queryWithValue(let property):
      "'\(property)' gets its value from its query"
    }
  }

  var severity: DiagnosticSeverity { .error }

  var diagnosticID: MessageID {
    let name = Mirror(reflecting: self).children.first?.label ?? "\(self)"
    return MessageID(domain: "Perennial", id: name)
  }
}

/// The description of a fix-it.
enum ModelFix: FixItMessage {
  case replace(String, with: String)
  case add(String)
  case remove(String)
  case split

  var message: String {
    switch self {
    case .replace(let old, let new): "replace '\(old)' with '\(new)'"
    case .add(let addition): "add '\(addition)'"
    case .remove(let removal): "remove '\(removal)'"
    case .split: "declare each property by itself"
    }
  }

  var fixItID: MessageID {
    let name = Mirror(reflecting: self).children.first?.label ?? "\(self)"
    return MessageID(domain: "Perennial", id: "fix.\(name)")
  }
}

extension String {
  fileprivate var withArticle: String {
    (first.map { "aeiou".contains($0) } == true ? "an '" : "a '") + self + "'"
  }
}
