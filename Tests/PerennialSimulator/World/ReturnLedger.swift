import PerennialRecords
import PerennialReplication

/// The fields to which users have given the acknowledged value again.
///
/// The hub may have got the value in between, although no answer says so. At the end it must not have a value that its
/// own writer has replaced.
struct ReturnLedger {
  /// A change of a field back to its acknowledged value.
  struct Return {
    let name: RecordName
    let field: String
    let value: RecordValue
    let created: Stamp?
    let stamp: Stamp
    let device: DeviceIdentifier
  }

  private(set) var returns: [Return] = []
  /// The fields of each device to which it has given a value again.
  private var fields: [DeviceIdentifier: Set<[String]>] = [:]
  /// The devices that have lost commits. A commit can have been the note that a value was sent.
  private var cut: Set<DeviceIdentifier> = []

  mutating func note(_ transaction: LocalTransaction, by device: SimulatedDevice) {
    let disk = device.store.disk
    for case .update(let name, let fields) in transaction.changes {
      for field in fields {
        self.fields[disk.device, default: []].insert([name.rawValue, field])
        guard !cut.contains(disk.device), let value = disk.rows[name]?.content.values[field] else {
          continue
        }
        // A later change back replaces an earlier one: its value may be the one that was sent between them.
        let created = disk.created[name]
        returns.removeAll {
          $0.name == name && $0.field == field && $0.device == disk.device && $0.created == created
        }
        returns.append(
          Return(
            name: name, field: field, value: value, created: created,
            stamp: transaction.stamp, device: disk.device))
      }
    }
  }

  /// Forgets the changes of a device that has lost commits.
  mutating func lose(_ device: SimulatedDevice) {
    let number = device.store.disk.device
    cut.insert(number)
    returns.removeAll { $0.device == number }
  }

  /// Returns `true` if a device has written a field of a record with a value that was there before.
  func hasReturned(_ field: String, of name: RecordName, by device: DeviceIdentifier) -> Bool {
    fields[device]?.contains([name.rawValue, field]) == true
  }
}

extension Simulation {
  /// A value that the hub has although its writer has replaced it by an earlier one.
  var staleValue: String? {
    if ledger.isHubRestored { return nil }
    let installed = devices.map(\.store.disk).filter { $0.correction == 0 }.map(\.device)
    for act in returns.returns where installed.contains(act.device) {
      guard let record = hub.database.records[act.name], record.created == act.created,
        record.state.redirect == nil, !ledger.deleted.contains(where: { $0.name == act.name }),
        let cell = record.state.edits[act.field], cell.stamp.device == act.device,
        cell.stamp < act.stamp, cell.value != act.value,
        reading(of: record).reset(of: act.field) == nil,
        // An object that was merged into this one can bring a value.
        ledger.isWritten(cell.value, to: act.name)
      else { continue }
      return "\(act) has no effect: the hub has \(cell)"
    }
    return nil
  }
}
