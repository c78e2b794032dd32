public import Foundation
public import Perennial

extension PresetCatalog {
  /// The catalog of a file.
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
  /// `Documentation/Presets.md` tells the form; ``jsonSchema(for:)`` writes it down for editors.
  ///
  /// Here only the beginning is read, up to the presets, to know the name and the version: some tenths
  /// of a millisecond. Where these stand behind the presets, the whole file has to be gone through. The
  /// presets are read when the catalog has to be applied: in a store that has the version already,
  /// never. Without a version, they are read whenever a container opens.
  ///
  /// Complexity of applying it: O(*n*) in the length of the file, some 10 µs for each preset.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - types: The models of the presets. Those that they are related to are known too.
  ///   - content: More groups of presets, for the same catalog.
  /// - Throws: ``PresetError/Code/invalidFile`` if the beginning of the file cannot be read. What is
  ///   wrong with the rest is told when it is applied.
  public init(
    contentsOf url: URL, for types: any PersistentModel.Type...,
    @PresetCatalogBuilder content: () -> [any PresetGroup] = { [] }
  ) throws {
    try self.init(.file(url), PresetModels(types: types), content())
  }

  /// The catalog of a file.
  ///
  /// - Parameter schema: Has the models of the presets.
  /// - Throws: ``PresetError/Code/invalidFile``.
  public init(
    contentsOf url: URL, for schema: Schema,
    @PresetCatalogBuilder content: () -> [any PresetGroup] = { [] }
  ) throws {
    try self.init(.file(url), PresetModels(schema), content())
  }

  /// The catalog of a file that was read already.
  ///
  /// - Parameters:
  ///   - data: The contents of the file.
  ///   - name: What errors call it.
  ///   - schema: Has the models of the presets.
  /// - Throws: ``PresetError/Code/invalidFile``.
  public init(
    _ data: Data, named name: String, for schema: Schema,
    @PresetCatalogBuilder content: () -> [any PresetGroup] = { [] }
  ) throws {
    try self.init(.data(data, name: name), PresetModels(schema), content())
  }

  private init(
    _ source: PresetSource, _ models: PresetModels, _ content: [any PresetGroup]
  ) throws {
    let head = try PresetFileHead(source)
    self.init(
      head.catalog ?? "", version: head.version, namespace: head.namespace ?? Self.commonNamespace,
      groups: [JSONPresets(source, models)] + content)
  }
}

extension PresetCatalog {
  /// The JSON Schema, of draft 2020-12, of the catalog files of some models: editors check the file and
  /// complete names and values by it. It is the same text for the same models.
  ///
  /// A file names it in a member `$schema`.
  ///
  /// - Parameter schema: The models. Those that they are related to are known too.
  /// - Throws: `SwiftDataError` if the default of a property cannot be encoded.
  public static func jsonSchema(for schema: Schema) throws -> String {
    try PresetFileSchema(PresetModels(schema)).text
  }
}
