public import Foundation
import Perennial
import PerennialJSON

extension AppleStore {
  /// Writes the store as a document, which an import makes a store of Perennial of.
  ///
  /// The document has the entities and properties of the classes of ``modelSource(schemaName:)``, and new keys. A value
  /// that its property cannot have becomes nil or the default, and the report counts it.
  ///
  /// ```swift
  /// let file = FileHandle.standardOutput
  /// let report = try appleStore.writeDocument { try file.write(contentsOf: $0) }
  /// print(report.objects, report.changedValues)
  /// ```
  ///
  /// - Parameters:
  ///   - progress: A closure that is called from time to time with the numbers of written objects and of all.
  ///   - write: A closure that gets the next bytes of the document.
  /// - Throws: ``AppleStoreError/Code/missingModel`` for a file without a description of its model, as nothing in it says
  ///   which objects a reference leads to; ``AppleStoreError/Code/unfitValue`` for a value that its property cannot have,
  ///   if the property has neither nil nor a default; other ``AppleStoreError``; the errors of the closures.
  public func writeDocument(
    progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in },
    to write: (Data) throws -> Void
  ) throws -> AppleDocumentReport {
    try checkForClasses()
    guard model.source != .tables else {
      throw AppleStoreError(
        .missingModel, path: url.path,
        """
        The file has no description of its model, so the targets of its references are unknown. Import the file \
        with the app's classes, by StoreImport.
        """)
    }
    return try withoutActuallyEscaping(progress) { progress in
      try withoutActuallyEscaping(write) { write in
        try snapshot {
          var writer = try DocumentWriter(self, progress: progress, write: write)
          return try writer.run()
        }
      }
    }
  }
}

/// Writes a store as a JSON document.
struct DocumentWriter {
  private let store: AppleStore
  private let plan: ModelPlan
  private let keys: DocumentKeys
  private let pairs: OneToOnePairs
  private let progress: (Int, Int) throws -> Void
  private let write: (Data) throws -> Void
  private var text = JSONText()
  private var report = AppleDocumentReport()
  private var (done, total) = (0, 0)

  init(
    _ store: AppleStore, progress: @escaping (Int, Int) throws -> Void,
    write: @escaping (Data) throws -> Void
  ) throws {
    self.store = store
    self.progress = progress
    self.write = write
    plan = ModelPlan(of: store.model)
    keys = try DocumentKeys(of: store)
    pairs = try OneToOnePairs(of: store, plan, keys: keys)
  }

  mutating func run() throws -> AppleDocumentReport {
    report.remarks = plan.remarks
    for (name, count) in pairs.contradictions {
      report.changedValues[name] = count
      report.reasons[name] = "an object is referenced by several ones of a one-to-one relationship"
    }
    for (table, count) in try store.unknownRows() { report.unknownRows[table] = count }
    for links in try store.unknownLinks() { report.unknownRows[links.table] = links.count }
    try countOwnerlessLinks()
    let entities = plan.entities.filter { store.hasRows(of: $0.entity.name) }
    total = try entities.reduce(0) { $0 + (try store.count(of: $1.entity.name)) }
    text.add("{\n")
    text.add(DocumentSchemaText.members(of: plan))
    text.add(",\n\"objects\":{")
    for entity in entities {
      text.addComma("\n")
      text.add(name: entity.name)
      text.add("[")
      try addObjects(of: entity)
      text.add("\n]")
    }
    text.add("\n},\n\"links\":{")
    for entity in plan.entities {
      for relationship in entity.relationships {
        guard let join = plan.join(of: relationship, in: entity), join.isSource else { continue }
        text.addComma("\n")
        text.add(name: join.table)
        text.add("[")
        try addLinks(of: relationship, entity)
        text.add("\n]")
      }
    }
    text.add("\n}\n}\n")
    try flush()
    try progress(done, total)
    return report
  }

  private mutating func flush() throws {
    if text.bytes.isEmpty { return }
    try write(Data(text.bytes))
    text.removeAll()
  }

  /// Counts the links whose owner does not exist. No object has them, so they are not met with the others.
  private mutating func countOwnerlessLinks() throws {
    for entity in plan.entities {
      for relationship in entity.relationships where relationship.relationship.isToMany {
        // The other links are references of the objects at the other end.
        let isRead =
          plan.join(of: relationship, in: entity)?.isSource
          ?? plan.inverse(of: relationship)?.hasInferredInverse ?? false
        let name = relationship.relationship.name
        let family = store.model.family(of: entity.entity.name)
        // The entities of a hierarchy are in one table.
        guard isRead, let owner = family.first(where: { store.hasLinks(of: name, from: $0) }) else {
          continue
        }
        let count = try store.ownerlessLinkCount(of: name, from: owner)
        if count > 0 { report.danglingReferences["\(owner).\(name)", default: 0] += count }
      }
    }
  }

  // MARK: Objects

  private mutating func addObjects(of entity: PlannedEntity) throws {
    let lineage = plan.lineage(of: entity)
    let attributes = lineage.flatMap(\.attributes)
    let references = lineage.flatMap { entity in
      entity.relationships.filter { !$0.relationship.isToMany }.map { (entity.entity.name, $0) }
    }
    let orders = try references.map { plan.hasOrderKey($0.1) ? try order(of: $0.1) : nil }
    let owners = try references.map { try inferredOwners(of: $0.1) }
    var isFirst = true
    report.objects[entity.name] = 0
    try store.forEachRow(of: entity.entity.name) { row in
      text.add(isFirst ? "\n" : ",\n")
      isFirst = false
      text.add("{\"key\":\"\(keys.key(row.key, of: row.entity))\",\"values\":{")
      for attribute in attributes {
        text.addComma()
        text.add(name: attribute.name)
        text.add(try value(of: attribute, in: row))
      }
      var orderKeys: [(name: String, key: Int64)] = []
      for (index, (entity, reference)) in references.enumerated() {
        text.addComma()
        text.add(name: reference.name)
        let target = target(
          of: reference, declaredBy: entity, in: row, owner: owners[index][row.key])
        if let target { text.add(quoted: "\(target)") } else { text.add("null") }
        if let order = orders[index] {
          orderKeys.append((reference.name, order[row.key] ?? row.key))
        }
      }
      text.add("}")
      if !orderKeys.isEmpty {
        text.add(",\"orderKeys\":{")
        for (name, key) in orderKeys {
          text.addComma()
          text.add(name: name)
          text.add(quoted: "\(key)")
        }
        text.add("}")
      }
      text.add("}")
      report.objects[entity.name, default: 0] += 1
      done += 1
      if text.bytes.count > 1 << 16 { try flush() }
      if done % 1000 == 0 { try progress(done, total) }
    }
  }

  /// Returns the numbers by which the members of an ordered collection are sorted, by their keys; empty for others.
  private func order(of reference: PlannedRelationship) throws -> [Int64: Int64] {
    guard let inverse = plan.inverse(of: reference), inverse.relationship.isToMany,
      inverse.relationship.isOrdered
    else { return [:] }
    var order: [Int64: Int64] = [:]
    for entity in store.model.family(of: reference.relationship.destination)
    where store.hasLinks(of: inverse.relationship.name, from: entity) {
      try store.forEachLink(of: inverse.relationship.name, from: entity) { link in
        order[link.target.key] = link.position
      }
    }
    return order
  }

  /// Returns the owners of the objects of a collection whose inverse a program infers, by the keys of the objects. The
  /// file has them apart from the references of the inverse. Empty for other references.
  private func inferredOwners(of reference: PlannedRelationship) throws -> [Int64: Int64] {
    guard reference.hasInferredInverse, let inverse = plan.inverse(of: reference)?.relationship,
      inverse.isToMany
    else { return [:] }
    var owners: [Int64: Int64] = [:]
    for entity in store.model.family(of: reference.relationship.destination)
    where store.hasLinks(of: inverse.name, from: entity) {
      try store.forEachLink(of: inverse.name, from: entity) { link in
        if keys.has(link.owner, of: entity) { owners[link.target.key] = link.owner }
      }
    }
    return owners
  }

  /// Returns the key of the object that a row references, in the document; nil if it references none.
  ///
  /// - Parameter owner: The key of the object whose collection has the row, if a program infers it to be the same.
  private mutating func target(
    of reference: PlannedRelationship, declaredBy entity: String, in row: AppleRow, owner: Int64?
  ) -> Int64? {
    let (name, destination) = (reference.relationship.name, reference.relationship.destination)
    var found: Int64?
    switch row[name] {
    case .reference(let target)? where keys.has(target.key, of: destination): found = target.key
    case .reference?: report.danglingReferences["\(row.entity).\(name)", default: 0] += 1
    case .invalid?: noteChange(of: "\(row.entity).\(name)", "the value is not a key")
    default: break
    }
    if let owner, let found, owner != found {
      noteChange(
        of: "\(destination).\(reference.inverse ?? "")",
        "an object in the collection references another owner")
    }
    found = found ?? owner
    if pairs.has(name, of: entity) { found = pairs.target(of: name, entity, from: row.key) }
    return found.map { keys.key($0, of: destination) }
  }

  /// Counts a value that the document does not have as the file has it. The first reason for a property is kept.
  private mutating func noteChange(of name: String, _ reason: String) {
    report.changedValues[name, default: 0] += 1
    if report.reasons[name] == nil { report.reasons[name] = reason }
  }

  // MARK: Values

  /// Returns the value of a property as JSON: that of the file, or nil or the default if the property cannot have it.
  private mutating func value(of planned: PlannedAttribute, in row: AppleRow) throws -> String {
    let attribute = planned.attribute
    let value = row[attribute.name] ?? .null
    let reason: String
    if value.isWithoutValues, planned.isOptional { return "null" }
    if value == .null {
      reason = "there is no value"
    } else {
      do {
        return try DocumentValue.json(of: value, planned)
      } catch let error as UnfitValue {
        reason = error.reason
      }
    }
    noteChange(of: "\(row.entity).\(attribute.name)", reason)
    if planned.hasDefault, let value = attribute.defaultValue,
      let json = try? DocumentValue.json(of: value, planned)
    {
      return json
    }
    guard planned.isOptional else {
      throw AppleStoreError(
        .unfitValue, path: store.url.path, entity: row.entity, property: attribute.name,
        row: row.key,
        """
        \(row.entity) \(row.key), \(attribute.name): \(reason). The property has neither nil nor a default. Import the \
        file with classes of your own, which give one.
        """)
    }
    return "null"
  }

  // MARK: Links

  private mutating func addLinks(
    of relationship: PlannedRelationship, _ entity: PlannedEntity
  ) throws {
    let name = relationship.relationship.name
    let destination = relationship.relationship.destination
    var (number, isFirst): (Int64, Bool) = (0, true)
    var inverseOrder: [Int64: [Int64: Int64]] = [:]
    if let inverse = plan.inverse(of: relationship), inverse.relationship.isOrdered {
      for owner in store.model.family(of: destination)
      where store.hasLinks(of: inverse.relationship.name, from: owner) {
        try store.forEachLink(of: inverse.relationship.name, from: owner) { link in
          inverseOrder[link.owner, default: [:]][link.target.key] = link.position
        }
      }
    }
    for owner in store.model.family(of: entity.entity.name)
    where store.hasLinks(of: name, from: owner) {
      try store.forEachLink(of: name, from: owner) { link in
        guard !link.isDangling, keys.has(link.target.key, of: destination) else {
          report.danglingReferences["\(owner).\(name)", default: 0] += 1
          return
        }
        number += 1
        let back = inverseOrder[link.target.key]?[link.owner]
        text.add(isFirst ? "\n" : ",\n")
        isFirst = false
        text.add(
          """
          ["\(keys.key(link.owner, of: owner))","\(keys.key(link.target.key, of: destination))",\
          "\(link.position ?? number)","\(back ?? number)"]
          """)
        if text.bytes.count > 1 << 16 { try flush() }
      }
    }
  }
}
