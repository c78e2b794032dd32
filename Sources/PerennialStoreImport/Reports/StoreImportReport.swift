/// The result of an import: each row and each reference of the file is counted, with the reason if it was left out.
///
/// ```swift
/// let report = try StoreImport(contentsOf: url).run(into: container)
/// for entity in report.entities {
///   print(entity.name, entity.read, entity.inserted, entity.leftOut, entity.reason ?? "")
/// }
/// for remark in report.remarks { print(remark) }
/// ```
public struct StoreImportReport: Hashable, Sendable {
  /// The path of the file.
  public let path: String
  /// The identifier of the file's store. Copies of a store have the same one.
  public let storeIdentifier: String
  /// `true` if nothing was written, because it was a dry run.
  public let isDryRun: Bool
  /// The entities of the file, in alphabetical order.
  public internal(set) var entities: [Entity] = []
  /// The relationships of the imported entities, by entity and name in alphabetical order.
  public internal(set) var relationships: [Relationship] = []
  /// The values and references that are not in the container as the file has them.
  public internal(set) var remarks: [Remark] = []

  init(path: String, storeIdentifier: String, isDryRun: Bool) {
    self.path = path
    self.storeIdentifier = storeIdentifier
    self.isDryRun = isDryRun
  }

  /// The rows of an entity.
  ///
  /// The number of rows that were read is the sum of the other numbers, without `missing`.
  public struct Entity: Hashable, Sendable {
    /// The name of the entity in the file.
    public let name: String
    /// The name of the class; nil if the entity is left out.
    public let model: String?
    /// The number of rows in the file.
    public internal(set) var read = 0
    /// The number of new objects.
    public internal(set) var inserted = 0
    /// The number of objects of former imports that have taken changes of the file.
    public internal(set) var updated = 0
    /// The number of objects of former imports whose rows have not changed.
    public internal(set) var unchanged = 0
    /// The number of rows that became existing objects with the same unique values.
    public internal(set) var merged = 0
    /// The number of rows whose objects were deleted from the container since a former import. They stay deleted.
    public internal(set) var deletedHere = 0
    /// The number of rows that were left out.
    public internal(set) var leftOut = 0
    /// The reason why rows were left out; nil if none were.
    public internal(set) var reason: String?
    /// The number of objects of former imports whose rows the file no longer has. They stay in the container.
    public internal(set) var missing = 0
    /// The properties of the file that have none in the class, in alphabetical order.
    public internal(set) var propertiesLeftOut: [String] = []

    init(name: String, model: String?) {
      (self.name, self.model) = (name, model)
    }
  }

  /// The references of a relationship.
  ///
  /// The number of references that were read is the sum of the other numbers.
  public struct Relationship: Hashable, Sendable {
    /// The name of the entity in the file.
    public let entity: String
    /// The name of the relationship in the file; of a file that does not describe its model, that of a join table.
    public let name: String
    /// The name of the property in the class; nil if the relationship is left out.
    public let property: String?
    /// The number of references in the file.
    public internal(set) var read = 0
    /// The number of references that were written.
    public internal(set) var written = 0
    /// The number of references of objects whose relationship has not changed since a former import.
    public internal(set) var unchanged = 0
    /// The number of references that were left out.
    public internal(set) var leftOut = 0
    /// The reason why references were left out, or why the relationship has none of its own; nil if there is none.
    public internal(set) var reason: String?

    init(entity: String, name: String, property: String?) {
      (self.entity, self.name, self.property) = (entity, name, property)
    }
  }

  /// Values of a property that are not in the container as the file has them, for one reason.
  public struct Remark: Hashable, Sendable, CustomStringConvertible {
    /// The name of the entity in the file.
    public let entity: String
    /// The name of the property in the class.
    public let property: String
    /// The reason, as a sentence without a capital.
    public let reason: String
    /// The number of rows.
    public internal(set) var count: Int
    /// The primary keys of the first ten rows in the file.
    public internal(set) var rows: [Int64]

    /// The entity, the property, the reason and the rows.
    public var description: String {
      let list = rows.map(String.init).joined(separator: ", ") + (count > rows.count ? ", …" : "")
      return "\(entity).\(property): \(reason) (\(count) rows: \(list))"
    }
  }

  /// `true` if the container has got every value and reference of the file, and none was changed.
  ///
  /// It is not complete if an object was deleted from the container, or if a former import has left out a value. Edits in
  /// the container do not count.
  public var isComplete: Bool {
    remarks.isEmpty
      && entities.allSatisfy {
        $0.leftOut == 0 && $0.deletedHere == 0 && $0.propertiesLeftOut.isEmpty
      }
      && relationships.allSatisfy { $0.leftOut == 0 }
  }
}

extension StoreImportReport: CustomStringConvertible {
  /// The report as lines of text.
  public var description: String {
    var lines = ["\(path)\(isDryRun ? " (dry run)" : "")"]
    for entity in entities {
      var parts = [
        "\(entity.read) read", "\(entity.inserted) inserted", "\(entity.updated) updated",
        "\(entity.unchanged) unchanged",
      ]
      let others = [
        (entity.merged, "merged"), (entity.deletedHere, "deleted here"),
        (entity.leftOut, "left out"), (entity.missing, "no longer in the file"),
      ]
      parts += others.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
      let model = entity.model.map { $0 == entity.name ? "" : " → \($0)" } ?? ""
      lines.append(
        "\(entity.name)\(model): \(parts.joined(separator: ", "))\(entity.reason.map { " (\($0))" } ?? "")"
      )
      if !entity.propertiesLeftOut.isEmpty {
        lines.append("  without \(entity.propertiesLeftOut.joined(separator: ", "))")
      }
    }
    for relationship in relationships {
      lines.append(
        """
        \(relationship.entity).\(relationship.name): \(relationship.read) read, \(relationship.written) written, \
        \(relationship.unchanged) unchanged, \(relationship.leftOut) left out\
        \(relationship.reason.map { " (\($0))" } ?? "")
        """)
    }
    return (lines + remarks.map(\.description)).joined(separator: "\n")
  }
}
