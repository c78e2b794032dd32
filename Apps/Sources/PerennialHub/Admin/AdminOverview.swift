import Foundation
import HardenedHTTP
import PerennialRecords
import ReadableText

/// The first admin page: the hub, its accounts, its errors and its recent requests.
struct AdminOverview: AdminPage {
  static let template = "adminOverview"

  struct AccountRow: Sendable {
    let name: String
    let address: String
    let zones: Int
    let records: String
    let size: String
    let limit: String
    let devices: Int
    let lag: String
  }

  /// A request, as the page shows it.
  struct RequestRow: Sendable {
    let time: String
    let route: String
    let status: Int
    let milliseconds: String
    let account: String
    let records: String
    let error: String

    init(_ row: RecentRequests.Row) {
      (time, route, status) = (row.time.timeText, row.route, row.status)
      milliseconds = "\((row.seconds * 10_000).rounded() / 10)"
      account = row.notes.account ?? ""
      records = row.notes.records.map { "\($0)" } ?? ""
      error = row.notes.error?.rawValue ?? ""
    }
  }

  /// The number of accounts on a page.
  private static let accountsPerPage = 50

  let title = "Hub"
  let isLive = true
  let facts: [AdminFact]
  let accounts: [AccountRow]
  let isEmpty: Bool
  /// The address of the page with further accounts.
  let next: String?
  let errors: [AdminFact]
  let hasErrors: Bool
  let requests: [RequestRow]
  let hasRequests: Bool

  /// - Parameter name: The name of the account after which the accounts begin.
  init(
    _ figures: HubFigures, recent: RecentRequests,
    accountsOf storage: any AccountStorage & DeviceStorage & ZoneStorage, after name: String
  ) async throws {
    facts = Self.facts(figures)
    let rest = try await storage.accounts().filter { $0.name > name }
    var rows: [AccountRow] = []
    for account in rest.prefix(Self.accountsPerPage) {
      let contents = try await storage.contents(of: account.id)
      let devices = try await storage.devices(of: account.id).count
      let lag = figures.lag.lags(of: account.id).values.max()
      rows.append(
        AccountRow(
          name: account.name, address: AdminAccount.address(account.name),
          zones: contents.zones.count, records: contents.records.grouped,
          size: Int(clamping: account.bytes).byteCount,
          limit: Int(clamping: account.limit).byteCount, devices: devices,
          lag: lag.map { Int(clamping: $0).grouped } ?? ""))
    }
    accounts = rows
    isEmpty = rows.isEmpty
    next =
      rest.count > rows.count
      ? rows.last.map { "/admin?after=\(AdminAccount.encoded($0.name))" } : nil
    errors = figures.metrics.errors.map { AdminFact(name: $0.code, value: $0.count.grouped) }
    hasErrors = !errors.isEmpty
    requests = recent.rows.map { RequestRow($0) }
    hasRequests = !requests.isEmpty
  }

  private static func facts(_ figures: HubFigures) -> [AdminFact] {
    let stored = figures.stored.current
    let (statistics, load) = (stored.statistics, figures.storage.load)
    let lag = figures.lag.totals
    return [
      ("Database", stored.isCurrent ? "answers" : "does not answer, or was not counted yet"),
      ("Accounts", statistics.accounts.grouped), ("Devices", statistics.devices.grouped),
      ("Zones", statistics.zones.grouped), ("Records", statistics.records.grouped),
      (
        "Assets",
        "\(statistics.assets.grouped), \(Int(clamping: statistics.assetBytes).byteCount)"
      ),
      ("Records and assets", Int(clamping: statistics.bytes).byteCount),
      ("Size of the database", Int(clamping: stored.databaseBytes).byteCount),
      (
        "Connections",
        "\(figures.connections.count.grouped) of \(figures.connectionLimit.grouped)"
      ),
      ("Requests that wait for changes", figures.listeners.count.grouped),
      (
        "Connections to the database",
        "\(load.busy.grouped) of \(load.size.grouped) in use, \(load.waiting.grouped) requests wait"
      ),
      (
        "Devices that lack changes",
        "\(lag.behind.grouped) of \(lag.devices.grouped) that this hub knows"
      ),
      ("Running since", Int64(figures.started * 1000).timeText),
    ].map { AdminFact(name: $0.0, value: $0.1) }
  }
}
