import PerennialJSON

/// The members of an object that describes a preset, in the order of the file.
///
/// A list of presets is read with one value of this type: its objects mostly have the same members in the same order.
struct PresetMembers {
  /// A name that occurs again.
  struct Repetition {
    let member: JSONNode.Member
    /// The position of the name's first occurrence.
    let first: TextPosition
  }

  let entity: PresetEntity
  /// The first member of each field, by the number of the field.
  private(set) var fields: [JSONNode.Member?]
  /// The members that aren't fields: the ID, former IDs, and unknown ones.
  private(set) var others: [JSONNode.Member] = []
  private(set) var repetitions: [Repetition] = []
  /// The names of an earlier object's members in their order, with the numbers of their fields.
  private var order: [(name: String, field: Int?)] = []
  /// The number of members so far.
  private var count = 0

  init(of entity: PresetEntity) {
    self.entity = entity
    fields = Array(repeating: nil, count: entity.fields.count)
  }

  /// The first member that has the name of the ID.
  var id: JSONNode.Member? { others.first { $0.name == PresetEntity.id } }

  mutating func add(_ member: JSONNode.Member) {
    if let number = field(named: member.name) {
      if let first = fields[number] {
        repetitions.append(Repetition(member: member, first: first.position))
      } else {
        fields[number] = member
      }
    } else {
      if let first = others.first(where: { $0.name == member.name }) {
        repetitions.append(Repetition(member: member, first: first.position))
      }
      others.append(member)
    }
  }

  /// Removes the members, for the next object.
  mutating func removeAll() {
    for number in fields.indices { fields[number] = nil }
    others.removeAll(keepingCapacity: true)
    repetitions.removeAll()
    count = 0
  }

  private mutating func field(named name: String) -> Int? {
    defer { count += 1 }
    if count < order.count, order[count].name == name { return order[count].field }
    let number = entity.number(ofFieldNamed: name)
    order.replaceSubrange(min(count, order.count)..., with: [(name: name, field: number)])
    return number
  }
}
