import Foundation
import RandomTesting

package import PerennialAppleStores

/// Makes random models with objects, which follow from a seed.
package struct RandomStore {
  private static let entityNames = [
    "Album", "Author", "Book", "Branch", "Card", "Étape", "Member", "Note", "Place", "Tag",
  ]
  private static let propertyNames = [
    "_0", "amount", "code", "count", "day", "flag", "hour", "id", "isDone", "key", "kind", "link",
    "note", "title", "width", "élan",
  ]

  private var random: SeededGenerator
  /// The entities with their own properties, without inherited ones.
  private var entities: [StoredModel.Entity] = []

  /// Returns the store of a seed.
  package static func store(seed: UInt64) -> SampleStore {
    var maker = RandomStore(random: SeededGenerator(seed: seed))
    return maker.make()
  }

  /// Returns a value that an archive may have, which follows from a seed.
  package static func archivedValue(seed: UInt64) -> AppleValue {
    var maker = RandomStore(random: SeededGenerator(seed: seed))
    return maker.archived(depth: 0)
  }

  private mutating func make() -> SampleStore {
    let names = Self.entityNames.shuffled(using: &random).prefix(1 + random.index(6)).sorted()
    for (index, name) in names.enumerated() {
      let superentity = index > 0 && random.happens(35) ? names[random.index(index)] : nil
      entities.append(
        entity(name, superentity: superentity, attributes: attributes(besides: taken(superentity))))
    }
    for _ in 0..<random.index(2 * names.count + 1) { addRelationship() }
    let model = StoredModel(
      entities: entities.map(flattened).sorted { $0.name < $1.name },
      versionIdentifiers: random.happens(50) ? ["1.\(random.index(9)).0"] : [], source: .cache)
    var store = SampleStore(model: model)
    addObjects(to: &store)
    addReferences(to: &store)
    addHistory(to: &store)
    return store
  }

  // MARK: Models

  /// Returns the names of an entity's properties and those that it inherits.
  private func taken(_ entity: String?) -> Set<String> {
    guard let entity = entities.first(where: { $0.name == entity }) else { return [] }
    return Set(entity.attributes.map(\.name) + entity.relationships.map(\.name)).union(
      taken(entity.superentity))
  }

  private mutating func entity(
    _ name: String, superentity: String?, attributes: [StoredModel.Attribute],
    relationships: [StoredModel.Relationship] = []
  ) -> StoredModel.Entity {
    StoredModel.Entity(
      name: name, className: random.happens(50) ? name : nil, superentity: superentity,
      isAbstract: random.happens(15), renamingIdentifier: random.happens(80) ? name : "Old\(name)",
      attributes: attributes, relationships: relationships,
      uniqueness: random.happens(20) ? attributes.prefix(2).map { [$0.name] } : [],
      versionHash: bytes(32))
  }

  private mutating func attributes(besides taken: Set<String>) -> [StoredModel.Attribute] {
    Self.propertyNames.filter { !taken.contains($0) }.shuffled(using: &random)
      .prefix(random.index(8)).sorted().map { attribute($0, depth: 0) }
  }

  private mutating func attribute(_ name: String, depth: Int) -> StoredModel.Attribute {
    let types: [StoredModel.AttributeType] = [
      .integer(bits: 16), .integer(bits: 32), .integer(bits: 64), .decimal, .double, .float,
      .string, .boolean, .date, .data, .uuid, .url, .transformable,
    ]
    let isComposite = depth < 3 && random.happens(20)
    let elements =
      isComposite
      ? Self.propertyNames.shuffled(using: &random).prefix(1 + random.index(4)).map {
        attribute($0, depth: depth + 1)
      } : []
    return StoredModel.Attribute(
      name: name, type: isComposite ? .composite : random.element(of: types) ?? .string,
      isOptional: random.happens(60), isTransient: false, isDerived: random.happens(5),
      className: random.happens(70) ? "NSObject" : nil,
      transformerName: random.happens(10) ? "Transformer" : nil,
      renamingIdentifier: random.happens(90) ? name : "former", defaultValue: nil,
      elements: elements,
      enumerationCases: isComposite && random.happens(20) ? elements.map(\.name) : nil, flags: 0)
  }

  private mutating func addRelationship() {
    let owner = random.index(entities.count)
    let destination = random.index(entities.count)
    // Names are numbered, so that they are unique in a hierarchy.
    let number = entities.map(\.relationships.count).reduce(0, +)
    let (name, inverse) = ("items\(number)x", "owner\(number)x")
    switch random.index(5) {
    case 0: add(relationship(name, to: destination, isToMany: false), to: owner)
    case 1:
      add(relationship(name, to: destination, inverse, isToMany: false), to: owner)
      add(relationship(inverse, to: owner, name, isToMany: false), to: destination)
    case 2:
      let isOrdered = random.happens(30)
      add(
        relationship(name, to: destination, inverse, isToMany: true, isOrdered: isOrdered),
        to: owner)
      add(relationship(inverse, to: owner, name, isToMany: false), to: destination)
    case 3: add(relationship(name, to: destination, isToMany: true), to: owner)
    default:
      let isOrdered = random.happens(30)
      add(
        relationship(name, to: destination, inverse, isToMany: true, isOrdered: isOrdered),
        to: owner)
      add(relationship(inverse, to: owner, name, isToMany: true), to: destination)
    }
  }

  private mutating func relationship(
    _ name: String, to destination: Int, _ inverse: String? = nil, isToMany: Bool,
    isOrdered: Bool = false
  ) -> StoredModel.Relationship {
    StoredModel.Relationship(
      name: name, destination: entities[destination].name, inverse: inverse, isToMany: isToMany,
      isOrdered: isOrdered, isOptional: random.happens(70), minimumCount: Int64(random.index(2)),
      maximumCount: isToMany ? random.element(of: [0, 10_000]) ?? 0 : 1,
      deleteRule: random.element(of: [.noAction, .nullify, .cascade, .deny]) ?? .nullify,
      renamingIdentifier: name)
  }

  private mutating func add(_ relationship: StoredModel.Relationship, to index: Int) {
    let entity = entities[index]
    entities[index] = StoredModel.Entity(
      name: entity.name, className: entity.className, superentity: entity.superentity,
      isAbstract: entity.isAbstract, renamingIdentifier: entity.renamingIdentifier,
      attributes: entity.attributes, relationships: entity.relationships + [relationship],
      uniqueness: entity.uniqueness, versionHash: entity.versionHash)
  }

  /// Returns an entity with the properties that it inherits.
  private func flattened(_ entity: StoredModel.Entity) -> StoredModel.Entity {
    let inherited = entities.first { $0.name == entity.superentity }.map(flattened)
    return StoredModel.Entity(
      name: entity.name, className: entity.className, superentity: entity.superentity,
      isAbstract: entity.isAbstract, renamingIdentifier: entity.renamingIdentifier,
      attributes: ((inherited?.attributes ?? []) + entity.attributes).sorted { $0.name < $1.name },
      relationships: ((inherited?.relationships ?? []) + entity.relationships).sorted {
        $0.name < $1.name
      }, uniqueness: entity.uniqueness, versionHash: entity.versionHash)
  }

  // MARK: Objects

  private mutating func addObjects(to store: inout SampleStore) {
    var keys: [String: Int64] = [:]
    for entity in store.model.entities where !entity.isAbstract {
      for _ in 0..<random.index(5) {
        let key = keys[store.table(of: entity.name), default: 0] + 1 + Int64(random.index(3))
        keys[store.table(of: entity.name)] = key
        store.objects.append(
          AppleRow(
            entity: entity.name, key: key, saveCount: Int64(1 + random.index(9)),
            values: entity.attributes.map {
              AppleValue.Field(name: $0.name, value: value($0))
            },
            references: entity.relationships.filter { !$0.isToMany }.map {
              AppleValue.Field(name: $0.name, value: .null)
            }))
      }
    }
  }

  private mutating func value(_ attribute: StoredModel.Attribute) -> AppleValue {
    if attribute.type == .composite {
      if attribute.isOptional, random.happens(25) { return .null }
      let fields = attribute.elements.map { AppleValue.Field(name: $0.name, value: value($0)) }
      let isEmpty = attribute.isOptional && fields.allSatisfy(\.value.isWithoutValues)
      return isEmpty ? .null : .composite(fields)
    }
    if random.happens(15) { return .null }
    switch attribute.type {
    case .integer(let bits):
      let limit: Int64 = bits == 64 ? .max : (1 << (bits - 1)) - 1
      return .integer(random.element(of: [0, 1, -1, limit, -limit - 1, 42]) ?? 0)
    case .boolean: return .bool(random.happens(50))
    case .decimal:
      let digits = Int64(random.index(1_000_000_000_000)) - 500_000_000_000
      return .decimal(Decimal(digits) / pow(10, random.index(8)))
    case .double, .float: return .real(Double(random.index(2_000_000) - 1_000_000) / 1024)
    case .date:
      let seconds = Double(random.index(2_000_000_000) - 1_000_000_000) / 4
      return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case .data: return .data(bytes(random.index(40)))
    case .uuid:
      var uuid = [UInt8](bytes(16))
      if random.happens(30) { uuid[0] = 2 }
      return UUID(bytes: Data(uuid)).map { .uuid($0) } ?? .null
    case .url: return .url("https://example.com/\(random.index(99))?q=ä")
    case .transformable: return archived(depth: 0)
    default: return .text(text())
    }
  }

  /// Returns a value that an archive may have.
  private mutating func archived(depth: Int) -> AppleValue {
    switch random.index(depth < 3 ? 14 : 9) {
    case 0: return .bool(random.happens(50))
    case 1: return .integer(Int64(bitPattern: random.next()))
    case 2: return .real(Double(random.index(4096)) / 8)
    case 3: return .text(text())
    case 4: return .data(bytes(random.index(20)))
    case 5: return .date(Date(timeIntervalSinceReferenceDate: Double(random.index(1 << 30))))
    case 6: return .decimal(Decimal(random.index(1 << 40)) / pow(10, random.index(12)))
    case 7: return .url("file:///tmp/\(random.index(9))")
    case 8: return .unsigned(UInt64.max - UInt64(random.index(9)))
    case 9: return .array((0..<random.index(4)).map { _ in archived(depth: depth + 1) })
    case 10: return .set((0..<random.index(4)).map { _ in archived(depth: depth + 1) })
    case 11:
      return .dictionary(
        (0..<random.index(4)).map { index in
          AppleValue.Entry(key: .text("key\(index)"), value: archived(depth: depth + 1))
        })
    case 12: return .null
    default:
      return .object(
        AppleValue.Object(
          className: random.element(of: ["UIColor", "CLLocation", "App.Cover"]) ?? "",
          fields: [AppleValue.Field(name: "value", value: archived(depth: depth + 1))]))
    }
  }

  private mutating func text() -> String {
    random.element(of: ["", "text", "it's", "mañana ☕️", "$null?", "a\nb", "\"quoted\""]) ?? ""
  }

  private mutating func bytes(_ count: Int) -> Data {
    Data((0..<count).map { _ in UInt8(random.index(256)) })
  }

  // MARK: References

  private mutating func addReferences(to store: inout SampleStore) {
    for entity in entities {
      for relationship in entity.relationships {
        addReferences(of: relationship, entity.name, to: &store)
      }
    }
    for key in store.links.keys {
      store.links[key]?.sort {
        ($0.owner, $0.position ?? 0, $0.target.key) < ($1.owner, $1.position ?? 0, $1.target.key)
      }
    }
  }

  private mutating func addReferences(
    of relationship: StoredModel.Relationship, _ entity: String, to store: inout SampleStore
  ) {
    let owners = objects(of: entity, in: store)
    let targets = objects(of: relationship.destination, in: store)
    let inverse = relationship.inverse.flatMap { name in
      store.model[relationship.destination]?.relationship(name)
    }
    let key = "\(entity).\(relationship.name)"
    if !relationship.isToMany {
      for owner in owners where random.happens(60) {
        guard let target = random.element(of: targets) else { continue }
        // The file may have a reference without its inverse: each one is read for itself.
        let reference = AppleReference(
          entity: store.objects[target].entity, key: store.objects[target].key)
        set(relationship.name, .reference(reference), ofObject: owner, in: &store)
        guard let inverse, inverse.isToMany else { continue }
        let isOrdered = inverse.isOrdered
        let object = store.objects[owner]
        let inverseKey = "\(relationship.destination).\(inverse.name)"
        store.links[inverseKey, default: []].append(
          AppleLink(
            owner: reference.key, target: AppleReference(entity: object.entity, key: object.key),
            position: isOrdered ? Int64(1024 * (1 + random.index(9))) : nil, isDangling: false))
      }
    } else if inverse == nil {
      for target in targets where random.happens(60) {
        guard let owner = random.element(of: owners) else { continue }
        store.links[key, default: []].append(
          link(store.objects[owner], store.objects[target], position: nil))
      }
    } else if let inverse, inverse.isToMany, !relationship.name.hasPrefix("owner") {
      for owner in owners {
        for target in targets where random.happens(40) {
          let position = relationship.isOrdered ? Int64(1024 * (1 + random.index(9))) : nil
          let (first, second) = (store.objects[owner], store.objects[target])
          store.links[key, default: []].append(link(first, second, position: position))
          store.links["\(relationship.destination).\(inverse.name)", default: []].append(
            link(second, first, position: nil))
        }
      }
    }
  }

  private func link(_ owner: AppleRow, _ target: AppleRow, position: Int64?) -> AppleLink {
    AppleLink(
      owner: owner.key, target: AppleReference(entity: target.entity, key: target.key),
      position: position, isDangling: false)
  }

  private func objects(of entity: String, in store: SampleStore) -> [Int] {
    let family = Set(store.model.family(of: entity))
    return store.objects.indices.filter { family.contains(store.objects[$0].entity) }
  }

  private func set(
    _ name: String, _ value: AppleValue, ofObject index: Int, in store: inout SampleStore
  ) {
    let object = store.objects[index]
    store.objects[index] = AppleRow(
      entity: object.entity, key: object.key, saveCount: object.saveCount, values: object.values,
      references: object.references.map {
        $0.name == name ? AppleValue.Field(name: name, value: value) : $0
      })
  }

  private mutating func addHistory(to store: inout SampleStore) {
    for number in 0..<Int64(random.index(3)) {
      var count = 0
      for object in store.objects where random.happens(50) {
        count += 1
        store.changes.append(
          (
            number + 1,
            AppleChange(
              number: Int64(store.changes.count + 1),
              kind: random.element(of: [.insertion, .update, .deletion]) ?? .update,
              object: AppleReference(entity: object.entity, key: object.key))
          ))
      }
      store.transactions.append(
        AppleTransaction(
          number: number + 1,
          date: Date(timeIntervalSinceReferenceDate: Double(random.index(1 << 30))),
          author: random.happens(50) ? "author" : nil, contextName: nil,
          bundle: "com.example.app", process: "App", changeCount: count))
    }
  }
}
