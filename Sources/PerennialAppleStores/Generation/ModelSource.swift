import Foundation

/// The source text of classes for a store's model, in Swift.
///
/// ```swift
/// let source = try AppleStore(contentsOf: url).modelSource()
/// print(source.text)
/// ```
///
/// The text has a class with `@Model` for each entity, types for composite attributes, and a `VersionedSchema` with the
/// classes. It compiles with `import SwiftData`. A file does not record everything that source text says, and some names
/// are none in Swift: ``remarks`` has what to look at.
public struct ModelSource: Hashable, Sendable {
  /// The text.
  public let text: String
  /// The parts of the model that are not in the text as the file has them, a sentence for each. They are comments in the
  /// text, too.
  public let remarks: [String]
}

extension AppleStore {
  /// Writes the source text of classes for the store's model.
  ///
  /// ```swift
  /// let source = try appleStore.modelSource(schemaName: "LibrarySchemaV1")
  /// try Data(source.text.utf8).write(to: URL(fileURLWithPath: "Library.swift"))
  /// ```
  ///
  /// Names that Swift cannot have are replaced, and properties then have their name in the file as original name. Names
  /// and default values are escaped, so that a file cannot add text of its own.
  ///
  /// - Parameter schemaName: The name of the schema. A number follows if an entity has it.
  /// - Throws: ``AppleStoreError/Code/missingModel`` if the file has no entity, ``AppleStoreError/Code/limit`` if it has
  ///   more of them than a program.
  public func modelSource(schemaName: String = "StoreSchema") throws -> ModelSource {
    try checkForClasses()
    var writer = ModelWriter(model, schemaName: schemaName)
    return writer.source(ofFile: url.lastPathComponent)
  }

  /// Throws an error if the model has no class, or too many.
  func checkForClasses() throws {
    guard !model.entities.isEmpty else {
      throw AppleStoreError(
        .missingModel, path: database.path,
        "The store has no entity, so there is no class to write. Check that it is the right file.")
    }
    let count = model.entities.reduce(0) { $0 + $1.attributes.count + $1.relationships.count }
    guard model.entities.count <= 5000, count <= 50_000 else {
      throw AppleStoreError(
        .limit, path: database.path,
        """
        The model has \(model.entities.count) entities and \(count) properties; classes are written for up to 5000 \
        entities and 50000 properties. The file is damaged.
        """)
    }
  }
}

extension ModelSource {
  /// Returns the text for a model without a file; for tests.
  package static func text(of model: StoredModel) -> String {
    var writer = ModelWriter(model, schemaName: "StoreSchema")
    return writer.source(ofFile: "Model.sqlite").text
  }
}
