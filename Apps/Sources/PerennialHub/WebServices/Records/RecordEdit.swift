import PerennialRecords

/// The part of a record that an operation writes, with stamps of the hub's clock.
///
/// So the operation is a push like those of devices: fields that it does not name keep the values that devices write
/// at the same time.
struct RecordEdit {
  /// The record before the operation; nil if it is new.
  private let current: RecordView?
  private let stamp: Stamp
  private(set) var part: Record
  private var types: [String: WebType] = [:]

  init(_ name: RecordName, type: String, over current: RecordView?, at stamp: Stamp) {
    self.current = current
    self.stamp = stamp
    let created = current == nil ? stamp : current?.record.created
    part = Record(name, type: type, created: created)
  }

  /// Deletes the record.
  mutating func delete() { part.state.delete(at: stamp) }

  /// Restores a deleted record.
  mutating func restore() { part.state.restore(at: stamp) }

  /// Takes the values of all other fields away.
  ///
  /// Counters and sealed values stay, because a client could not give them back.
  mutating func clear(except named: Set<String>) {
    guard let current else { return }
    for field in current.fields.subtracting(named) where !current.isCounter(field) {
      switch current.value(of: field) {
      case nil, .encryptedBytes: continue
      case .list(.referenceList, _): link(field, to: [])
      default: write(.null, to: field)
      }
    }
  }

  /// Writes a field.
  ///
  /// - Throws: `BAD_REQUEST`, with the name of the field.
  mutating func write(_ field: RecordOperation.Field, to name: String) throws(WebError) {
    if current?.isCounter(name) == true {
      throw .badRequest(
        "The field “\(name)” is a counter of the app's devices, and cannot be written.")
    }
    if case .encryptedBytes = current?.value(of: name) {
      throw .badRequest(
        "The field “\(name)” is sealed by the app's devices, and cannot be written.")
    }
    guard let json = field.value else {
      if current?.linkFields.contains(name) == true {
        link(name, to: [])
      } else {
        write(.null, to: name)
      }
      return
    }
    let type =
      if let type = field.type { type } else {
        try WebValue.type(of: json, known: current?.type(of: name), field: name)
      }
    if let current, !current.allows(type, in: name) {
      throw .badRequest(
        "Invalid attempt to set the field “\(name)” to the type \(type.rawValue): it is of the type "
          + "\(current.type(of: name)?.rawValue ?? "").")
    }
    let value = try WebValue(json, as: type, field: name)
    if type.needsMark { types[name] = type }
    if let stored = value.stored {
      write(stored, to: name)
    } else if case .list(_, let targets) = value {
      link(name, to: targets.compactMap { if case .reference(let name) = $0 { name } else { nil } })
    }
  }

  private mutating func write(_ value: RecordValue, to field: String) {
    let base = current?.record.state.catalogVersion?.values[field]
    part.state.write(value, to: field, over: base, at: stamp)
  }

  /// Gives a to-many relationship the targets of a list, in its order.
  private mutating func link(_ field: String, to list: [RecordName]) {
    var passed: Set<RecordName> = []
    let targets = list.filter { passed.insert($0).inserted }
    let former = current?.targets(of: field) ?? []
    if let state = current?.record.state {
      for target in former where !passed.contains(target) {
        part.state.unlink(field, from: target, at: stamp, seen: state)
      }
    }
    let known = Set(former)
    let added = targets.filter { !known.contains($0) }
    for target in added { part.state.link(field, to: target, at: stamp) }
    guard former.filter(passed.contains) + added != targets || !added.isEmpty else { return }
    for (index, target) in targets.enumerated() {
      part.state.order(field, to: target, by: LinkOrder(key: Int64(index + 1) << 20), at: stamp)
    }
  }

  /// Returns the part, with the types of its fields.
  func finished() -> Record {
    guard !types.isEmpty else { return part }
    var part = part
    part.state.keep(FieldMarks.content(types, at: stamp), as: FieldMarks.member)
    return part
  }
}
