import Foundation
import GRDB
import PerennialRecords
import Testing

@testable import PerennialHub
@testable import PerennialHubPostgreSQL

@Suite("Databases of earlier versions", .timeLimit(.minutes(1)))
struct SchemaUpgradeTests {
  /// The statements that made the tables of version 1, with an account and a device. The files never change.
  private static func version1(_ database: String) throws -> String {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../Fixtures/hub-1-\(database).sql").standardizedFileURL
    return try String(contentsOf: file, encoding: .utf8)
  }

  private func expectContents(of storage: any HubStorage) async throws {
    let token = SecretDigest(of: "token of version 1")
    let session = try #require(try await storage.session(of: token, at: 10))
    #expect(session.account.name == "ann" && session.device.role == .admin)
    #expect(try await storage.change("d1", of: 7, to: .read))
    try await storage.record(AuditEntry(.roleChanged, by: .operator, at: 10))
    #expect(try await storage.audit(of: nil, since: 0, upTo: 9).count == 1)
    try await storage.close()
  }

  @Test("A file of version 1 is opened with all its devices, and has the tables of a new file")
  func file() async throws {
    let folder = try ScratchFolder()
    let (file, new) = (folder.file("hub.sqlite"), folder.file("new.sqlite"))
    try SQLiteCheck.execute(try Self.version1("sqlite"), in: file)
    try await expectContents(of: SQLiteHubStorage(at: file, serving: true, time: 1))
    let again = try SQLiteHubStorage(at: file, serving: true, time: 1)
    #expect(try await again.devices(of: 7).map(\.role) == [.read])
    try await again.close()
    try await SQLiteHubStorage(at: new, serving: true, time: 1).close()
    #expect(try SQLiteCheck.columns(of: file) == SQLiteCheck.columns(of: new))
  }

  @Test("A file whose upgrade fails keeps its version and its tables")
  func failure() async throws {
    let folder = try ScratchFolder()
    let file = folder.file("hub.sqlite")
    try SQLiteCheck.execute(try Self.version1("sqlite") + "CREATE TABLE audit (x)", in: file)
    let database = try DatabaseQueue(path: file.path)
    #expect(throws: HubStorageError.self) {
      try SQLiteHubStorage(at: file, serving: true, time: 1)
    }
    let (version, columns) = try await database.read { database in
      (
        try Int.fetchOne(database, sql: "PRAGMA user_version"),
        try database.columns(in: "device").map(\.name)
      )
    }
    #expect(version == 1 && !columns.contains("role"))
  }

  @Test("A file of a later version is left unchanged, and the error says so")
  func laterFile() async throws {
    let folder = try ScratchFolder()
    let file = folder.file("hub.sqlite")
    try await SQLiteHubStorage(at: file, serving: true, time: 1).close()
    let database = try DatabaseQueue(path: file.path)
    try await database.write { try $0.execute(sql: "PRAGMA user_version = 99") }
    #expect {
      try SQLiteHubStorage(at: file, serving: true, time: 1)
    } throws: { error in
      (error as? HubStorageError)?.code == .otherFile
    }
    let version = try await database.read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
    #expect(version == 99)
  }

  @Test(
    "Hubs that open a database of version 1 together upgrade it once",
    .enabled(if: PostgreSQLServer.canBeHad))
  func server() async throws {
    let server = try PostgreSQLServer.shared()
    let address = try server.database()
    try server.psql(try Self.version1("postgresql"), at: address)
    let hubs = try await withThrowingTaskGroup(of: PostgreSQLHubStorage.self) { group in
      for _ in 0..<3 {
        group.addTask { try await PostgreSQLHubStorage(at: address, connections: 1, time: 1) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    for hub in hubs.dropFirst() { try await hub.close() }
    try await expectContents(of: try #require(hubs.first))
    let new = try server.database()
    try await PostgreSQLHubStorage(at: new, connections: 1, time: 1).close()
    let columns = """
      SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns
      WHERE table_schema = current_schema() ORDER BY 1, 2
      """
    #expect(try server.psql(columns, at: address) == server.psql(columns, at: new))
    let version = try server.psql("SELECT version, incarnation FROM hub", at: address)
    #expect(version == "\(PostgreSQLSchema.version)|5\n")
  }

  @Test(
    "A database of a later version is left unchanged", .enabled(if: PostgreSQLServer.canBeHad))
  func laterServer() async throws {
    let server = try PostgreSQLServer.shared()
    let address = try server.database()
    try await PostgreSQLHubStorage(at: address, connections: 1, time: 1).close()
    try server.psql("UPDATE hub SET version = 99", at: address)
    await #expect {
      try await PostgreSQLHubStorage(at: address, connections: 1, time: 1)
    } throws: { error in
      (error as? HubStorageError)?.code == .otherFile
    }
  }
}
