import PerennialRecords

/// One object of a catalog, with its permanent ID.
// A class, because catalogs have many of them, and lists of them are sorted and filtered.
package final class CatalogPreset {
  package let catalog: String
  package let id: String
  /// The first ID that the preset had, if it has another one now.
  let firstID: String?
  package let model: any PersistentModel
  /// The primary key of the preset's row, in every store; see ``RecordName/presetKey(namespace:entity:id:)``.
  package let key: Int64
  package let layout: ModelLayout
  /// The metadata of the preset's row without edited fields; see ``PresetMetadata``.
  let mark: String

  package init(
    catalog: String, id: String, firstID: String, model: any PersistentModel, key: Int64
  ) {
    self.firstID = firstID == id ? nil : firstID.storedForm
    mark = PresetMetadata.pristine("\(catalog)/\(id)".storedForm, firstID: self.firstID)
    layout = ModelLayout.of(model: model)
    self.catalog = catalog
    self.id = id
    self.model = model
    self.key = key
  }

  package var entityName: String { layout.entityName }

  /// The catalog and the ID, with a slash between them.
  var name: String { "\(catalog)/\(id)".storedForm }
}

/// The contents of catalogs: their objects, each with its key, and the links between them.
///
/// The objects are in no context. Their relationships are resolved here: a reference has the key of its
/// target preset, whichever side was assigned.
package final class CatalogGraph {
  /// A link between presets, in a join table.
  struct Link: Hashable {
    let table: String
    let source: Int64
    let target: Int64
  }

  /// One end of links in a join table: the key of a preset.
  struct LinkEnd: Hashable {
    let table: String
    let key: Int64
  }

  package let drafts: [CatalogPreset]
  /// The links, in the order of assignment.
  private(set) var links: [Link] = []
  private(set) lazy var linksBySource = Dictionary(grouping: links) {
    LinkEnd(table: $0.table, key: $0.source)
  }
  private(set) lazy var linksByTarget = Dictionary(grouping: links) {
    LinkEnd(table: $0.table, key: $0.target)
  }
  /// The problems of the objects, one line each.
  package private(set) var problems: [String] = []
  private lazy var draftByObject = Dictionary(
    drafts.enumerated().map { (ObjectIdentifier($1.model), $0) },
    uniquingKeysWith: { first, _ in first })
  /// The target presets of references, whichever side was assigned.
  private var targets: [Reference: Int64] = [:]
  /// The rows of the presets in the last store that references were resolved for.
  private var settlement = PresetKeyMap()
  /// The numbers of the drafts by their keys. Empty until first used.
  private var numbers: [Int64: Int] = [:]

  private struct Reference: Hashable {
    let key: Int64
    let property: Int
  }

  private let standIn: (any PersistentModel) -> Int?

  /// - Parameter standIn: A closure that returns the number of the draft that another object of the program
  ///   stands in for.
  package init(_ drafts: [CatalogPreset], standIn: @escaping (any PersistentModel) -> Int?) {
    self.drafts = drafts
    self.standIn = standIn
    for draft in drafts {
      let header = draft.model._$header
      guard header.pointee.graph == nil else {
        problems.append(
          """
          \(draft.entityName) “\(draft.id)” belongs to a context; a catalog needs objects without a context
          """)
        continue
      }
      header.pointee.rowID = draft.key
    }
    if problems.isEmpty { connect() }
  }

  // MARK: Relationships

  private func connect() {
    var seen: Set<Link> = []
    // Presets are processed class by class.
    var relationships: (layout: ModelLayout, list: [PropertyLayout])?
    for draft in drafts {
      let layout = draft.layout
      if relationships?.layout !== layout {
        relationships = (layout, layout.properties.filter(\.isRelationship))
      }
      for property in relationships?.list ?? [] {
        if property.isToOne {
          connect(draft, property)
        } else {
          connect(draft, property, layout, &seen)
        }
      }
    }
  }

  private func connect(_ draft: CatalogPreset, _ property: PropertyLayout) {
    // A reference that was assigned from the other side is already resolved.
    guard targets[Reference(key: draft.key, property: property.index)] == nil,
      let target = draft.model.toOne(property.index).model as? any PersistentModel,
      let other = known(target, draft, property)
    else { return }
    refer(from: draft, property, to: other)
    let layout = draft.layout
    if let inverse = layout.relationship(property.index)?.inverse, inverse.isToOne {
      refer(from: other, inverse, to: draft)
    }
  }

  private func connect(
    _ draft: CatalogPreset, _ property: PropertyLayout, _ layout: ModelLayout,
    _ seen: inout Set<Link>
  ) {
    guard let members = draft.model.members(property.index)?.erased, !members.isEmpty,
      let relationship = layout.relationship(property.index)
    else { return }
    for member in members {
      guard let other = known(member, draft, property) else { continue }
      switch relationship.storage {
      case .joinTable(let join):
        let isSource = join.owner == "source"
        let link = Link(
          table: join.name, source: isSource ? draft.key : other.key,
          target: isSource ? other.key : draft.key)
        if seen.insert(link).inserted { links.append(link) }
        if let inverse = relationship.sharedInverse { refer(from: other, inverse, to: draft) }
      case .inverseColumn:
        if let inverse = relationship.inverse { refer(from: other, inverse, to: draft) }
      case .column: break
      }
    }
  }

  private func refer(from draft: CatalogPreset, _ property: PropertyLayout, to other: CatalogPreset)
  {
    var state = _Storage.ToOneState()
    state.rowID = other.key
    state.model = other.model as AnyObject
    state.position = OrderKeyGenerator.next()
    draft.model.setToOne(property.index, state)
    targets[Reference(key: draft.key, property: property.index)] = other.key
  }

  private func known(
    _ target: any PersistentModel, _ draft: CatalogPreset, _ property: PropertyLayout
  ) -> CatalogPreset? {
    if let number = draftByObject[ObjectIdentifier(target)] ?? standIn(target) {
      return drafts[number]
    }
    problems.append(
      """
      \(draft.entityName) “\(draft.id)”.\(property.name) references a \
      \(ModelLayout.of(model: target).entityName) that is not a preset of the catalogs; give it \
      an ID, or leave it out
      """)
    return nil
  }

  // MARK: In a store

  /// Sets the targets of references to the rows of the presets in a store, and empties references whose
  /// target is missing. The result does not depend on earlier calls.
  package func settle(in places: PresetKeyMap) {
    if places.isEmpty, settlement.isEmpty { return }
    settlement = places
    for (reference, target) in targets {
      guard let draft = draft(reference.key) else { continue }
      var state = draft.model.toOne(reference.property)
      state.rowID = places[target] ?? 0
      draft.model.setToOne(reference.property, state)
    }
  }

  /// Returns the presets that require missing ones, directly or indirectly, and the missing ones themselves.
  package func dependents(of missing: Set<Int64>, among keys: Set<Int64>) -> Set<Int64> {
    if missing.isEmpty { return missing }
    var missing = missing
    while true {
      let before = missing.count
      for (reference, target) in targets where missing.contains(target) {
        guard keys.contains(reference.key), !missing.contains(reference.key),
          let draft = draft(reference.key)
        else { continue }
        let property = draft.layout.properties[reference.property]
        if property.isRequiredReference { missing.insert(draft.key) }
      }
      if missing.count == before { return missing }
    }
  }

  /// Returns the presets that reference others, each with its referencing properties.
  package func referrers(to keys: Set<Int64>) -> [(draft: CatalogPreset, fields: Set<String>)] {
    if keys.isEmpty { return [] }
    var fields: [Int64: Set<String>] = [:]
    for (reference, target) in targets where keys.contains(target) {
      guard let draft = draft(reference.key) else { continue }
      let property = ModelLayout.of(model: draft.model).properties[reference.property]
      fields[reference.key, default: []].insert(property.name)
    }
    return drafts.compactMap { draft in fields[draft.key].map { (draft, $0) } }
  }

  /// Returns the key of the preset that a draft references; 0 for none. The key does not depend on a store.
  func target(of draft: CatalogPreset, _ property: PropertyLayout) -> Int64 {
    targets[Reference(key: draft.key, property: property.index)] ?? 0
  }

  private func draft(_ key: Int64) -> CatalogPreset? {
    if numbers.isEmpty {
      numbers = Dictionary(
        drafts.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
    }
    return numbers[key].map { drafts[$0] }
  }
}

extension PropertyLayout {
  /// `true` if the property is a to-one relationship that must have a target.
  var isRequiredReference: Bool {
    isToOne && (!isOptional || (relationship?.minimumModelCount ?? 0) > 0)
  }
}
