import Foundation
import SwiftData

// The models of the tests of history.

@Model
final class Voyage {
  @Attribute(.preserveValueOnDeletion) var code: String
  var title: String
  @Attribute(.preserveValueOnDeletion) var departure: Date?
  @Attribute(.preserveValueOnDeletion) var cargo: Cargo = Cargo.none
  @Attribute(.ephemeral) var isSelected = false
  @Relationship(deleteRule: .cascade, inverse: \Leg.voyage) var legs: [Leg] = []
  @Relationship(inverse: \Port.voyages) var ports: [Port] = []

  enum Cargo: String, Codable {
    case none, grain, salt
  }

  init(_ code: String, _ title: String = "", departure: Date? = nil) {
    self.code = code
    self.title = title
    self.departure = departure
  }
}

@Model
final class Leg {
  @Attribute(.preserveValueOnDeletion) var number: Int
  var voyage: Voyage?

  init(_ number: Int) {
    self.number = number
  }
}

@Model
final class Port {
  @Attribute(.unique) var name: String
  var visits = 0
  var voyages: [Voyage] = []

  init(_ name: String) {
    self.name = name
  }
}

typealias Transaction = DefaultHistoryTransaction

extension ModelContext {
  /// The transactions after a token, or all.
  func history(after token: DefaultHistoryToken? = nil) throws -> [Transaction] {
    guard let token else { return try fetchHistory(HistoryDescriptor<Transaction>()) }
    return try fetchHistory(HistoryDescriptor(predicate: #Predicate { $0.token > token }))
  }
}

extension Transaction {
  /// The changes of the transaction, as words: the kind, the entity, and the names of properties.
  var summary: [String] {
    changes.map { change in
      let name = change.changedPersistentIdentifier.entityName
      switch change {
      case .insert: return "insert \(name)"
      case .delete: return "delete \(name)"
      case .update(let update as DefaultHistoryUpdate<Voyage>):
        let names: [(PartialKeyPath<Voyage>, String)] = [
          (\.code, "code"), (\.title, "title"), (\.departure, "departure"), (\.cargo, "cargo"),
          (\.isSelected, "isSelected"), (\.legs, "legs"), (\.ports, "ports"),
        ]
        let found = names.filter { update.containsAttribute($0.0) }.map(\.1)
        return "update \(name) \(found.joined(separator: " "))"
      case .update(let update as DefaultHistoryUpdate<Leg>):
        let names: [(PartialKeyPath<Leg>, String)] = [(\.number, "number"), (\.voyage, "voyage")]
        let found = names.filter { update.containsAttribute($0.0) }.map(\.1)
        return "update \(name) \(found.joined(separator: " "))"
      case .update(let update as DefaultHistoryUpdate<Port>):
        let names: [(PartialKeyPath<Port>, String)] = [
          (\.name, "name"), (\.visits, "visits"), (\.voyages, "voyages"),
        ]
        let found = names.filter { update.containsAttribute($0.0) }.map(\.1)
        return "update \(name) \(found.joined(separator: " "))"
      case .update: return "update \(name)"
      }
    }.sorted()
  }
}

/// Waits until something is so.
///
/// - Returns: Whether it came to be.
func eventually(
  within limit: Duration = .seconds(30), isolation: isolated (any Actor)? = #isolation,
  _ condition: () throws -> Bool
) async throws -> Bool {
  let end = ContinuousClock.now + limit
  while try !condition() {
    if ContinuousClock.now > end { return false }
    try await Task.sleep(for: .milliseconds(2))
  }
  return true
}

/// A model that nothing leads to.
@Model
final class Lone {
  var name: String
  init(_ name: String) { self.name = name }
}
