public import Foundation
public import Perennial

/// The presets of a file, as a part of a catalog with other groups.
///
/// ```swift
/// let cookbook = PresetCatalog("cookbook", version: 2) {
///   Presets(TagPreset.self)
///   JSONPresets(contentsOf: recipes, for: Recipe.self)
/// }
/// ```
///
/// The file has the format that `PresetCatalog.init(contentsOf:for:)` reads. It names the same catalog.
/// Its version and its namespace are optional, and must be those of the catalog.
public struct JSONPresets: PresetGroup {
  private let source: PresetSource
  private let models: [ModelLayout]

  /// Creates a group of presets from a file.
  ///
  /// ```swift
  /// let files = ["soups.json", "desserts.json"].map { directory.appending(path: $0) }
  /// let cookbook = PresetCatalog("cookbook", version: 5) {
  ///   for file in files { JSONPresets(contentsOf: file, for: Recipe.self, Tag.self) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - url: The file. It is read when the catalog has to be applied.
  ///   - types: The models of the presets. Related models are added.
  public init(contentsOf url: URL, for types: any PersistentModel.Type...) {
    self.init(.file(url), [ModelLayout](of: types))
  }

  /// Creates a group of presets from a file. The file is read when the catalog has to be applied.
  ///
  /// ```swift
  /// let presets = JSONPresets(contentsOf: recipes, for: container.schema)
  /// ```
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - schema: A schema with the models of the presets.
  public init(contentsOf url: URL, for schema: Schema) {
    self.init(.file(url), schema.layouts)
  }

  /// Creates a group of presets from the contents of a file.
  ///
  /// ```swift
  /// let text = """
  ///   {"catalog": "tags", "presets": {"Tag": [{"$id": "quick", "name": "Quick"}]}}
  ///   """
  /// let tags = JSONPresets(Data(text.utf8), named: "tags.json", for: Schema([Tag.self]))
  /// ```
  ///
  /// - Parameters:
  ///   - data: The contents of the file.
  ///   - name: The name of the file in errors.
  ///   - schema: A schema with the models of the presets.
  public init(_ data: Data, named name: String, for schema: Schema) {
    self.init(.data(data, name: name), schema.layouts)
  }

  init(_ source: PresetSource, _ models: [ModelLayout]) {
    self.source = source
    self.models = models
  }

  /// The presets of the file, which is read when a catalog with the group has to be applied.
  public var content: PresetGroupContent { PresetGroupContent { try add(to: &$0) } }

  private func add(to assembly: inout PresetAssembly) throws {
    let models = models.reachable
    var reading = try PresetFileReading(
      source.name, file: assembly.files.problems.count, layouts: models, catalog: assembly.head,
      packing: assembly.values)
    do {
      try source.read { try reading.read(&$0) }
      if reading.hasLateUserProperties {
        reading = try PresetFileReading(
          source.name, file: assembly.files.problems.count, layouts: models,
          catalog: assembly.head, packing: assembly.values,
          userProperties: reading.userProperties)
        try source.read { try reading.read(&$0) }
      }
    } catch let error as PresetError {
      assembly.files.unreadable += error.problems
      return
    }
    assembly.add(reading)
  }
}

extension PresetAssembly {
  fileprivate mutating func add(_ reading: PresetFileReading) {
    files.problems.append(reading.problems)
    // The file counts its own presets from 0.
    let first = entries.count
    for (owner, links) in reading.links {
      files.links[owner + first] = links.map { link in
        var link = link
        link.targets = link.targets.map { target in
          if case .part(let index) = target { .part(index + first) } else { target }
        }
        return link
      }
    }
    files.declared.formUnion(reading.declared)
    entries += reading.entries
    formerIDs.add(reading.formerIDs)
    userProperties.merge(reading.userProperties) { $0.union($1) }
  }
}
