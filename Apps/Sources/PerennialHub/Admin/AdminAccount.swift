import Foundation
import PerennialRecords
import ReadableText

/// The admin page of an account: its zones and its devices.
struct AdminAccount: AdminPage {
  static let template = "adminAccount"

  struct ZoneRow: Sendable {
    let name: String
    let records: String
    let size: String
    let sequence: String
    let floor: String
  }

  struct DeviceRow: Sendable {
    let name: String
    let id: String
    let created: String
    let seen: String
    let lag: String
  }

  let title: String
  let isLive = true
  let facts: [AdminFact]
  let zones: [ZoneRow]
  let hasZones: Bool
  let devices: [DeviceRow]
  let hasDevices: Bool

  /// - Parameter lag: The positions of the account's devices.
  init(
    _ account: Account, in storage: any DeviceStorage & StorageMaintenance, lag: DeviceLag
  ) async throws {
    title = account.name
    facts = [
      AdminFact(name: "Created", value: account.created.timeText),
      AdminFact(
        name: "Records and assets",
        value: "\(Int(clamping: account.bytes).byteCount) of "
          + Int(clamping: account.limit).byteCount),
    ]
    zones = try await storage.inspect(account.id) { reader in
      try reader.zones().map { zone in
        let totals = try reader.totals(of: zone.name)
        return ZoneRow(
          name: zone.name, records: totals.count.grouped,
          size: Int(clamping: totals.bytes).byteCount,
          sequence: Int(clamping: zone.sequence).grouped,
          floor: Int(clamping: zone.floor).grouped)
      }
    }
    hasZones = !zones.isEmpty
    let lags = lag.lags(of: account.id)
    devices = try await storage.devices(of: account.id).map { device in
      DeviceRow(
        name: device.name, id: device.id, created: device.created.timeText,
        seen: device.lastSeen.timeText,
        lag: lags[device.id].map { Int(clamping: $0).grouped } ?? "unknown")
    }
    hasDevices = !devices.isEmpty
  }

  /// Returns the address of an account's page.
  static func address(_ name: String) -> String { "/admin/accounts/\(encoded(name))" }

  /// Returns the name of an account as a part of an address.
  static func encoded(_ name: String) -> String {
    name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }
}

/// The admin page of an error.
struct AdminProblem: AdminPage {
  static let template = "adminError"

  let title: String
  let text: String
  let isLive = false
}
