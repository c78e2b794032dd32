import Foundation
import Perennial
import PerennialRecords

/// The collected and checked presets of some catalogs. Each has an ID and a key, and references only
/// presets.
struct ResolvedCatalogs {
  let catalogs: [PresetCatalog]
  let contents: CatalogContents
  let userProperties: [String: Set<String>]
  /// The relationships that contain the parts of presets.
  let parts: [(owner: ModelLayout, property: String)]
  let rules: [String: [String: PresetConflictRule<Any>]]
  private let formerIDs: FormerIDs
  /// The entities that have presets.
  var layouts: [ModelLayout] { contents.entities.map(\.layout) }

  /// Creates the presets of all catalogs.
  ///
  /// - Throws: ``PresetError`` with all problems, and the errors that creating the objects throws.
  init(_ catalogs: [PresetCatalog]) throws {
    var assembly = PresetAssembly()
    assembly.problems = Self.namingProblems(catalogs)
    for catalog in catalogs {
      assembly.head = PresetFileHead(catalog)
      for group in catalog.groups { try group.content.add(&assembly) }
    }
    assembly.addParts()
    assembly.checkFormerIDs()
    let namespaces = Dictionary(
      catalogs.map { ($0.name, RecordName.namespace(uri: $0.namespace)) },
      uniquingKeysWith: { first, _ in first })
    let (contents, entries) = try assembly.presets(namespaces)
    var resolver = PresetReferenceResolver(assembly, contents: contents, entries: entries)
    resolver.connect()
    assembly = resolver.assembly
    try assembly.throwIfFilesAreInvalid()
    guard assembly.problems.isEmpty else {
      throw PresetError(.invalidCatalog, assembly.problems)
    }
    self.catalogs = catalogs
    self.contents = contents
    userProperties = assembly.userProperties
    parts = assembly.parts.map { ($0.owner, $0.name) }
    rules = assembly.rules
    formerIDs = assembly.formerIDs
  }

  var entityNames: Set<String> { Set(layouts.map(\.entityName)) }

  /// Returns all IDs that a preset has had, the current one first.
  func ids(of preset: CatalogPreset) -> [String] {
    formerIDs.all(of: PresetName(entity: preset.entityName, id: preset.id))
  }

  private static func namingProblems(_ catalogs: [PresetCatalog]) -> [String] {
    var problems: [String] = []
    for (name, list) in Dictionary(grouping: catalogs, by: \.name).sorted(by: { $0.key < $1.key }) {
      if list.count > 1 { problems.append("\(list.count) catalogs have the name “\(name)”") }
      if name.isEmpty || name.contains("/") {
        problems.append(
          "“\(name)” cannot be the name of a catalog: the name is empty or has a slash")
      }
    }
    return problems
  }
}

extension ResolvedCatalogs {
  /// Returns the catalogs that a store does not have, not in this version or not completely.
  func due(
    _ catalogs: [PresetCatalog], _ applied: [String: AppliedCatalog]
  ) -> [PresetCatalog] {
    catalogs.filter { catalog in
      guard let applied = applied[catalog.name] else { return true }
      if let version = catalog.version { return !applied.hasApplied(version: version) }
      return applied.fingerprint != contents.fingerprint(of: catalog.name)
    }
  }

  /// Returns the names of the catalogs of which a store has no greater version.
  func current(_ records: [String: CatalogRecord]) -> Set<String> {
    Set(
      catalogs.lazy.filter { catalog in
        guard let version = catalog.version else { return true }
        return (records[catalog.name]?.version ?? .min) <= version
      }.map(\.name))
  }

  /// Returns the record that a store keeps of an applied catalog.
  func record(of catalog: PresetCatalog) -> CatalogRecord {
    var fields: [String: [String]] = [:]
    var last: ModelLayout?
    for preset in contents.presets where preset.layout !== last && preset.catalog == catalog.name {
      last = preset.layout
      let own = userProperties[preset.entityName] ?? []
      fields[preset.entityName] = preset.layout.properties.map(\.name).filter { !own.contains($0) }
    }
    let fingerprint = catalog.version == nil ? contents.fingerprint(of: catalog.name) : ""
    return CatalogRecord(
      AppliedCatalog(version: catalog.version, fingerprint: fingerprint), fields: fields)
  }
}
