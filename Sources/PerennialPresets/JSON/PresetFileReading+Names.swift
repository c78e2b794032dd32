import Perennial
import PerennialJSON

extension PresetFileReading {
  /// Returns the members of an object by name. Adds a problem for each repeated name.
  mutating func unique(
    _ members: [JSONNode.Member], _ label: String
  ) -> [String: JSONNode.Member] {
    var named: [String: JSONNode.Member] = [:]
    for member in members {
      if let first = named[member.name] {
        problems.add(
          member.position,
          "\(label)“\(member.name)” appears twice, first at \(first.position); leave one out")
      } else {
        named[member.name] = member
      }
    }
    return named
  }

  mutating func add(
    unknown member: JSONNode.Member, _ entity: PresetEntity, _ label: String
  ) {
    if entity.layout.property(named: member.name) != nil {
      return problems.add(
        member.position,
        "\(label).\(member.name) is not stored and cannot have a value; leave it out")
    }
    add(unknown: member, among: entity.members, "\(label).")
  }

  mutating func add(unknown member: JSONNode.Member, among names: [String], _ label: String) {
    let near = nearestName(to: member.name, among: names)
    problems.add(
      member.position,
      "\(label)\(label.isEmpty ? "“\(member.name)”" : member.name) is unknown here; "
        + (near.map { "did you mean “\($0)”?" }
          ?? "known members are \(names.joined(separator: ", "))"))
  }
}
