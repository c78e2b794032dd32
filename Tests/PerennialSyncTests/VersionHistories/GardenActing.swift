import RandomTesting
import SwiftData

/// Something that a user of one version of the app does. It ends with a save.
struct GardenActing {
  private enum Act: CaseIterable {
    case insert, write, form, refer, link, count, delete

    /// Each act as often as it is likely.
    static let likely: [Act] = allCases.flatMap { act in
      let weight =
        switch act {
        case .insert: 5
        case .write: 10
        case .form, .refer, .link: 3
        case .count: 2
        case .delete: 2
        }
      return repeatElement(act, count: weight)
    }
  }

  private let context: ModelContext
  private let version: Garden.Version
  /// A number that no other write of the history has.
  private let unique: Int
  private var random: SeededGenerator
  private let device: Int
  private let time: Int64
  /// The times of writes of fields that the hub has not acknowledged, by the keys of objects. Such a write counts at the
  /// time of the last save that has written it.
  private let unsent: [Int64: [String: Int64]]
  /// The fields among these that the hub has: the answer was lost. What a form writes again is an edit or none, depending
  /// on what the device receives first.
  private let sent: [Int64: Set<String>]
  /// `true` if the app does not show yet what an earlier version of it has left out.
  private let isLate: Bool
  /// The deletion that the act was; nil if it was none.
  private(set) var deletion: GardenDeletion?

  /// - Parameters:
  ///   - time: The time of the save, in milliseconds since 1970.
  ///   - unsent: The times of writes that the hub has not acknowledged, by the keys of objects and by fields.
  ///   - sent: The fields among these that the hub has, or can have had.
  ///   - isLate: `true` if the app does not show yet what an earlier version of it has left out.
  init(
    _ context: ModelContext, _ version: Garden.Version, _ unique: Int, _ random: SeededGenerator,
    device: Int, at time: Int64, unsent: [Int64: [String: Int64]],
    sent: [Int64: Set<String>], isLate: Bool
  ) {
    (self.context, self.version, self.unique) = (context, version, unique)
    (self.random, self.device, self.time) = (random, device, time)
    (self.unsent, self.sent, self.isLate) = (unsent, sent, isLate)
  }

  /// Does something at random.
  ///
  /// - Returns: What was done; nil if there was nothing to do.
  mutating func perform(_ ledger: inout GardenLedger) throws -> String? {
    let act = random.element(of: Act.likely) ?? .write
    let text: String?
    switch act {
    case .insert:
      guard let type = random.element(of: version.objects) else { return nil }
      text = insert(type, &ledger)
    default:
      guard let object = try object(ledger) else { return nil }
      text = try perform(act, on: object, &ledger)
    }
    try context.save()
    return text
  }

  /// Returns an object for an act: often one that another device has changed or deleted, which this one has not received.
  private mutating func object(_ ledger: GardenLedger) throws -> (any GardenObject)? {
    let objects = try version.all(context)
    let contested = objects.filter { ledger.isContested($0.key, for: device) }
    if random.happens(40), let object = random.element(of: contested) { return object }
    return random.element(of: objects)
  }

  /// Returns a field to write, often one that another device has written.
  private mutating func field<Object: GardenObject>(
    of object: Object, _ ledger: GardenLedger
  ) -> GardenField<Object>? {
    let contested = Object.fields.filter {
      ledger.isContested($0.name, of: object.key, for: device)
    }
    if random.happens(60), let field = random.element(of: contested) { return field }
    return random.element(of: Object.fields)
  }

  private mutating func perform<Object: GardenObject>(
    _ act: Act, on object: Object, _ ledger: inout GardenLedger
  ) throws -> String? {
    switch act {
    case .insert: return nil
    case .write: return write(object, &ledger)
    case .form:
      object.assignAgain()
      for field in (unsent[object.key] ?? [:]).keys {
        noteAssignedAgain(field, of: object, &ledger)
      }
      return "assigns all values of \(name(of: object)) again"
    case .refer: return try refer(object, &ledger)
    case .link: return try link(object, &ledger)
    case .count:
      guard let counter = Object.counter else { return nil }
      let amount = 1 + random.index(3)
      // The other client may have written the greatest number. No program can add to it.
      let (sum, isOverflow) = object[keyPath: counter].addingReportingOverflow(amount)
      if isOverflow { return nil }
      object[keyPath: counter] = sum
      ledger.count(amount, in: object.key)
      return "adds \(amount) to \(name(of: object))"
    case .delete:
      ledger.delete(object.key, by: device)
      deletion = try GardenDeletion(of: object, in: context.container)
      return "deletes \(name(of: object))"
    }
  }

  private func name(of object: some GardenObject) -> String {
    "\(type(of: object).entity) \(object.key)"
  }

  // MARK: Acts

  private func insert<Object: GardenObject>(
    _ type: Object.Type, _ ledger: inout GardenLedger
  ) -> String {
    let object = Object()
    context.insert(object)
    ledger.insert(object.key, Object.entity, by: device)
    for field in Object.fields {
      ledger.write(
        field.members(object), to: field.name, of: object.key, at: time, by: device)
    }
    return "inserts \(name(of: object))"
  }

  private mutating func write<Object: GardenObject>(
    _ object: Object, _ ledger: inout GardenLedger
  ) -> String? {
    guard let field = field(of: object, ledger) else { return nil }
    let former = field.members(object)
    field.write(object, unique)
    let members = field.members(object)
    if members == former {
      noteAssignedAgain(field.name, of: object, &ledger)
      return "writes nothing else to \(field.name) of \(name(of: object))"
    }
    // Members that the user has not written stay, those of later versions too.
    let changed = members.filter { former[$0.key] != $0.value }
    let known = ledger.known[device]?[object.key]?[field.name]?.members ?? members
    note(known.merging(changed) { $1 }, in: field.name, of: object, &ledger)
    return "writes \(changed) to \(field.name) of \(name(of: object))"
  }

  private mutating func refer<Object: GardenObject>(
    _ object: Object, _ ledger: inout GardenLedger
  ) throws -> String? {
    guard let reference = random.element(of: Object.references) else { return nil }
    let targets = try version.all(context).filter { type(of: $0) == reference.target }
    let target = random.happens(80) ? random.element(of: targets) : nil
    if reference.shown(object)?.key == target?.key { return nil }
    reference.refer(object, target)
    let members = target.map { ["": "\($0.key)"] } ?? [:]
    note(members, in: reference.name, of: object, &ledger)
    return "lets \(reference.name) of \(name(of: object)) be \(target?.key.description ?? "-")"
  }

  private mutating func link<Object: GardenObject>(
    _ object: Object, _ ledger: inout GardenLedger
  ) throws -> String? {
    guard let links = random.element(of: Object.links) else { return nil }
    let targets = try version.all(context).filter { type(of: $0) == links.target }
    guard let target = random.element(of: targets) else { return nil }
    let isLinked = !links.shown(object).contains { $0.key == target.key }
    links.set(object, target, isLinked)
    ledger.link(object.key, target.key, isLinked)
    return "\(isLinked ? "links" : "unlinks") \(name(of: object)) and \(target.key)"
  }

  /// Notes that a field was given the value that it has. This is no edit, unless the value was not sent yet: it counts at
  /// the time of the last assignment then.
  private func noteAssignedAgain<Object: GardenObject>(
    _ field: String, of object: Object, _ ledger: inout GardenLedger
  ) {
    guard let time = unsent[object.key]?[field],
      let known = ledger.known[device]?[object.key]?[field], known.time == time
    else { return }
    if sent[object.key]?.contains(field) == true {
      ledger.leaveOpen([field], of: object.key)
      return
    }
    note(known.members, in: field, of: object, &ledger)
  }

  /// Notes the write of a field. With the rule of records it is one of all fields of this version of the app.
  private func note<Object: GardenObject>(
    _ members: [String: String], in field: String, of object: Object, _ ledger: inout GardenLedger
  ) {
    ledger.write(members, to: field, of: object.key, at: time, by: device)
    guard Object.isMergedByRecord else { return }
    let others = Set(Object.fields.map(\.name)).subtracting([field])
    ledger.writeAgain(others, of: object.key, at: time, by: device)
    if isLate { ledger.leaveOpen(others, of: object.key) }
  }
}
