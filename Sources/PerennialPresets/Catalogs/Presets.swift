public import Perennial
import PerennialRecords

/// The presets of one model.
public struct Presets<Model: PersistentModel>: PresetGroup {
  /// Makes the objects, and passes each one with its ID to a closure.
  private let forEach: @Sendable (_ body: (String?, Model) -> Void) throws -> Void
  private let identify: (@Sendable (Model) -> String?)?
  private var formerIDs: [String: String] = [:]
  private var userProperties: Set<String> = []
  /// The rules for conflicts, by field. A rule in `fieldRules` takes precedence over one in
  /// `typeRules`.
  var fieldRules: [String: PresetConflictRule<Any>] = [:]
  var typeRules: [String: PresetConflictRule<Any>] = [:]
  /// The problems in the description of the presets.
  var problems: [String] = []

  /// Creates a group of presets from an array.
  ///
  /// Objects that the presets reference are presets too, of this catalog or of another one that is
  /// applied with it. A reference can target the preset's own object or another object with the same
  /// ID: `Tag.italian` may be a new object in each place.
  ///
  /// ```swift
  /// let recipes = Presets(id: \.slug) {
  ///   let soup = Recipe()
  ///   soup.slug = "soup"
  ///   soup.title = "Soup"
  ///   return [soup]
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - id: Returns the ID of a preset, which never changes, from a property for example. It must not
  ///     be nil.
  ///   - make: Creates the objects, all of them new.
  public init(
    id: @escaping @Sendable (Model) -> String?, _ make: @escaping @Sendable () throws -> [Model]
  ) {
    forEach = { body in
      for model in try make() { body(id(model), model) }
    }
    identify = id
  }

  /// Creates a group of presets from an array of IDs and objects, for models without an ID property.
  ///
  /// ```swift
  /// let projects = Presets(of: Project.self) { [("inbox", Project()), ("later", Project())] }
  /// ```
  public init(
    of type: Model.Type = Model.self,
    _ make: @escaping @Sendable () throws -> [(id: String, model: Model)]
  ) {
    forEach = { body in
      for (id, model) in try make() { body(id, model) }
    }
    identify = nil
  }

  /// Creates a group of presets from an enumeration. Each case is a preset, and its raw value is the
  /// ID.
  ///
  /// ```swift
  /// enum CoursePreset: String, PresetRepresentable {
  ///   case starter, dessert
  ///   func makeModel() -> Tag { Tag(presetID: rawValue, name: rawValue.capitalized) }
  /// }
  /// let courses = Presets(CoursePreset.self)
  /// ```
  public init<Preset: PresetRepresentable>(_ type: Preset.Type) where Preset.Model == Model {
    forEach = { body in
      for preset in Preset.allCases { body(preset.rawValue, preset.makeModel()) }
    }
    identify = { Preset(model: $0)?.rawValue }
  }

  /// Returns the group with a former ID for one of its presets.
  ///
  /// The preset keeps its identity and all edits. Keep this call as long as stores of the earlier
  /// versions may exist, which means for ever.
  ///
  /// ```swift
  /// let recipes = Presets(id: \.slug) { Recipe.defaults }
  ///   .renamed("minestrone", formerly: "soup")
  /// ```
  public func renamed(_ id: String, formerly formerID: String) -> Presets {
    var copy = self
    copy.formerIDs[id] = formerID
    return copy
  }

  /// Returns the group with properties that belong to the user from the beginning. Examples are whether
  /// a recipe is a favourite, or when it was last cooked.
  ///
  /// A new preset begins with the catalog's values. Afterwards no version of the catalog writes these
  /// properties, and they do not count as edits. Only a reset of ``PresetScope/everything`` that
  /// deletes user objects writes them.
  ///
  /// ```swift
  /// let recipes = Presets(id: \.slug) { Recipe.defaults }
  ///   .leavingToUser(\.isFavourite, \.timesCooked)
  /// ```
  ///
  /// - Parameter keyPaths: The key paths of stored properties. Any other key path makes the catalog
  ///   invalid.
  public func leavingToUser(_ keyPaths: any PartialKeyPath<Model> & Sendable...) -> Presets {
    var copy = self
    let layout = ModelLayout.of(Model.self)
    for keyPath in keyPaths {
      if let property = layout.property(at: keyPath), property.isStored {
        copy.userProperties.insert(property.name)
      } else {
        copy.problems.append(
          "leavingToUser: \(keyPath) is not a stored property of \(layout.entityName); leave it out"
        )
      }
    }
    return copy
  }

  /// The presets, which are made when a catalog with the group has to be applied.
  public var content: PresetGroupContent { PresetGroupContent { try add(to: &$0) } }

  private func add(to assembly: inout PresetAssembly) throws {
    let layout = ModelLayout.of(Model.self)
    let (name, catalog) = (layout.entityName, assembly.catalog)
    assembly.problems += problems
    try forEach { id, model in
      guard let id, !id.isEmpty else {
        return assembly.problems.append("\(name): a preset lacks an ID")
      }
      let own = type(of: model) == Model.self ? layout : ModelLayout.of(type(of: model))
      assembly.entries.append(
        .init(catalog: catalog, id: id, layout: own, source: .object(model)))
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
