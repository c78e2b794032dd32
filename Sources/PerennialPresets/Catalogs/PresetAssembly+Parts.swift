import Perennial

extension PresetAssembly {
  /// Collects the parts of presets, and the parts of these parts.
  mutating func addParts() {
    if parts.isEmpty { return }
    var number = 0
    var known = Set(entries.compactMap { $0.source.object.map { ObjectIdentifier($0) } })
    while number < entries.count {
      let entry = entries[number]
      number += 1
      guard let object = entry.source.object else { continue }
      for part in parts where entry.layout === part.owner {
        for member in part.members(object) where known.insert(ObjectIdentifier(member)).inserted {
          guard let id = part.id(member), !id.isEmpty else {
            problems.append(
              "\(part.owner.entityName) “\(entry.id)”.\(part.name): a part lacks an ID")
            continue
          }
          let whole = "\(entry.id)/\(id)"
          let layout = ModelLayout.of(type(of: member))
          entries.append(
            .init(catalog: entry.catalog, id: whole, layout: layout, source: .object(member)))
          formerIDs.add(
            part: PresetName(entity: layout.entityName, id: whole),
            of: PresetName(entity: part.owner.entityName, id: entry.id))
        }
      }
    }
  }

  mutating func checkFormerIDs() {
    if formerIDs.isEmpty { return }
    problems += formerIDs.check(
      Set(entries.map { PresetName(entity: $0.layout.entityName, id: $0.id) }))
  }
}

extension PresetAssembly.Entry {
  var label: String { "\(layout.entityName) “\(id)”" }
}
