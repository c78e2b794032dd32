import Perennial

/// The IDs that presets had in earlier versions.
///
/// A preset's key is that of its first ID, so it stays what it is. Who has another ID than before, its
/// parts have: theirs begin with it.
struct FormerIDs {
  /// The ID that each had before, by entity.
  private var earlier: [String: [String: String]] = [:]
  /// What parts are parts of.
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

  /// All IDs that a preset has had: the present one first, and the first one last.
  ///
  /// A part has those that its owner's and its own make, whichever of both came first.
  func all(of name: PresetName) -> [String] {
    if isEmpty { return [name.id] }
    let own = chain(name)
    guard let owner = owners[name] else { return own }
    let parts = own.compactMap { $0.withoutPrefix("\(owner.id)/") }
    return all(of: owner).flatMap { id in parts.map { "\(id)/\($0)" } }
  }

  /// The ID that a preset had first.
  func first(of id: String, _ entity: String) -> String {
    isEmpty ? id : all(of: PresetName(entity: entity, id: id)).last ?? id
  }

  private func chain(_ name: PresetName) -> [String] {
    var ids = [name.id]
    guard let list = earlier[name.entity] else { return ids }
    // Circles are problems, and end.
    while let last = ids.last, let former = list[last], ids.count <= list.count {
      ids.append(former)
    }
    return ids
  }

  /// Former IDs lead to one that nobody has, and not in a circle. Those that somebody has are forgotten.
  ///
  /// - Returns: What is wrong.
  mutating func check(_ present: Set<PresetName>) -> [String] {
    var problems: [String] = []
    for (entity, list) in earlier.sorted(by: { $0.key < $1.key }) {
      let formers = Set(list.values)
      for (id, former) in list.sorted(by: { $0.key < $1.key }) {
        if !formers.contains(id), !present.contains(PresetName(entity: entity, id: id)) {
          problems.append("\(entity) “\(id)”, formerly “\(former)”, is no preset of the catalog")
        }
        if present.contains(PresetName(entity: entity, id: former)) {
          problems.append(
            "\(entity) “\(former)” is said to be “\(id)” now, and is a preset of the catalog itself"
          )
          earlier[entity]?[id] = nil
        }
        var seen: Set<String> = [id]
        var next = former
        while let earlier = list[next], seen.insert(next).inserted { next = earlier }
        if seen.contains(next) {
          problems.append("\(entity) “\(id)”: its former IDs lead back to “\(next)”")
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
