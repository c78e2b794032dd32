import Foundation
import Perennial
import Synchronization

/// The entities of all schemas for which this process has created classes.
///
/// A class is never released. Therefore there is only one class for each entity of each schema, no matter how
/// many stores have it and how often they are opened.
final class StoredEntities: Sendable {
  static let shared = StoredEntities()

  private struct State {
    var entities: [StoredEntity] = []
    /// The entities of schemas, by the descriptions in the files.
    var schemas: [[Data]: [StoredEntity]] = [:]
  }

  private let state = Mutex(State())
  private let none = StoredEntity(
    .nothing, [:], [:], StoredObject<FirstPlace>.self, ancestors: [])

  /// The entity with a number.
  subscript(_ number: Int) -> StoredEntity {
    state.withLock { $0.entities.indices.contains(number) ? $0.entities[number] : none }
  }

  /// Returns the entities of a schema, with their classes.
  ///
  /// - Throws: `SwiftDataError.unsupportedFeature` if the entities do not fit together, or if there are too
  ///   many levels of inheritance.
  func entities(
    of descriptions: [EntityDescription], _ rules: PropertyRule.Table, _ cases: RecordedCases.Table
  ) throws -> [StoredEntity] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let key = [
      try encoder.encode(descriptions), try encoder.encode(rules), try encoder.encode(cases),
    ]
    return try state.withLock { state in
      if let known = state.schemas[key] { return known }
      let made = try Self.make(descriptions, rules, cases, after: state.entities.count)
      state.entities += made
      state.schemas[key] = made
      return made
    }
  }

  private static func make(
    _ descriptions: [EntityDescription], _ rules: PropertyRule.Table,
    _ cases: RecordedCases.Table, after count: Int
  ) throws -> [StoredEntity] {
    let schema = StoreSchema(descriptions)
    let numbers = Dictionary(
      descriptions.enumerated().map { ($1.name, count + $0) },
      uniquingKeysWith: { first, _ in first })
    var made: [String: StoredEntity] = [:]
    // A superentity is created before its subentities.
    let lineages = descriptions.map(schema.lineage(of:)).sorted { $0.count < $1.count }
    for lineage in lineages {
      guard let description = lineage.last else { continue }
      let ancestors = lineage.dropLast().compactMap { made[$0.name] }
      if let name = lineage.first?.superentity {
        throw SwiftDataError.unsupportedFeature.because(
          "\(description.name) inherits from “\(name)”, which the store does not have")
      }
      guard let type = storedClass(lineage.compactMap { numbers[$0.name] }) else {
        throw SwiftDataError.unsupportedFeature.because(
          """
          \(description.name) inherits over \(lineage.count) levels; without the program's classes \
          the limit is six levels
          """)
      }
      made[description.name] = StoredEntity(
        description, rules[description.name], cases[description.name] ?? [:], type,
        ancestors: ancestors)
    }
    for lineage in lineages {
      if let name = lineage.last?.name { try made[name]?.connect(made) }
    }
    return descriptions.compactMap { made[$0.name] }
  }
}
