public import Foundation
public import SwiftData

/// The configuration of a ``JSONStore``, with the URL of its file.
///
/// ```swift
/// let configuration = JSONStoreConfiguration(url: url)
/// let container = try ModelContainer(
///   for: Schema([Summit.self]), configurations: [configuration] as [any DataStoreConfiguration])
/// ```
public struct JSONStoreConfiguration: DataStoreConfiguration {
  /// The store that is created with the configuration.
  public typealias Store = JSONStore

  /// The name of the configuration.
  public let name: String
  /// The models that the store holds; nil for all of the container's. The container sets it before it creates
  /// the store.
  public var schema: Schema?
  /// The store's file.
  public let url: URL

  /// Creates the configuration of a store in a file.
  public init(_ name: String = "json", schema: Schema? = nil, url: URL) {
    self.name = name
    self.schema = schema
    self.url = url
  }
}

/// A store in one JSON file, which uses only the public protocols.
///
/// It supports neither predicates nor orders, and reads and writes the whole file each time. It is the
/// minimum of a store.
///
/// The suites run with it as a third kind of store, beside a file and memory. So they check that a container
/// filters, sorts, keeps relationships consistent and records history where the store does none of it. An
/// object's primary key is a random UUID. Infinite numbers and NaN are the texts `+`, `-` and `?` in the
/// file.
public final class JSONStore: DataStore {
  /// The settings of the store.
  public typealias Configuration = JSONStoreConfiguration
  /// The form in which the store exchanges the values of objects.
  public typealias Snapshot = DefaultSnapshot

  private struct Contents: Codable {
    let identifier: String
    var snapshots: [DefaultSnapshot] = []
  }

  /// The settings that the store was created with.
  public let configuration: JSONStoreConfiguration
  /// The identifier that the file has from its creation.
  public let identifier: String
  /// The models that the store holds.
  public let schema: Schema

  /// Opens the store of a configuration. Creates the file if it does not exist.
  ///
  /// - Throws: The error of reading, decoding or writing the file.
  public init(
    _ configuration: JSONStoreConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?
  ) throws {
    self.configuration = configuration
    schema = configuration.schema ?? Schema()
    if FileManager.default.fileExists(atPath: configuration.url.path) {
      identifier = try Self.read(configuration.url).identifier
    } else {
      identifier = UUID().uuidString
      try Self.write(Contents(identifier: identifier), to: configuration.url)
    }
  }

  // MARK: Reading

  /// Returns the snapshots of a model and of its subclasses, from the descriptor's offset up to its limit.
  ///
  /// - Throws: `DataStoreError.preferInMemoryFilter` for a predicate, and
  ///   `DataStoreError.preferInMemorySort` for an order. The container then fetches all snapshots, and
  ///   filters and sorts the objects itself. Also throws the error of reading or decoding the file.
  public func fetch<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> where T: PersistentModel {
    let descriptor = request.descriptor
    if descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
    if !descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
    let names = entityNames(of: T.self)
    var found = try Self.read(configuration.url).snapshots.filter {
      names.contains($0.persistentIdentifier.entityName)
    }
    found.removeFirst(min(max(descriptor.fetchOffset ?? 0, 0), found.count))
    if let limit = descriptor.fetchLimit { found = Array(found.prefix(max(limit, 0))) }
    return DataStoreFetchResult(descriptor: descriptor, fetchedSnapshots: found)
  }

  /// Returns the names of a model's entity and of those of its subclasses.
  private func entityNames<T: PersistentModel>(of type: T.Type) -> Set<String> {
    var names: Set<String> = []
    var waiting = [Schema.entityName(for: type)]
    while let name = waiting.popLast() {
      guard names.insert(name).inserted else { continue }
      waiting += (schema.entitiesByName[name]?.subentities ?? []).map(\.name)
    }
    return names
  }

  // MARK: Writing

  /// Saves all changes of a context, with one write of the file.
  ///
  /// Inserted objects get permanent identifiers. Relationships of the saved snapshots are changed to refer
  /// to them.
  ///
  /// - Returns: The permanent identifiers by the temporary ones.
  /// - Throws: The error of reading, encoding or writing the file. The file is then unchanged.
  public func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    var contents = try Self.read(configuration.url)
    var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
    for snapshot in request.inserted {
      remapped[snapshot.persistentIdentifier] = try PersistentIdentifier.identifier(
        for: identifier, entityName: snapshot.persistentIdentifier.entityName,
        primaryKey: UUID().uuidString)
    }
    let deleted = Set(request.deleted.map(\.persistentIdentifier))
    contents.snapshots.removeAll { deleted.contains($0.persistentIdentifier) }
    var places: [PersistentIdentifier: Int] = [:]
    for (place, snapshot) in contents.snapshots.enumerated() {
      places[snapshot.persistentIdentifier] = place
    }
    for snapshot in request.updated {
      guard let place = places[snapshot.persistentIdentifier] else { continue }
      contents.snapshots[place] = snapshot.copy(
        persistentIdentifier: snapshot.persistentIdentifier, remappedIdentifiers: remapped)
    }
    for snapshot in request.inserted {
      contents.snapshots.append(
        snapshot.copy(
          persistentIdentifier: remapped[snapshot.persistentIdentifier]
            ?? snapshot.persistentIdentifier,
          remappedIdentifiers: remapped))
    }
    try Self.write(contents, to: configuration.url)
    return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
  }

  /// Deletes all objects of the store. Its identifier stays.
  ///
  /// - Throws: The error of encoding or writing the file.
  public func erase() throws {
    try Self.write(Contents(identifier: identifier), to: configuration.url)
  }

  // MARK: The file

  private static func read(_ url: URL) throws -> Contents {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    return try decoder.decode(Contents.self, from: Data(contentsOf: url))
  }

  private static func write(_ contents: Contents, to url: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    try encoder.encode(contents).write(to: url, options: .atomic)
  }
}
