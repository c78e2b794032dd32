public import Foundation
public import Perennial

extension PresetCatalog {
  /// Creates the catalog of a file.
  ///
  /// ```json
  /// {
  ///   "catalog": "cookbook",
  ///   "version": 2,
  ///   "presets": {
  ///     "Tag": [{ "$id": "quick", "name": "Quick" }],
  ///     "Recipe": [{ "$id": "pasta", "title": "Pasta", "minutes": 20, "tags": ["quick"] }]
  ///   }
  /// }
  /// ```
  ///
  /// `Documentation/Presets.md` describes the format. ``jsonSchema(for:)`` returns its schema for
  /// editors.
  ///
  /// The initialiser reads the beginning of the file, up to the presets, for the name and the version.
  /// This takes some tenths of a millisecond. If these follow the presets, or if there is no version,
  /// the whole file is scanned. The presets are read when the catalog has to be applied, which is never
  /// for a store that has the version already. Without a version, they are read whenever a container
  /// opens.
  ///
  /// Complexity of applying the catalog: O(*n*) in the length of the file, some 10 µs for each preset.
  ///
  /// ```swift
  /// let cookbook = try PresetCatalog(contentsOf: recipes, for: Recipe.self, Tag.self)
  /// let container = try ModelContainer(for: Recipe.self, Tag.self, presets: cookbook)
  /// ```
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - types: The models of the presets. Related models are added.
  ///   - content: More groups of presets, for the same catalog.
  /// - Throws: ``PresetError/Code/invalidFile`` if the beginning of the file cannot be read. Problems
  ///   in the rest of the file are thrown when the catalog is applied.
  public init(
    contentsOf url: URL, for types: any PersistentModel.Type...,
    @PresetCatalogBuilder content: () -> [any PresetGroup] = { [] }
  ) throws {
    try self.init(.file(url), models: [ModelLayout](of: types), content: content())
  }

  /// Creates the catalog of a file.
  ///
  /// ```swift
  /// let cookbook = try PresetCatalog(contentsOf: recipes, for: container.schema) {
  ///   Presets(TagPreset.self)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - schema: A schema with the models of the presets.
  ///   - content: More groups of presets, for the same catalog.
  /// - Throws: ``PresetError/Code/invalidFile``.
  public init(
    contentsOf url: URL, for schema: Schema,
    @PresetCatalogBuilder content: () -> [any PresetGroup] = { [] }
  ) throws {
    try self.init(.file(url), models: schema.layouts, content: content())
  }

  /// Creates the catalog of a file from its contents.
  ///
  /// ```swift
  /// let data = try Data(contentsOf: url)
  /// let cookbook = try PresetCatalog(data, named: "cookbook.json", for: container.schema)
  /// try container.usePresets([cookbook])
  /// ```
  ///
  /// - Parameters:
  ///   - data: The contents of the file.
  ///   - name: The name of the file in errors.
  ///   - schema: A schema with the models of the presets.
  ///   - content: More groups of presets, for the same catalog.
  /// - Throws: ``PresetError/Code/invalidFile``.
  public init(
    _ data: Data, named name: String, for schema: Schema,
    @PresetCatalogBuilder content: () -> [any PresetGroup] = { [] }
  ) throws {
    try self.init(.data(data, name: name), models: schema.layouts, content: content())
  }

  private init(
    _ source: PresetSource, models: [ModelLayout], content: [any PresetGroup]
  ) throws {
    let head = try PresetFileHead(source)
    self.init(
      head.catalog ?? "", version: head.version, namespace: head.namespace ?? Self.commonNamespace,
      groups: [JSONPresets(source, models)] + content)
  }
}

extension PresetCatalog {
  /// Returns the JSON Schema, of draft 2020-12, of the catalog files of some models. Editors use it to
  /// check a file and to complete names and values. The text is always the same for the same models.
  ///
  /// A file refers to its schema in a member `$schema`.
  ///
  /// ```swift
  /// let text = try PresetCatalog.jsonSchema(for: Schema([Recipe.self, Tag.self]))
  /// try Data(text.utf8).write(to: directory.appending(path: "cookbook.schema.json"))
  /// ```
  ///
  /// - Parameter schema: The models. Related models are added.
  /// - Throws: `SwiftDataError` if the default of a property cannot be encoded.
  public static func jsonSchema(for schema: Schema) throws -> String {
    try PresetFileSchema(schema.layouts).text
  }
}
