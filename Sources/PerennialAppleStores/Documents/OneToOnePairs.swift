/// The references of one-to-one relationships, so that both sides agree.
///
/// A file has a column on each side. Core Data writes both, but a file may have one without the other, or two that
/// contradict each other. A reference counts if neither of its objects has another one already; those of the side that is
/// first in the order of names are read first.
struct OneToOnePairs {
  /// The keys of the referenced objects, by the names of the entity and the relationship and by the owner's key.
  private var targets: [String: [Int64: Int64]] = [:]
  /// The numbers of references that contradict others, by entity and relationship.
  private(set) var contradictions: [String: Int] = [:]

  /// Reads the references.
  ///
  /// - Throws: ``AppleStoreError``.
  init(of store: AppleStore, _ plan: ModelPlan, keys: DocumentKeys) throws {
    for entity in plan.entities {
      for relationship in entity.relationships where !relationship.relationship.isToMany {
        guard let inverse = plan.inverse(of: relationship), !inverse.relationship.isToMany else {
          continue
        }
        let (first, second) = (entity.entity.name, relationship.relationship.destination)
        let (name, other) = (relationship.relationship.name, inverse.relationship.name)
        guard (first, name) < (second, other) else { continue }
        var (forward, backward): ([Int64: Int64], [Int64: Int64]) = ([:], [:])
        try Self.read(name, of: first, in: store) { owner, target in
          guard keys.has(target, of: second) else { return }
          if backward[target] == nil {
            (forward[owner], backward[target]) = (target, owner)
          } else {
            contradictions["\(first).\(name)", default: 0] += 1
          }
        }
        try Self.read(other, of: second, in: store) { owner, target in
          guard keys.has(target, of: first), backward[owner] != target else { return }
          if backward[owner] == nil, forward[target] == nil {
            (forward[target], backward[owner]) = (owner, target)
          } else {
            contradictions["\(second).\(other)", default: 0] += 1
          }
        }
        targets["\(first).\(name)"] = forward
        targets["\(second).\(other)"] = backward
      }
    }
  }

  private static func read(
    _ relationship: String, of entity: String, in store: AppleStore,
    _ body: (_ owner: Int64, _ target: Int64) -> Void
  ) throws {
    for entity in store.model.family(of: entity) where store.hasRows(of: entity) {
      try store.forEachRow(of: entity) { row in
        if case .reference(let target)? = row[relationship] { body(row.key, target.key) }
      }
    }
  }

  /// Returns `true` if a relationship is one-to-one.
  func has(_ relationship: String, of entity: String) -> Bool {
    targets["\(entity).\(relationship)"] != nil
  }

  /// Returns the key of the object that another one references; nil if it references none.
  func target(of relationship: String, _ entity: String, from owner: Int64) -> Int64? {
    targets["\(entity).\(relationship)"]?[owner]
  }
}
