import ArgumentParser
import Foundation
import PerennialHub

struct HubDevicesCommand: AsyncToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "List the devices of an account.",
    discussion: """
      EXAMPLES
        perennial hub devices ann
        perennial hub devices ann --json --file hub.sqlite
      """)

  @Argument(help: "The name of the account.")
  var name: String

  @OptionGroup var hub: HubDatabaseOptions

  @Flag(help: "Print JSON.")
  var json = false

  func perform() async throws {
    let devices = try await hub.use { storage in
      let account = try await HubAdministration(storage).account(named: name)
      return try await storage.devices(of: account.id)
    }
    if json { return try Console.print(json: devices.map { DeviceSummary($0) }) }
    if devices.isEmpty { return Console.print("\(name) has no devices.") }
    var columns = Columns([.left, .left, .left])
    for device in devices {
      let seen = Date(timeIntervalSince1970: Double(device.lastSeen) / 1000)
      columns.add(device.id, "last seen \(seen.formatted(.iso8601))", device.name)
    }
    for line in columns.text { Console.print(line) }
  }
}

struct HubRevokeCommand: AsyncToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke",
    abstract: "Sign a device out: revoke its token.",
    discussion: """
      EXAMPLES
        perennial hub revoke 1f0c2a3b4d5e6f70
      """)

  @Argument(help: "The identifier of the device, as perennial hub devices prints it.")
  var device: String

  @OptionGroup var hub: HubDatabaseOptions

  @Flag(help: "Print JSON.")
  var json = false

  func perform() async throws {
    let account = try await hub.use { try await HubAdministration($0).revoke(device) }
    if json { return try Console.print(json: ["account": account.name, "device": device]) }
    Console.print("Revoked the token of the device \(device) of \(account.name).")
  }
}

/// A device, as JSON describes it.
struct DeviceSummary: Encodable {
  let device: String
  let name: String
  let created: Int64
  let lastSeen: Int64
  let expires: Int64?

  init(_ device: Device) {
    self.device = device.id
    name = device.name
    created = device.created
    lastSeen = device.lastSeen
    expires = device.expires
  }
}
