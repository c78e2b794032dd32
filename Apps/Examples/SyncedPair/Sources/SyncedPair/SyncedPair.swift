import Foundation
import PerennialSync

@main
struct SyncedPair {
  static func main() async throws {
    guard CommandLine.arguments.count == 3, let hub = URL(string: CommandLine.arguments[1]) else {
      return print("usage: SyncedPair HUB CODE, such as http://127.0.0.1:8431 7F3K-9QXM")
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "SyncedPair-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let (phone, tablet) = try await pair(in: folder, hub: hub, code: CommandLine.arguments[2])
    try await shop(phone, tablet)
    for device in [phone, tablet] {
      print(device.name, try device.list().joined(separator: ", "), separator: ": ")
    }
  }

  /// Sets up two devices. The first one makes the code with which the second one signs in.
  static func pair(in folder: URL, hub: URL, code: String) async throws -> (Device, Device) {
    let phone = try Device("phone", in: folder, hub: hub)
    let tablet = try Device("tablet", in: folder, hub: hub)
    try await phone.signIn(code: code)
    try await tablet.signIn(code: phone.sync.account.makePairingCode().text)
    return (phone, tablet)
  }

  /// Edits one item on both devices, offline. Other fields are merged, and the same field is decided by the time.
  static func shop(_ phone: Device, _ tablet: Device) async throws {
    try phone.add("Bread", "Milk")
    try await exchange(phone, tablet)
    for device in [phone, tablet] { await device.sync.pause() }
    try phone.edit("Milk") { $0.name = "Oat milk" }
    try tablet.edit("Milk") { $0.isBought = true }
    for device in [phone, tablet] { await device.sync.resume() }
    try await exchange(phone, tablet)
  }

  /// Waits until both devices have the changes of the other. An app need not wait: it shows what arrives.
  static func exchange(_ phone: Device, _ tablet: Device) async throws {
    for device in [phone, tablet, phone] { try await device.sync.synchronize() }
  }
}
