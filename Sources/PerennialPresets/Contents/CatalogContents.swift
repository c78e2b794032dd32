import Perennial

/// The contents of catalogs: their presets, each with its key, and the links between them.
///
/// A reference has the key of its target preset, whichever side was assigned.
final class CatalogContents {
  /// A link between presets, in a join table.
  struct Link: Hashable {
    let table: String
    let source: Int64
    let target: Int64
  }

  /// One end of links in a join table: the key of a preset.
  private struct LinkEnd: Hashable {
    let table: String
    let key: Int64
  }

  let presets: [CatalogPreset]
  let entities: [EntityPresets]
  /// The links, in the order of assignment.
  private(set) var links: [Link] = []
  private(set) lazy var linksByTable = Dictionary(grouping: links, by: \.table)
  private lazy var linksBySource = Dictionary(grouping: links) {
    LinkEnd(table: $0.table, key: $0.source)
  }
  private lazy var linksByTarget = Dictionary(grouping: links) {
    LinkEnd(table: $0.table, key: $0.target)
  }
  private var known: Set<Link> = []
  private var lastOrderKey: Int64 = 0
  /// The indices of the presets by their keys. Presets of different entities may have one key.
  private lazy var indices = Dictionary(
    presets.indices.map { (presets[$0].key, [$0]) }, uniquingKeysWith: +)

  init(_ presets: [CatalogPreset]) {
    self.presets = presets
    entities = EntityPresets.grouped(presets)
  }

  /// The indices of the presets, those of an entity together and by ascending key: the order of the rows in a file.
  var indicesByKey: some Sequence<Int> { entities.lazy.flatMap(\.locations).map(\.index) }

  /// The presets with a key that an earlier preset of the same table has: the index of the earlier one, by the index of
  /// the preset.
  var twins: [Int: Int] {
    var twins: [Int: Int] = [:]
    let tables = Dictionary(grouping: entities) { ObjectIdentifier($0.layout.root) }
    for entities in tables.values {
      var locations = entities[0].locations
      // The classes of a hierarchy share a table.
      if entities.count > 1 {
        locations = entities.flatMap(\.locations).sorted { $0.key < $1.key }
      }
      guard var last = locations.first else { continue }
      for location in locations.dropFirst() {
        if location.key == last.key {
          twins[max(location.index, last.index)] = min(location.index, last.index)
        }
        if location.key != last.key || location.index < last.index { last = location }
      }
    }
    return twins.mapValues { index in
      // More than two may have one key.
      sequence(first: index) { twins[$0] }.reduce(index, min)
    }
  }

  // MARK: Relationships

  /// Sets a relationship of a preset, with its inverse.
  func connect(
    _ preset: CatalogPreset, _ property: PropertyLayout, to others: [CatalogPreset]
  ) {
    guard let relationship = preset.layout.relationship(property.index) else { return }
    if property.isToOne {
      // A reference that was assigned from the other side is already set.
      guard let other = others.first, preset.target(property) == nil else { return }
      refer(from: preset, property, to: other)
      if let inverse = relationship.inverse, inverse.isToOne {
        refer(from: other, inverse, to: preset)
      }
      return
    }
    for other in others {
      switch relationship.storage {
      case .joinTable(let join):
        let isSource = join.owner == "source"
        let link = Link(
          table: join.name, source: isSource ? preset.key : other.key,
          target: isSource ? other.key : preset.key)
        if known.insert(link).inserted { links.append(link) }
        if let inverse = relationship.sharedInverse { refer(from: other, inverse, to: preset) }
      case .inverseColumn:
        if let inverse = relationship.inverse { refer(from: other, inverse, to: preset) }
      case .column: break
      }
    }
  }

  private func refer(
    from preset: CatalogPreset, _ property: PropertyLayout, to other: CatalogPreset
  ) {
    lastOrderKey += 1
    preset.values.set(property.index, to: other.key)
    preset.orderKeys[property.index] = lastOrderKey
  }

  /// The number of order keys that references have; see ``CatalogPreset/orderKeys``.
  var orderKeyCount: Int64 { lastOrderKey }

  // MARK: Reading

  /// Returns the presets with a key.
  func presets(withKey key: Int64) -> [CatalogPreset] {
    (indices[key] ?? []).map { presets[$0] }
  }

  /// Returns the presets that require missing ones, directly or indirectly, and the missing ones themselves.
  func dependents(of missing: Set<Int64>, among keys: Set<Int64>) -> Set<Int64> {
    if missing.isEmpty { return missing }
    let required = presets.lazy.filter { keys.contains($0.key) }.map { preset in
      (
        preset.key,
        preset.layout.properties.filter(\.isRequiredReference).compactMap(preset.target)
      )
    }.filter { !$0.1.isEmpty }
    var missing = missing
    while true {
      let before = missing.count
      for (key, targets) in required where !missing.contains(key) {
        if targets.contains(where: missing.contains) { missing.insert(key) }
      }
      if missing.count == before { return missing }
    }
  }

  /// Returns the keys of the presets that a preset is linked to in join tables, by relationship. Only the
  /// relationships that lead their join table are included; see ``RelationshipLayout/isLeading``.
  func links(of preset: CatalogPreset) -> [String: [Int64]] {
    var found: [String: [Int64]] = [:]
    for relationship in preset.layout.relationships.values where relationship.isLeading {
      guard case .joinTable(let join) = relationship.storage else { continue }
      let end = LinkEnd(table: join.name, key: preset.key)
      found[relationship.property.name] =
        join.owner == "source"
        ? linksBySource[end, default: []].map(\.target)
        : linksByTarget[end, default: []].map(\.source)
    }
    return found
  }

  /// Returns the problems of presets that are about to be inserted: required references without a target,
  /// and to-many relationships with too few or too many members.
  ///
  /// - Parameter target: Returns the key of the row for the key of a preset; nil if there is none.
  func problems(of new: [CatalogPreset], target: (Int64) -> Int64?) -> [String] {
    func isRestricted(_ property: PropertyLayout) -> Bool {
      property.isRequiredReference || property.limitsMembers
    }
    guard entities.contains(where: { $0.layout.properties.contains(where: isRestricted) }) else {
      return []
    }
    var problems: [String] = []
    var counts: [ObjectIdentifier: [Int64: Int]] = [:]
    for preset in new {
      for property in preset.layout.properties where isRestricted(property) {
        var name: String { "\(preset.entityName) \(preset.key)" }
        if property.isRequiredReference, preset.target(property).flatMap(target) == nil {
          problems.append("\(name).\(property.name) must not be empty")
        }
        let minimum = property.relationship?.minimumModelCount ?? 0
        let maximum = property.relationship?.maximumModelCount ?? 0
        guard property.isToMany, minimum > 0 || maximum > 0 else { continue }
        let all =
          counts[ObjectIdentifier(property)] ?? memberCounts(of: property, preset.layout)
        counts[ObjectIdentifier(property)] = all
        let text = "\(name).\(property.name) has \(all[preset.key] ?? 0) objects; at"
        if all[preset.key] ?? 0 < minimum {
          problems.append("\(text) least \(minimum) are required")
        }
        if maximum > 0, all[preset.key] ?? 0 > maximum {
          problems.append("\(text) most \(maximum) are allowed")
        }
      }
    }
    return problems
  }

  /// Returns the numbers of members of a to-many relationship, by the key of its owner.
  private func memberCounts(of property: PropertyLayout, _ layout: ModelLayout) -> [Int64: Int] {
    guard let relationship = layout.relationship(property.index) else { return [:] }
    var counts: [Int64: Int] = [:]
    if case .joinTable(let join) = relationship.storage {
      for link in linksByTable[join.name] ?? [] {
        counts[join.owner == "source" ? link.source : link.target, default: 0] += 1
        if relationship.isSymmetric { counts[link.target, default: 0] += 1 }
      }
    } else if let inverse = relationship.inverse {
      for preset in presets where preset.layout.isKind(of: relationship.destination) {
        if let owner = preset.target(inverse) { counts[owner, default: 0] += 1 }
      }
    }
    return counts
  }
}

extension CatalogContents {
  /// Returns a hash of a catalog's contents. Equal contents have equal hashes, on every machine.
  ///
  /// Complexity: O(*n*) in the size of the values.
  func fingerprint(of catalog: String) -> String {
    var hash = Checksum()
    let own = presets.filter { $0.catalog == catalog }
    for preset in own.sorted(by: { ($0.entityName, $0.id) < ($1.entityName, $1.id) }) {
      hash.add(preset.entityName)
      hash.add(preset.id)
      for property in preset.layout.properties where property.column != nil {
        hash.add(property.name)
        hash.add(
          property.isToOne
            ? String(preset.target(property) ?? 0)
            : PresetMetadataEncoder.json(preset.values[property.index]))
      }
    }
    let keys = Set(own.map(\.key))
    for link in links where keys.contains(link.source) || keys.contains(link.target) {
      hash.add("\(link.table) \(link.source) \(link.target)")
    }
    return hash.description
  }
}
