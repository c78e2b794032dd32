import ArgumentParser
import Foundation
import Perennial
import PerennialInspection
import PerennialPresets

/// A store, and the catalogs that say what its presets are.
struct CatalogArguments: ParsableArguments {
  @OptionGroup var store: StoreArgument

  @Option(
    help: ArgumentHelp(
      "The file of a catalog. Can be repeated.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var catalog: [String]

  func library() throws -> PresetLibrary { try store.presetLibrary(catalogs: catalog) }
}

extension StoreArgument {
  /// The store, and catalogs from files.
  func presetLibrary(catalogs files: [String]) throws -> PresetLibrary {
    let models = try StoreModels(of: open())
    return PresetLibrary(
      of: try models.container(), catalogs: try Self.catalogs(files, models.schema))
  }

  static func catalogs(_ files: [String], _ schema: Schema) throws -> [PresetCatalog] {
    try files.map { file in
      let url = URL(fileURLWithPath: file)
      guard FileManager.default.fileExists(atPath: url.path) else {
        throw MissingFile(path: url.path)
      }
      return try PresetCatalog(contentsOf: url, for: schema)
    }
  }

  /// - Throws: ``UnknownRules`` if objects of some entities are to be deleted, and the store does not say what
  ///   becomes of what belongs to them.
  func checkDeletions(of entities: some Sequence<String>) throws {
    let unknown = Set(try StoreModels(of: open()).entitiesWithoutRules).intersection(entities)
    if !unknown.isEmpty { throw UnknownRules(path: url.path, entities: unknown.sorted()) }
  }
}

/// The arguments that choose presets.
struct ScopeArguments: ParsableArguments {
  @Option(help: ArgumentHelp("Only the presets of this entity.", valueName: "name"))
  var entity: [String] = []

  @Option(
    help: ArgumentHelp("Only this preset and its parts: Recipe/pasta.", valueName: "entity/id"))
  var preset: String?

  func validate() throws {
    if preset != nil, !entity.isEmpty {
      throw ValidationError("--entity and --preset exclude each other.")
    }
    if let preset, preset.split(separator: "/", maxSplits: 1).count < 2 {
      throw ValidationError("Name a preset by its entity and its ID, such as Recipe/pasta.")
    }
  }

  func scope(_ arguments: CatalogArguments, fields: [String] = []) throws -> PresetScope {
    let store = try arguments.store.open()
    if let preset {
      let parts = preset.split(separator: "/", maxSplits: 1).map(String.init)
      let (entity, id) = (parts[0], parts[1])
      let known = try store.presets(of: entity).first { $0.id == id }
      let first = try arguments.library().catalogs.first
      let chosen = PresetIdentifier(
        catalog: known?.catalog ?? first?.name ?? "", entityName: entity, id: id)
      return fields.isEmpty ? .preset(chosen) : .fields(fields, of: chosen)
    }
    if entity.isEmpty { return .presets }
    let known = store.entityNames
    if let name = entity.first(where: { !known.contains($0) }) {
      throw MissingEntity(name: name, path: store.url.path, known: known)
    }
    return .entities(entity)
  }
}

/// An entity that was asked for and is not there.
struct MissingEntity: CommandError {
  let exitStatus = ExitStatus.missing
  let name: String
  let path: String
  let known: [String]
  var description: String {
    "\(path) has no entity “\(name)”; it has \(known.joined(separator: ", "))"
  }
}

/// The error for a deletion whose effect on related objects the store does not state. The deletion may
/// have to delete related objects too, or may have to be refused.
struct UnknownRules: Error, CustomStringConvertible {
  let path: String
  let entities: [String]
  var description: String {
    """
    \(path) does not record the delete rules of \(entities.joined(separator: ", ")). Open the store once \
    with its own program
    """
  }
}
