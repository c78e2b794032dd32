import ArgumentParser
import Foundation
import PerennialHub
import PerennialRecords
import ReadableText

struct HubAccountCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account",
    abstract: "Add, list, limit and remove accounts of a hub.",
    subcommands: [
      HubAccountAddCommand.self, HubAccountListCommand.self, HubAccountLimitCommand.self,
      HubAccountRemoveCommand.self,
    ])
}

struct HubAccountAddCommand: AsyncToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add an account.",
    discussion: """
      Creates the file of the hub if it does not exist. To sign a device in, make a pairing code with \
      perennial hub pair.

      EXAMPLES
        perennial hub account add ann
        perennial hub account add ann --limit 5000000000 --file hub.sqlite
      """)

  @Argument(help: "The name: letters, digits and . _ - @ +")
  var name: String

  @Option(
    help: ArgumentHelp("The most bytes of records and assets.", valueName: "bytes"))
  var limit = Account.standardLimit

  @OptionGroup var hub: HubDatabaseOptions

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    guard limit > 0 else { throw ValidationError("--limit needs a number from 1 on.") }
  }

  func perform() async throws {
    let account = try await hub.use(.creating) { storage in
      try await HubAdministration(storage).addAccount(
        named: name, limit: limit, at: StampClock.systemMilliseconds)
    }
    if json { return try Console.print(json: AccountSummary(account)) }
    Console.print("Added the account \(account.name).")
  }
}

struct HubAccountListCommand: AsyncToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the accounts of a hub.",
    discussion: """
      EXAMPLES
        perennial hub account list
        perennial hub account list --json --file hub.sqlite
      """)

  @OptionGroup var hub: HubDatabaseOptions

  @Flag(help: "Print JSON.")
  var json = false

  func perform() async throws {
    let accounts = try await hub.use { try await $0.accounts() }
    if json { return try Console.print(json: accounts.map { AccountSummary($0) }) }
    if accounts.isEmpty { return Console.print("The hub has no accounts.") }
    var columns = Columns([.left, .right, .right])
    for account in accounts {
      columns.add(
        account.name, Int(clamping: account.bytes).byteCount,
        "of \(Int(clamping: account.limit).byteCount)")
    }
    for line in columns.text { Console.print(line) }
  }
}

struct HubAccountLimitCommand: AsyncToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "limit",
    abstract: "Give an account another limit.",
    discussion: """
      Takes effect at once, also while the hub runs. An account that has more than the limit keeps it, and can \
      only delete.

      EXAMPLES
        perennial hub account limit ann 5000000000
      """)

  @Argument(help: "The name of the account.")
  var name: String

  @Argument(help: "The most bytes of records and assets.")
  var bytes: Int64

  @OptionGroup var hub: HubDatabaseOptions

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    guard bytes > 0 else { throw ValidationError("The limit needs a number from 1 on.") }
  }

  func perform() async throws {
    let account = try await hub.use { storage in
      try await HubAdministration(storage)
        .limit(accountNamed: name, to: bytes, at: StampClock.systemMilliseconds)
    }
    if json { return try Console.print(json: AccountSummary(account)) }
    Console.print("The limit of \(name) is \(Int(clamping: account.limit).byteCount).")
  }
}

struct HubAccountRemoveCommand: AsyncToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove an account with all its records, assets and devices.",
    discussion: """
      The contents of the account are in backups only, afterwards.

      EXAMPLES
        perennial hub account remove ann
        perennial hub account remove ann --yes --file hub.sqlite
      """)

  @Argument(help: "The name of the account.")
  var name: String

  @OptionGroup var hub: HubDatabaseOptions
  @OptionGroup var confirmation: Confirmation

  @Flag(help: "Print JSON.")
  var json = false

  func perform() async throws {
    let assets = try hub.assetFolder
    let account = try await hub.use { storage in
      let administration = HubAdministration(storage)
      let account = try await administration.account(named: name)
      try confirmation.ask(
        "Remove the account \(name) with \(Int(clamping: account.bytes).byteCount)?")
      try await administration.remove(
        account, assets: assets, at: StampClock.systemMilliseconds)
      return account
    }
    if json { return try Console.print(json: AccountSummary(account)) }
    Console.print("Removed the account \(name).")
  }
}

/// An account, as JSON describes it.
struct AccountSummary: Encodable {
  let account: String
  let created: Date
  let bytes: Int64
  let limit: Int64

  init(_ account: Account) {
    self.account = account.name
    created = Date(milliseconds: account.created)
    bytes = account.bytes
    limit = account.limit
  }
}
