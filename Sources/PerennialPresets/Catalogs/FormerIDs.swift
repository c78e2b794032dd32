import Perennial

/// The IDs that presets had in earlier versions.
///
/// The key of a preset is derived from its first ID, so renaming does not change the preset's identity.
/// Renaming a preset also renames its parts, because their IDs begin with its ID.
struct FormerIDs {
  /// The previous ID of each ID, by entity.
  private var earlier: [String: [String: String]] = [:]
  /// The owners of parts.
  private var owners: [PresetName: PresetName] = [:]

  mutating func add(_ list: [String: String], of entity: String) {
    if !list.isEmpty { earlier[entity, default: [:]].merge(list) { $1 } }
  }

  mutating func add(part: PresetName, of owner: PresetName) { owners[part] = owner }

  mutating func add(_ other: FormerIDs) {
    for (entity, list) in other.earlier { add(list, of: entity) }
    owners.merge(other.owners) { $1 }
  }

  var isEmpty: Bool { earlier.isEmpty }

  /// Returns all IDs that a preset has had: the current one first, the original one last.
  ///
  /// A part has every combination of its owner's IDs and its own ones, because either may have been
  /// renamed first.
  func all(of name: PresetName) -> [String] {
    if isEmpty { return [name.id] }
    let own = chain(name)
    guard let owner = owners[name] else { return own }
    let parts = own.compactMap { $0.withoutPrefix("\(owner.id)/") }
    return all(of: owner).flatMap { id in parts.map { "\(id)/\($0)" } }
  }

  /// Returns the first ID that a preset had.
  func first(of id: String, _ entity: String) -> String {
    isEmpty ? id : all(of: PresetName(entity: entity, id: id)).last ?? id
  }

  private func chain(_ name: PresetName) -> [String] {
    var ids = [name.id]
    guard let list = earlier[name.entity] else { return ids }
    // The count ends a cycle. `check(_:)` reports cycles as problems.
    while let last = ids.last, let former = list[last], ids.count <= list.count {
      ids.append(former)
    }
    return ids
  }

  /// Checks the former IDs. Each renamed ID must belong to a preset, no preset may have a former ID
  /// now, and the former IDs must not form a cycle. Discards a former ID that a preset has now.
  ///
  /// - Returns: The problems.
  mutating func check(_ present: Set<PresetName>) -> [String] {
    var problems: [String] = []
    for (entity, list) in earlier.sorted(by: { $0.key < $1.key }) {
      let formers = Set(list.values)
      for (id, former) in list.sorted(by: { $0.key < $1.key }) {
        if !formers.contains(id), !present.contains(PresetName(entity: entity, id: id)) {
          problems.append("\(entity) “\(id)”, formerly “\(former)”, is not a preset of the catalog")
        }
        if present.contains(PresetName(entity: entity, id: former)) {
          problems.append(
            "\(entity) “\(former)” is a former ID of “\(id)”, but also a preset of the catalog"
          )
          earlier[entity]?[id] = nil
        }
        var seen: Set<String> = [id]
        var next = former
        while let earlier = list[next], seen.insert(next).inserted { next = earlier }
        if seen.contains(next) {
          problems.append("\(entity) “\(id)”: its former IDs form a cycle with “\(next)”")
        }
      }
    }
    return problems
  }
}

extension String {
  fileprivate func withoutPrefix(_ prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
