import Foundation
import PerennialInspection
import ReadableText

/// The console for queries in SQL.
struct SQLPage: Page {
  static let template = "sql"

  let frame: PageFrame
  let sql: String
  let problem: TextProblem?
  let plan: String?
  let columns: [String]
  let rows: [[CellView]]
  let hasResult: Bool
  let summary: String
  let isLimited: Bool
  let limit: String
  let csv: String
  let json: String
  let examples: [Example]

  /// A query to begin with.
  struct Example: Sendable {
    let text: String
    let address: String
  }

  static let limit = 500
  static let time: Duration = .seconds(5)

  init(_ sql: String, showsPlan: Bool, store: InspectedStore, studio: StudioStore) throws {
    frame = PageFrame("SQL", studio: studio, store: store, section: .sql, isLive: false)
    self.sql = sql
    limit = Self.limit.grouped
    csv = Address("/sql/export").adding("sql", sql).adding("format", "csv").text
    json = Address("/sql/export").adding("sql", sql).adding("format", "json").text
    examples = try Self.examples(store)
    var (result, plan, problem): (SQLResult?, [String]?, TextProblem?) = (nil, nil, nil)
    let start = ContinuousClock.now
    do {
      if !sql.allSatisfy(\.isWhitespace) {
        if showsPlan {
          plan = try store.plan(of: sql)
        } else {
          result = try store.query(sql, limit: Self.limit, time: Self.time)
        }
      }
    } catch let error as SQLError {
      problem = TextProblem(sql, position: error.position, reason: error.reason)
    } catch let error as InspectionError where error.code == .timeLimit {
      problem = TextProblem(sql, position: nil, reason: error.description)
    }
    let milliseconds = Int(start.duration(to: .now) / .milliseconds(1))
    self.problem = problem
    self.plan = plan?.joined(separator: "\n")
    columns = result?.columns ?? []
    rows = result?.rows.map { $0.map { CellView($0) } } ?? []
    hasResult = result != nil
    isLimited = result?.isLimited == true
    summary = "\(rows.count.of("row")) in \(milliseconds) ms"
  }

  private static func examples(_ store: InspectedStore) throws -> [Example] {
    var texts = ["SELECT name, type FROM sqlite_schema ORDER BY name"]
    if let entity = try store.entityNames.first.map(store.details) {
      texts.insert("SELECT * FROM \"\(entity.table)\" LIMIT 20", at: 0)
    }
    if try store.keepsHistory() {
      texts.append("SELECT id, author, cause, changes FROM _perennial_history ORDER BY id DESC")
    }
    return texts.map { Example(text: $0, address: Address("/sql").adding("sql", $0).text) }
  }
}
