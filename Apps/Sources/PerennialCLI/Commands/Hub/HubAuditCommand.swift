import ArgumentParser
import Foundation
import PerennialHub

struct HubAuditCommand: AsyncToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Print the audit log: sign-ins, codes, revocations, and changes of accounts.",
    discussion: """
      Entries are sorted by time. They are kept for 400 days, and at most 200,000 of them.

      EXAMPLES
        perennial hub audit
        perennial hub audit --account ann --since 2026-11-01
        perennial hub audit --json --limit 1000 | jq -r .[].event
      """)

  @Option(help: ArgumentHelp("The account of the entries.", valueName: "name"))
  var account: String?

  @Option(
    help: ArgumentHelp(
      "The earliest time: a date such as 2026-11-01, or 2026-11-01T12:00:00Z.",
      valueName: "time"))
  var since: String?

  @Option(help: ArgumentHelp("The most entries; the newest ones.", valueName: "number"))
  var limit = 100

  @OptionGroup var hub: HubDatabaseOptions

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    guard (1...AuditLimits.entries).contains(limit) else {
      throw ValidationError("--limit needs a number from 1 to \(AuditLimits.entries).")
    }
    _ = try start
  }

  /// The earliest time, in milliseconds since 1970.
  private var start: Int64 {
    get throws {
      guard let since else { return 0 }
      let text = since.contains("T") ? since : "\(since)T00:00:00Z"
      guard let date = try? Date(text, strategy: .iso8601), date.timeIntervalSince1970 >= 0 else {
        throw ValidationError(
          "--since “\(since)” isn't a date such as 2026-11-01, or 2026-11-01T12:00:00Z.")
      }
      return Int64(date.timeIntervalSince1970 * 1000)
    }
  }

  func perform() async throws {
    let entries = try await hub.use { storage in
      try await storage.audit(of: account, since: start, upTo: limit)
    }
    if json { return try Console.print(json: entries.map { AuditSummary($0) }) }
    if entries.isEmpty { return Console.print("The audit log has no such entries.") }
    var columns = Columns([.left, .left, .left, .left, .left])
    for entry in entries.map({ AuditSummary($0) }) {
      let details = [entry.device, entry.address, entry.detail].compactMap { $0 }
      columns.add(
        entry.time.formatted(.iso8601), entry.event, entry.account ?? "", "by \(entry.actor)",
        details.joined(separator: " · "))
    }
    for line in columns.text { Console.print(line) }
  }
}

/// An entry of the audit log, as JSON describes it.
struct AuditSummary: Encodable {
  let time: Date
  let event: String
  let actor: String
  let account: String?
  let device: String?
  let address: String?
  let detail: String?

  init(_ entry: AuditEntry) {
    time = Date(milliseconds: entry.time)
    event = entry.event.rawValue
    actor =
      switch entry.actor {
      case .operator: "operator"
      case .hub: "hub"
      case .stranger: "stranger"
      case .device(let name): name
      }
    account = entry.account
    device = entry.device
    address = entry.address
    detail = entry.detail
  }
}
