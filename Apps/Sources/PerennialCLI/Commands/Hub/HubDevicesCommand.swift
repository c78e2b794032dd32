import ArgumentParser
import Foundation
import PerennialHub
import PerennialRecords

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
    var columns = Columns([.left, .left, .left, .left, .left])
    for device in devices {
      columns.add(
        device.id, device.role.rawValue, "last seen \(Self.text(device.lastSeen))",
        device.expires.map { "expires \(Self.text($0))" } ?? "", device.name)
    }
    for line in columns.text { Console.print(line) }
  }
}

extension HubDevicesCommand {
  private static func text(_ milliseconds: Int64) -> String {
    Date(milliseconds: milliseconds).formatted(.iso8601)
  }
}

struct HubRoleCommand: AsyncToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "role",
    abstract: "Give a device another role.",
    discussion: """
      Takes effect with the next request of the device, also while the hub runs. The roles are those of \
      perennial hub pair.

      EXAMPLES
        perennial hub role 1f0c2a3b4d5e6f70 read
      """)

  @Argument(help: "The identifier of the device, as perennial hub devices prints it.")
  var device: String

  @Argument(help: "The rights of the device: read, write or admin.")
  var role: HubRole

  @OptionGroup var hub: HubDatabaseOptions

  @Flag(help: "Print JSON.")
  var json = false

  func perform() async throws {
    let account = try await hub.use { storage in
      try await HubAdministration(storage)
        .change(device, to: role, at: StampClock.systemMilliseconds)
    }
    if json {
      return try Console.print(
        json: ["account": account.name, "device": device, "role": role.rawValue])
    }
    Console.print("The device \(device) of \(account.name) has the role “\(role.rawValue)”.")
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
    let account = try await hub.use { storage in
      try await HubAdministration(storage).revoke(device, at: StampClock.systemMilliseconds)
    }
    if json { return try Console.print(json: ["account": account.name, "device": device]) }
    Console.print("Revoked the token of the device \(device) of \(account.name).")
  }
}

/// A device, as JSON describes it.
struct DeviceSummary: Encodable {
  let device: String
  let name: String
  let role: HubRole
  let created: Date
  let lastSeen: Date
  let expires: Date?

  init(_ device: Device) {
    self.device = device.id
    name = device.name
    role = device.role
    created = Date(milliseconds: device.created)
    lastSeen = Date(milliseconds: device.lastSeen)
    expires = device.expires.map { Date(milliseconds: $0) }
  }
}
