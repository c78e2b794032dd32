public import Perennial

/// Presets of one model.
public struct Presets<Model: PersistentModel>: PresetGroup {
  private let make: @Sendable () throws -> [(id: String?, model: Model)]
  private let identify: (@Sendable (Model) -> String?)?
  private var formerIDs: [String: String] = [:]
  private var userProperties: Set<String> = []
  /// What is done about fields in conflict: by their own rules, and by those of their types.
  var fieldRules: [String: PresetRule] = [:]
  var typeRules: [String: PresetRule] = [:]
  /// What is wrong with what the catalog says of the presets.
  var problems: [String] = []

  /// Presets that an array gives.
  ///
  /// Objects that they refer to are presets too: of this catalog or another one that is applied
  /// with it. It makes no difference whether a reference leads to the very object or to one with the
  /// same ID: `Tag.italian` may be a new object wherever it is written.
  ///
  /// - Parameters:
  ///   - id: Tells the ID of a preset, for ever the same: a property, say. Not nil for any of them.
  ///   - make: Makes the objects, all of them new.
  public init(
    id: @escaping @Sendable (Model) -> String?, _ make: @escaping @Sendable () throws -> [Model]
  ) {
    self.make = { try make().map { (id($0), $0) } }
    identify = id
  }

  /// Presets that an array gives, each beside its ID, for models that do not know it.
  public init(
    of type: Model.Type = Model.self,
    _ make: @escaping @Sendable () throws -> [(id: String, model: Model)]
  ) {
    self.make = { try make().map { ($0.id, $0.model) } }
    identify = nil
  }

  /// The presets of an enumeration: one for each case, whose raw value is the ID.
  public init<Preset: PresetRepresentable>(_ type: Preset.Type) where Preset.Model == Model {
    make = { Preset.allCases.map { ($0.rawValue, $0.makeModel()) } }
    identify = { Preset(model: $0)?.rawValue }
  }

  /// The same presets, one of which had another ID in earlier versions.
  ///
  /// The preset stays what it was, with all edits. Keep this as long as there may be stores of those
  /// versions, which is to say: for ever.
  public func renamed(_ id: String, formerly formerID: String) -> Presets {
    var copy = self
    copy.formerIDs[id] = formerID
    return copy
  }

  /// The same presets, some of whose properties belong to the user from the beginning: whether a
  /// recipe is a favourite, or when it was last cooked.
  ///
  /// A new preset begins with what the catalog gives. After that no version of the catalog writes these
  /// properties, no reset does but one of everything, and they do not count as edits.
  ///
  /// - Parameter keyPaths: Lead to stored properties; anything else makes the catalog invalid.
  public func leavingToUser(_ keyPaths: any PartialKeyPath<Model> & Sendable...) -> Presets {
    var copy = self
    let layout = ModelLayout.of(Model.self)
    for keyPath in keyPaths {
      if let property = layout.property(at: keyPath), property.isStored {
        copy.userProperties.insert(property.name)
      } else {
        copy.problems.append(
          "leavingToUser: \(keyPath) is no stored property of \(layout.entityName); leave it out")
      }
    }
    return copy
  }

  public func _add(to assembly: inout _PresetAssembly) throws {
    let name = ModelLayout.of(Model.self).entityName
    assembly.problems += problems
    for (id, model) in try make() {
      guard let id, !id.isEmpty else {
        assembly.problems.append("\(name): a preset has no ID")
        continue
      }
      assembly.entries.append(.init(catalog: assembly.catalog, id: id, model: model))
    }
    if let identify {
      assembly.identifiers[ObjectIdentifier(Model.self), default: []].append { model in
        (model as? Model).flatMap(identify)
      }
    }
    assembly.formerIDs.add(formerIDs, of: name)
    assembly.userProperties[name, default: []].formUnion(userProperties)
    let rules = typeRules.merging(fieldRules) { $1 }
    assembly.rules[name, default: [:]].merge(rules) { $1 }
  }
}

/// An enumeration whose cases are presets.
///
/// ```swift
/// enum TagPreset: String, PresetRepresentable {
///   case quick, vegan
///   func makeModel() -> Tag { Tag(presetID: rawValue, name: rawValue.capitalized) }
///   init?(model: Tag) { self.init(rawValue: model.presetID ?? "") }
/// }
/// ```
public protocol PresetRepresentable: RawRepresentable, CaseIterable, Sendable
where RawValue == String {
  associatedtype Model: PersistentModel
  /// A new object with the values of the preset.
  func makeModel() -> Model
  /// The preset that an object stands for which another preset refers to; nil for an object that is
  /// none.
  init?(model: Model)
}

extension PresetRepresentable {
  public init?(model: Model) { nil }
}

/// The parts of presets: objects that only an owner leads to, the ingredients of a recipe, say.
///
/// A part's ID is that of its owner and, behind a slash, its own.
public struct PresetParts<Owner: PersistentModel, Part: PersistentModel>: PresetGroup {
  private let name: String
  private let isRelationship: Bool
  private let members: @Sendable (Owner) -> [any PersistentModel]
  private let identify: @Sendable (Part) -> String?

  /// - Parameters:
  ///   - keyPath: The relationship by which an owner has its parts; anything else makes the catalog
  ///     invalid.
  ///   - id: Tells a part among those of its owner, for ever the same way.
  public init(
    _ keyPath: any KeyPath<Owner, [Part]> & Sendable, id: @escaping @Sendable (Part) -> String?
  ) {
    self.init(path: keyPath, id: id)
  }

  public init(
    _ keyPath: any KeyPath<Owner, [Part]?> & Sendable, id: @escaping @Sendable (Part) -> String?
  ) {
    self.init(path: keyPath, id: id)
  }

  public init(
    _ keyPath: any KeyPath<Owner, Part?> & Sendable, id: @escaping @Sendable (Part) -> String?
  ) {
    let property = ModelLayout.of(Owner.self).property(at: keyPath)
    name = property?.name ?? "\(keyPath)"
    isRelationship = property?.isRelationship == true
    members = { $0[keyPath: keyPath].map { [$0] } ?? [] }
    identify = id
  }

  private init(path: any AnyKeyPath & Sendable, id: @escaping @Sendable (Part) -> String?) {
    let property = ModelLayout.of(Owner.self).property(at: path)
    name = property?.name ?? "\(path)"
    isRelationship = property?.isRelationship == true
    members = { owner in property.map { owner.draftMembers($0) } ?? [] }
    identify = id
  }

  public func _add(to assembly: inout _PresetAssembly) throws {
    guard isRelationship else {
      assembly.problems.append(
        """
        PresetParts: \(name) is no relationship of \(ModelLayout.of(Owner.self).entityName), and so \
        leads to no parts
        """)
      return
    }
    let (members, identify) = (members, identify)
    assembly.parts.append(
      .init(
        owner: Owner.self, members: { ($0 as? Owner).map(members) ?? [] },
        id: { ($0 as? Part).flatMap(identify) }, name: name))
  }
}
