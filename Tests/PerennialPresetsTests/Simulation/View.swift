import Perennial
import PerennialPresets
import PerennialRecords

/// The contents that a device shows, or should show.
struct View: Equatable {
  struct Item: Equatable {
    var values: [String: Content] = [:]
    var links: [RecordName] = []
    var edited: Set<String> = []
  }

  /// The records that are there.
  var items: [RecordName: Item] = [:]
  /// The deleted records, which could be restored.
  var deleted: Set<RecordName> = []

  /// Returns the policy by which the simulated app reads its records: changes of the rank add up.
  static func policy(editsOutliveDeletions: Bool) -> ReadingPolicy<Content> {
    ReadingPolicy(
      editsOutliveDeletions: editsOutliveDeletions,
      conflictRules: [
        "rank": PresetConflictRule { conflict in
          guard case .number(let base) = conflict.base, case .number(let mine) = conflict.mine,
            case .number(let theirs) = conflict.theirs
          else { return conflict.mine }
          return .number(mine + theirs - base)
        }
      ])
  }

  init() {}

  /// Creates the view of the data that a device has stored.
  init(of disk: Disk, editsOutliveDeletions: Bool, fault: Fault?) {
    let redirects = fault == .plainReferences ? Redirects() : Redirects(in: disk.records)
    let policy = Self.policy(editsOutliveDeletions: editsOutliveDeletions)
    var readings: [RecordName: RecordReading<Content>] = [:]
    for (name, state) in disk.records {
      readings[name] = RecordReading(
        state, sharedReset: disk.resets.latest(for: Larder.entity(of: name)),
        redirects: redirects, policy: policy)
    }
    for name in Visibility.visible(in: readings) {
      guard let reading = readings[name] else { continue }
      var item = Item(links: reading.links(of: Larder.linkField), edited: reading.editedFields)
      for field in reading.fields { item.values[field] = reading.value(of: field) }
      items[name] = item
    }
    for (name, reading) in readings where reading.state.redirect == nil && reading.isDeleted {
      deleted.insert(name)
    }
    for (name, row) in disk.rows where row.mergedInto == nil && !row.isDeleted {
      items[name] = Item(values: row.values)
    }
  }

  /// The first thing in which this view differs from the one that should be.
  func difference(from expected: View) -> String? {
    if self == expected { return nil }
    for name in Set(items.keys).union(expected.items.keys).sorted()
    where items[name] != expected.items[name] {
      let found = items[name].map { "\($0)" } ?? "nothing"
      let wanted = expected.items[name].map { "\($0)" } ?? "nothing"
      return "\(name.rawValue) is\n    \(found)\n  and should be\n    \(wanted)"
    }
    return "deleted are \(deleted), and should be \(expected.deleted)"
  }
}
