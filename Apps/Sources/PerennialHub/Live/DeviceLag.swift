import PerennialRecords
import Synchronization

/// The positions of devices in their zones, as far as their requests to this hub have told them since its start.
final class DeviceLag: Sendable {
  /// A device in a zone.
  struct DeviceZone: Hashable {
    let device: String
    let zone: ZoneKey
  }

  fileprivate struct Position {
    var sequence: Int64
    var seen: Int64
  }

  fileprivate struct State {
    var heads: [ZoneKey: Int64] = [:]
    var positions: [DeviceZone: Position] = [:]
  }

  /// The most devices and zones that are kept.
  private static let largest = 100_000
  /// The time after which a device that has not asked again makes place for others, in milliseconds.
  private static let lifetime: Int64 = 3_600_000

  private let state = Mutex(State())

  /// Notes the position that a device has in a zone after an answer.
  func note(_ position: SyncToken, of device: String, in zone: ZoneKey, at time: Int64) {
    state.withLock { state in
      let key = DeviceZone(device: device, zone: zone)
      if state.positions[key] == nil, state.positions.count >= Self.largest {
        state.positions = state.positions.filter { $0.value.seen > time - Self.lifetime }
        if state.positions.count >= Self.largest { return }
      }
      state.positions[key] = Position(sequence: position.sequence, seen: time)
      state.heads[zone] = max(state.heads[zone] ?? 0, position.sequence)
    }
  }

  /// Notes the head of a zone.
  func note(head: SyncToken, of zone: ZoneKey) {
    state.withLock { state in
      // Zones of which no device has asked have no lag.
      guard let former = state.heads[zone] else { return }
      state.heads[zone] = max(former, head.sequence)
    }
  }

  /// Returns the number of changes that each device of an account has not read, by device.
  func lags(of account: Account.ID) -> [String: Int64] {
    state.withLock { state in
      state.positions.reduce(into: [:]) { lags, entry in
        guard entry.key.zone.account == account else { return }
        lags[entry.key.device, default: 0] += state.lag(entry)
      }
    }
  }

  /// The number of devices in zones, of those that lack changes, and of the changes that these lack.
  var totals: (devices: Int, behind: Int, changes: Int64, most: Int64) {
    state.withLock { state in
      var totals = (devices: state.positions.count, behind: 0, changes: Int64(0), most: Int64(0))
      for entry in state.positions {
        let lag = state.lag(entry)
        guard lag > 0 else { continue }
        totals.behind += 1
        totals.changes += lag
        totals.most = max(totals.most, lag)
      }
      return totals
    }
  }
}

extension DeviceLag.State {
  fileprivate func lag(_ entry: (key: DeviceLag.DeviceZone, value: DeviceLag.Position)) -> Int64 {
    max((heads[entry.key.zone] ?? 0) - entry.value.sequence, 0)
  }
}
