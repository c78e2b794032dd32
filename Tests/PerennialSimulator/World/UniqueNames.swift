import PerennialRecords
import PerennialReplication

/// The unique names of all labels of the hub, computed at once from all of them.
///
/// A catalog's name is first. Then the names with which labels were created count from the stamp of the creation,
/// and other names from that of the edit. Of two labels with one name, the later shows the name that it had
/// before, if no other label has it.
struct UniqueNames {
  /// The names of labels that do not show the name that was written last.
  private(set) var shown: [RecordName: RecordValue] = [:]
  /// The labels that no name is left for.
  private(set) var leftOut: Set<RecordName> = []

  init(
    of readings: [RecordName: RecordReading<RecordValue>], _ created: [RecordName: Stamp?]
  ) {
    let labels = readings.filter { $1.value(of: Pantry.unique) != nil }
    func order(_ name: RecordName) -> String {
      guard let cell = labels[name]?.edit(of: Pantry.unique) else { return "-" + name.rawValue }
      let creation = cell.base == nil ? created[name] ?? nil : nil
      return (creation ?? cell.stamp).description + name.rawValue
    }
    var taken: Set<RecordValue> = []
    var later: [RecordName] = []
    for name in labels.keys.sorted(by: { order($0) < order($1) }) {
      guard let value = labels[name]?.value(of: Pantry.unique) else { continue }
      if !taken.insert(value).inserted { later.append(name) }
    }
    for name in later {
      let base = labels[name]?.edit(of: Pantry.unique)?.base
      if let base, taken.insert(base).inserted {
        shown[name] = base
      } else {
        leftOut.insert(name)
      }
    }
  }
}
