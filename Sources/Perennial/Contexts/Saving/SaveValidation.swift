/// The rules that objects must satisfy to be saved: required relationships, member counts, and the delete
/// rule `deny`. The error names all objects that violate a rule.
struct SaveValidation {
  let graph: ObjectGraph
  private let hasDeletions: Bool
  private var problems: [String] = []
  private var offenders: [PersistentIdentifier] = []

  init(_ graph: ObjectGraph) {
    self.graph = graph
    hasDeletions = !graph.pending.deleted.isEmpty
  }

  /// Checks the objects of a plan.
  ///
  /// - Throws: ``SwiftDataError/modelValidationFailure``.
  static func check(_ plan: SavePlan, _ graph: ObjectGraph) throws {
    var validation = SaveValidation(graph)
    for change in plan.rows.inserted { validation.checkRelationships(change, isNew: true) }
    for change in plan.rows.updated { validation.checkRelationships(change, isNew: false) }
    for change in plan.rows.deleted { validation.checkDenials(change) }
    guard !validation.problems.isEmpty else { return }
    throw SwiftDataError.modelValidationFailure.because(
      validation.problems.prefix(10).joined(separator: "; "), validation.offenders)
  }

  private mutating func report(_ change: SaveChange, _ text: String) {
    let identifier = change.model.persistentModelID
    let row = change.rowID
    problems.append("\(change.entity.layout.entityName) \(row)\(text)")
    offenders.append(identifier)
  }

  private mutating func checkRelationships(_ change: SaveChange, isNew: Bool) {
    guard !change.containerEntity.links.destinations.isEmpty else { return }
    for property in change.entity.layout.properties where property.isRelationship {
      guard isNew || change.mask.contains(property: property.index) else { continue }
      if property.isToOne {
        checkTarget(change, property)
      } else {
        checkCount(change, property)
      }
    }
  }

  private mutating func checkTarget(_ change: SaveChange, _ property: PropertyLayout) {
    guard property.isRequiredReference || hasDeletions else { return }
    let rowID = change.model.toOne(property.index).rowID
    let target = graph.tables[change.number].destinations[property.index]?.find(rowID)
    let isDeleted = target?._$header.pointee.state.contains(.deleted) == true
    if property.isRequiredReference {
      if rowID == 0 || isDeleted { report(change, ".\(property.name) must not be empty") }
    } else if isDeleted {
      report(
        change,
        ".\(property.name) references an object that this context has deleted; set it to another one, or to nil"
      )
    }
  }

  private mutating func checkCount(_ change: SaveChange, _ property: PropertyLayout) {
    let minimum = property.relationship?.minimumModelCount ?? 0
    let maximum = property.relationship?.maximumModelCount ?? 0
    guard minimum > 0 || maximum > 0 else { return }
    let count = InverseMaintainer.currentMembers(of: change.model, property.index).count
    if count < minimum {
      report(change, ".\(property.name) has \(count) objects; at least \(minimum) are required")
    }
    if maximum > 0, count > maximum {
      report(change, ".\(property.name) has \(count) objects; at most \(maximum) are allowed")
    }
  }

  private mutating func checkDenials(_ change: SaveChange) {
    for property in change.entity.layout.properties
    where property.isRelationship && property.deleteRule == .deny {
      let remaining = graph.related(to: change.model, property).filter {
        !$0._$header.pointee.state.contains(.deleted)
      }
      guard let first = remaining.first else { continue }
      report(
        change,
        """
         cannot be deleted: its \(property.name) has \(remaining.count) objects, \
        and the delete rule is deny (first: \(first._$header.pointee.rowID))
        """)
      offenders.append(contentsOf: remaining.map(\.persistentModelID))
    }
  }
}
