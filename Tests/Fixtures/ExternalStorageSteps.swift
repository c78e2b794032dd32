import Foundation
import StoreTesting
import SwiftData
import Testing

/// As ``Chronicle``, a store whose contents tell how many steps were done; of values that lie beside
/// it, and of some that are small enough for their rows.
enum Attic {
  @Model
  final class Crate {
    @Attribute(.unique) var number: Int
    var title: String
    @Attribute(.externalStorage) var content: Data
    @Attribute(.externalStorage) var label: Data?

    init(_ number: Int) {
      self.number = number
      title = "crate \(number)"
      content = Attic.bytes(number)
    }
  }

  /// A kind of step. Each step is one transaction.
  enum Step: Equatable {
    /// Inserts a crate, gives the one before other values, deletes an older one.
    case save(Int)
    /// Gives all crates the same label, without loading them.
    case label(Int)
    case deleteOdd
    case erase

    init(_ number: Int) {
      switch number % 11 {
      case 4: self = .deleteOdd
      case 7: self = .label(number)
      case 10: self = .erase
      default: self = .save(number)
      }
    }

    func perform(in context: ModelContext) throws {
      switch self {
      case .erase: try context.container.erase()
      case .deleteOdd:
        try context.delete(model: Crate.self, where: #Predicate { $0.number % 2 == 1 })
      case .label(let number):
        try context.update(
          model: Crate.self, setting: [.set(\.label, to: Attic.bytes(number + 500))])
      case .save(let number):
        context.insert(Crate(number))
        let (former, old) = (number - 1, number - 3)
        if let former = try find(former, in: context) {
          former.content = Attic.bytes(number + 1000)
          former.label = Attic.bytes(number + 2000)
        }
        if let old = try find(old, in: context) { context.delete(old) }
        try context.save()
      }
    }

    private func find(_ number: Int, in context: ModelContext) throws -> Crate? {
      try context.fetch(FetchDescriptor<Crate>(predicate: #Predicate { $0.number == number }))
        .first
    }
  }

  static func container(_ url: URL) throws -> ModelContainer {
    try ModelContainer(for: Crate.self, configurations: ModelConfiguration(url: url))
  }

  // MARK: Values

  /// More often than not too many for a row.
  static func bytes(_ seed: Int) -> Data {
    Data(repeating: UInt8(seed % 251), count: seed * 245_489 % 240_000)
  }

  /// Returns the number of bytes and their value: all bytes are the same.
  static func description(of data: Data?) -> String {
    guard let data else { return "-" }
    guard let first = data.first else { return "0x" }
    guard data == Data(repeating: first, count: data.count) else { return "damaged" }
    return "\(data.count)x" + (first < 16 ? "0" : "") + String(first, radix: 16, uppercase: true)
  }

  // MARK: What there is

  /// Returns the expected contents after so many steps, as lines.
  static func lines(after steps: Int) -> [String] {
    var crates: [Int: (content: Int, label: Int?)] = [:]
    for number in 0..<steps {
      switch Step(number) {
      case .erase: crates = [:]
      case .deleteOdd: crates = crates.filter { $0.key % 2 == 0 }
      case .label(let number): for key in crates.keys { crates[key]?.label = number + 500 }
      case .save(let number):
        if crates[number - 1] != nil { crates[number - 1] = (number + 1000, number + 2000) }
        crates[number - 3] = nil
        crates[number] = (number, nil)
      }
    }
    return crates.sorted { $0.key < $1.key }.map { number, crate in
      line(number, "crate \(number)", bytes(crate.content), crate.label.map(bytes))
    }
  }

  private static func line(_ number: Int, _ title: String, _ content: Data, _ label: Data?)
    -> String
  {
    "\(number) \(title): \(description(of: content)) \(description(of: label))"
  }

  /// Returns the contents that a context sees, as lines.
  static func lines(in context: ModelContext) throws -> [String] {
    try context.fetch(FetchDescriptor<Crate>(sortBy: [SortDescriptor(\.number)])).map {
      line($0.number, $0.title, $0.content, $0.label)
    }
  }

  /// The values that lie beside the store, or could.
  static func values(of url: URL) -> ExternalValues {
    ExternalValues("Crate", ["content", "label"], of: url)
  }

  /// Returns the contents of a file that may not have become a store, as lines.
  static func linesIfMade(at url: URL) throws -> [String] {
    let tables = try RawDatabase(url).rows("SELECT 1 FROM sqlite_master WHERE name = 'Crate'")
    return tables.isEmpty ? [] : try lines(at: url)
  }

  /// Returns the contents that SQLite and the file system see, as lines.
  static func lines(at url: URL) throws -> [String] {
    let values = values(of: url)
    let heads = try RawDatabase(url).rows(
      "SELECT number || ' ' || title FROM Crate ORDER BY number")
    return zip(heads.joined(), try values.rows(by: "number")).map { "\($0): \($1)" }
  }
}

/// The values of a store's columns with external storage, without the framework.
struct ExternalValues {
  let table: String
  let columns: [String]
  let url: URL

  init(_ table: String, _ columns: [String], of url: URL) {
    (self.table, self.columns, self.url) = (table, columns, url)
  }

  private var folder: URL { URL(fileURLWithPath: url.path + "-external") }

  /// Each row's values, described as by ``Attic/description(of:)``.
  func rows(by order: String) throws -> [String] {
    let values = columns.map { column in
      let rest = "substr(\(column), 2)"
      return """
        CASE WHEN \(column) IS NULL THEN '-' \
        WHEN substr(\(column), 1, 1) = x'02' THEN 'file ' || CAST(\(rest) AS TEXT) \
        WHEN replace(hex(\(rest)), hex(substr(\(column), 2, 1)), '') = '' \
        THEN length(\(rest)) || 'x' || hex(substr(\(column), 2, 1)) ELSE 'damaged' END
        """
    }
    return try RawDatabase(url).rows(
      "SELECT \(values.joined(separator: ", ")) FROM \(table) ORDER BY \(order)"
    ).map { row in
      row.map { value in
        guard value.hasPrefix("file ") else { return value }
        let file = folder.appendingPathComponent(String(value.dropFirst(5)))
        guard let data = try? Data(contentsOf: file) else { return "missing" }
        return Attic.description(of: data)
      }.joined(separator: " ")
    }
  }

  /// The names of files that rows have.
  func names() throws -> Set<String> {
    let queries = columns.map {
      """
      SELECT CAST(substr(\($0), 2) AS TEXT) FROM \(table) WHERE substr(\($0), 1, 1) = x'02'
      """
    }
    return Set(try RawDatabase(url).rows(queries.joined(separator: " UNION ALL ")).joined())
  }

  /// The names of the files that there are.
  func files() -> Set<String> {
    Set((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
  }

  /// Every file has a row that names it, and every name a file. So it is when a container has opened
  /// the store.
  func expectAgreement(_ comment: Comment? = nil, location: SourceLocation = #_sourceLocation)
    throws
  {
    #expect(try files() == names(), comment, sourceLocation: location)
  }

  /// Copies a store that is not open, with the files beside it.
  static func copyStore(_ url: URL, to copy: URL) throws {
    try FileManager.default.copyItem(at: url, to: copy)
    try copyFiles(of: url, to: copy)
  }

  /// Copies what lies beside a store.
  static func copyFiles(of url: URL, to copy: URL) throws {
    let folder = url.path + "-external"
    guard FileManager.default.fileExists(atPath: folder) else { return }
    try FileManager.default.copyItem(atPath: folder, toPath: copy.path + "-external")
  }
}
