import Perennial
import PerennialJSON

extension PresetFileReading {
  /// Notes the position of a name in an object.
  ///
  /// - Parameter positions: The positions of the object's names so far.
  /// - Returns: `false` if the object has the name already, which is a problem.
  mutating func note(
    _ name: String, at position: TextPosition, in positions: inout [String: TextPosition],
    label: String = ""
  ) -> Bool {
    if let first = positions[name] {
      addRepetition(of: name, at: position, first: first, label: label)
      return false
    }
    positions[name] = position
    return true
  }

  mutating func addRepetition(
    of name: String, at position: TextPosition, first: TextPosition, label: String
  ) {
    problems.add(
      position, "\(label)“\(name)” appears twice, first at \(first); leave one out")
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
