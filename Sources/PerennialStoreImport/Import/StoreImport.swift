public import Foundation
public import Perennial
public import PerennialAppleStores

/// The import of a file of Apple's SwiftData or Core Data into a container.
///
/// Entities, attributes and relationships are found by their names, and by the original names of properties. Other names
/// and conversions are given with `map(_:to:)`, `map(_:to:by:)` and `fill(_:with:)`.
///
/// ```swift
/// let report = try StoreImport(contentsOf: url).run(into: container)
/// print(report)
/// ```
///
/// The import is one transaction: the container has either all objects, or none. The file is not changed. Contexts, live
/// results and the history follow as after a save.
///
/// The container's store remembers each imported object. A later import of the same file, or of a newer copy of it, takes
/// what has changed in the file since: new rows, and the values and references of rows that differ from those of the
/// former import. It keeps other edits, and objects that were deleted from the container stay deleted.
public struct StoreImport {
  /// The store that is imported.
  public let store: AppleStore
  /// The author of the import in the history of the container's store.
  public var author: String? = "import"
  private var mapping = StoreMapping()

  /// A closure that is called from time to time with the numbers of rows that were read and that there are. An error that
  /// it throws ends the import.
  public typealias ProgressHandler = (_ done: Int, _ total: Int) throws -> Void

  /// Opens a file for an import.
  ///
  /// ```swift
  /// let storeImport = try StoreImport(contentsOf: url)
  /// print(storeImport.store.model.entities.map(\.name))
  /// ```
  ///
  /// - Throws: `AppleStoreError`.
  public init(contentsOf url: URL) throws { store = try AppleStore(contentsOf: url) }

  /// Creates an import of a store that is open.
  ///
  /// ```swift
  /// let storeImport = StoreImport(of: try AppleStore(contentsOf: url, usesModel: false))
  /// print(storeImport.store.identifier)
  /// ```
  public init(of store: AppleStore) { self.store = store }

  // MARK: Names

  /// Names the class of an entity's objects.
  ///
  /// ```swift
  /// var storeImport = try StoreImport(contentsOf: url)
  /// storeImport.map("CDTrip", to: Trip.self)
  /// ```
  public mutating func map<Model: PersistentModel>(_ entity: String, to model: Model.Type) {
    mapping.entities.updateValue(ModelLayout.of(model).entityName, forKey: entity)
  }

  /// Names the attribute or relationship of the file whose values a property takes.
  ///
  /// ```swift
  /// var storeImport = try StoreImport(contentsOf: url)
  /// storeImport.map("destinationName", to: \Trip.name)
  /// ```
  public mutating func map<Model: PersistentModel, Value>(
    _ property: String, to keyPath: KeyPath<Model, Value>
  ) {
    mapping.update(keyPath) { $0.source = property }
  }

  /// Names the attribute of the file whose values a property takes, and converts them. Relationships are not converted.
  ///
  /// ```swift
  /// var storeImport = try StoreImport(contentsOf: url)
  /// storeImport.map("title", to: \Trip.name) { value in
  ///   guard case .text(let text) = value else { return "" }
  ///   return text.uppercased()
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - property: The name of the attribute in the file.
  ///   - keyPath: The property.
  ///   - convert: A closure that returns the property's value. It is called for each row with a value. An error that it
  ///     throws ends the import.
  public mutating func map<Model: PersistentModel, Value>(
    _ property: String, to keyPath: KeyPath<Model, Value>,
    by convert: @escaping (AppleValue) throws -> Value
  ) {
    mapping.update(keyPath) { rule in
      rule.source = property
      rule.convert = convert
    }
  }

  /// Gives a property a value where the file has none, or one that the property cannot have.
  ///
  /// The value comes before the property's default. That of a to-one relationship is an object that is saved in the store
  /// of the import. A to-many relationship cannot be filled.
  ///
  /// ```swift
  /// var storeImport = try StoreImport(contentsOf: url)
  /// storeImport.fill(\Trip.name, with: "Untitled")
  /// ```
  public mutating func fill<Model: PersistentModel, Value>(
    _ keyPath: KeyPath<Model, Value>, with value: Value
  ) {
    mapping.update(keyPath) { $0.filling = value }
  }

  /// Leaves the objects of an entity out.
  ///
  /// ```swift
  /// var storeImport = try StoreImport(contentsOf: url)
  /// storeImport.leaveOut("CachedImage")
  /// ```
  public mutating func leaveOut(_ entity: String) {
    mapping.entities.updateValue(nil, forKey: entity)
  }

  /// Leaves the values of a property out. New objects have its default.
  ///
  /// ```swift
  /// var storeImport = try StoreImport(contentsOf: url)
  /// storeImport.leaveOut(\Trip.name)
  /// ```
  public mutating func leaveOut<Model: PersistentModel, Value>(_ keyPath: KeyPath<Model, Value>) {
    mapping.update(keyPath) { $0.isLeftOut = true }
  }

  // MARK: Running

  /// Imports the file.
  ///
  /// ```swift
  /// let report = try StoreImport(contentsOf: url).run(into: container, isDryRun: true) { done, total in
  ///   print("\(done) of \(total)")
  /// }
  /// ```
  ///
  /// If there is a current `Progress`, the import reports to it, and stops when it is cancelled, as when the task is.
  ///
  /// - Parameters:
  ///   - container: The container with the program's classes. They must be in one store.
  ///   - isDryRun: `true` for a dry run: the import is carried out and rolled back, and no observer is notified.
  ///   - progress: A closure that is called from time to time with the progress.
  /// - Returns: The numbers of rows and references, and the values that were changed.
  /// - Throws: ``StoreImportError``, which names the entity, the row and the property; `AppleStoreError` for a file that
  ///   cannot be read; `SwiftDataError.unsupportedFeature` if the classes are in several stores, or in a custom one;
  ///   `SwiftDataError.readOnlyStore`, `storeFailure`; `CancellationError`; errors of the closures. Nothing is written
  ///   in these cases.
  @discardableResult
  public func run(
    into container: ModelContainer, isDryRun: Bool = false,
    progress: ProgressHandler = { _, _ in }
  ) throws -> StoreImportReport {
    try withoutActuallyEscaping(progress) { progress in
      try store.snapshot {
        let planner = ImportPlanner(
          store, mapping: mapping, entities: container.storeEntities)
        let classes = try planner.classes()
        return try container.importRows(
          of: Set(classes.values), author: author, isDryRun: isDryRun
        ) { editor in
          let plan = try planner.plan(
            classes, ofStore: editor.store, on: editor.connection)
          var report = StoreImportReport(
            path: store.url.path, storeIdentifier: store.identifier, isDryRun: isDryRun)
          report.entities = store.model.entities.map {
            StoreImportReport.Entity(name: $0.name, model: classes[$0.name])
          }
          let state = try ImportState(of: store, plan, into: editor, report: report)
          var run = ImportRun(state, progress)
          return try run.run()
        }
      }
    }
  }
}
