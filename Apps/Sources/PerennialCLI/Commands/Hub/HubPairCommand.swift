public import ArgumentParser
import Foundation
import PerennialHub
public import PerennialRecords

struct HubPairCommand: AsyncToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "pair",
    abstract: "Print a code that signs one device in to an account.",
    discussion: """
      The code can be used once, for ten minutes, while a hub runs. Only the code is printed on standard output.

      A device with the role “read” receives changes, one with “write” also sends them, and one with “admin” also \
      signs other devices in and out, and can remove the account.

      EXAMPLES
        perennial hub pair ann
        perennial hub pair ann --role read
        perennial hub pair ann --file hub.sqlite --json | jq -r .code
      """)

  @Argument(help: "The name of the account.")
  var name: String

  @Option(help: "The rights of the device: read, write or admin.")
  var role = HubRole.admin

  @OptionGroup var hub: HubDatabaseOptions

  @Flag(help: "Print JSON.")
  var json = false

  func perform() async throws {
    let (code, expires) = try await hub.use { storage in
      let administration = HubAdministration(storage)
      let account = try await administration.account(named: name)
      return try await administration.pair(
        account, as: role, at: StampClock.systemMilliseconds)
    }
    let end = Date(milliseconds: expires)
    if json {
      let summary = PairingSummary(account: name, code: code.text, role: role, expires: end)
      return try Console.print(json: summary)
    }
    // Scripts take the code from standard output.
    Console.print(code.text)
    let database = HubDatabase.isServer(hub.file) ? "DATABASE" : hub.file
    Console.complain(
      """
      The code signs one device in, until \(end.formatted(.iso8601)) (ten minutes). A hub has to run for that: \
      perennial hub serve \(database)
      """)
  }
}

/// A pairing code, as JSON describes it.
struct PairingSummary: Encodable {
  let account: String
  let code: String
  let role: HubRole
  /// The time after which the code is useless.
  let expires: Date
}

extension HubRole: @retroactive ExpressibleByArgument {}
