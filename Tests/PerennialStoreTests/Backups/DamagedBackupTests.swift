import Foundation
import PerennialSQLite
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("Backups that are damaged")
struct DamagedBackupTests {
  /// The kinds of damage to a backup of an attic.
  enum Damage: String, CaseIterable, CustomTestStringConvertible {
    case noManifest, emptyManifest, manifestOfSomethingElse, strayingManifest, strayingFile
    case noStore, truncated, emptyStore, lengthened, changedByte, changedRow, otherDatabase,
      noDatabase
    case noFile, truncatedFile, changedFile, noFiles, otherCount
    case laterFormat, laterStore

    var testDescription: String { rawValue }

    var error: SwiftDataError {
      self == .laterFormat || self == .laterStore ? .incompatibleBackup : .invalidBackup
    }

    /// The name of the file or folder that the error reports.
    var culprit: String {
      switch self {
      case .noManifest, .emptyManifest, .manifestOfSomethingElse, .strayingManifest, .strayingFile,
        .laterFormat:
        "manifest.json"
      case .noFile, .truncatedFile, .changedFile, .noFiles: "1.store-external"
      default: "1.store"
      }
    }

    func afflict(_ backup: Backup) throws {
      let manifest = backup.url.appendingPathComponent("manifest.json")
      let store = backup.file()
      let external = backup.url.appendingPathComponent("1.store-external")
      func edit(_ text: String, _ other: String) throws {
        let old = try String(contentsOf: manifest, encoding: .utf8)
        let new = old.replacingOccurrences(of: text, with: other)
        #expect(new != old)
        try Data(new.utf8).write(to: manifest)
      }
      /// Writes the checksum and the size of the changed store into the manifest, as a deliberate change
      /// would.
      func sign() throws {
        let old = try #require(backup.manifest.stores.first)
        let (checksum, bytes) = try FileDigest.of(store.path)
        try edit(old.checksum, checksum)
        if bytes != old.bytes { try edit(" \(old.bytes)", " \(bytes)") }
      }
      func file() throws -> URL {
        let names = try FileManager.default.contentsOfDirectory(atPath: external.path)
        return external.appendingPathComponent(try #require(names.sorted().first))
      }
      switch self {
      case .noManifest: try FileManager.default.removeItem(at: manifest)
      case .emptyManifest: try Data().write(to: manifest)
      case .manifestOfSomethingElse: try Data(#"{"format": 1}"#.utf8).write(to: manifest)
      case .strayingManifest: try edit("\"1.store\"", "\"../a.store\"")
      case .strayingFile: try edit(file().lastPathComponent, "../../../etc/passwd")
      case .noStore: try FileManager.default.removeItem(at: store)
      case .truncated:
        let data = try Data(contentsOf: store)
        try data.prefix(data.count / 2).write(to: store)
      case .emptyStore: try Data().write(to: store)
      case .lengthened: try (Data(contentsOf: store) + Data([0])).write(to: store)
      case .changedByte:
        // In a value, where SQLite sees nothing wrong.
        var data = try Data(contentsOf: store)
        let range = try #require(data.range(of: Data("crate 3".utf8)))
        data[range.lowerBound] = UInt8(ascii: "g")
        try data.write(to: store)
      case .changedRow:
        try RawDatabase(store).run("DELETE FROM Crate WHERE number = 3")
        try sign()
      case .otherDatabase:
        try FileManager.default.removeItem(at: store)
        try RawDatabase(store).run("CREATE TABLE Crate (number); INSERT INTO Crate VALUES (1)")
        try sign()
      case .noDatabase:
        try Data(repeating: 65, count: 8192).write(to: store)
        try sign()
      case .noFile: try FileManager.default.removeItem(at: file())
      case .truncatedFile: try Data([1]).write(to: file())
      case .changedFile:
        var data = try Data(contentsOf: file())
        data[data.count / 2] ^= 1
        try data.write(to: file())
      case .noFiles: try FileManager.default.removeItem(at: external)
      case .otherCount: try edit("\"objects\" : 3", "\"objects\" : 4")
      case .laterFormat: try edit("\n  \"format\" : 1", "\n  \"format\" : 99")
      case .laterStore: try edit("      \"format\" : 1", "      \"format\" : 99")
      }
    }
  }

  @Test("They are refused by name, and nothing is changed", arguments: Damage.allCases)
  func damage(_ damage: Damage) throws {
    let directory = try ScratchDirectory()
    let url = directory.file("a.store")
    let container = try Attic.container(url)
    let context = ModelContext(container)
    for number in 0..<4 { try Attic.Step(number).perform(in: context) }
    let backup = try container.backUp(to: directory.file("a.backup"))
    #expect(backup.counts == ["Crate": 3])
    for number in 4..<6 { try Attic.Step(number).perform(in: context) }
    let held = try #require(try context.fetch(FetchDescriptor<Attic.Crate>()).first)
    try damage.afflict(backup)

    let before = try RawDatabase(url).dump()
    let files = Attic.values(of: url).files()
    let verdict = try refusal { try Backup(contentsOf: backup.url).verify() }
    #expect(verdict == damage.error, "\(verdict)")
    let place = backup.url.appendingPathComponent(damage.culprit).path
    #expect(verdict.explanation.contains(place), "\(verdict)")
    let error = try refusal { try container.restore(from: backup) }
    #expect(error == damage.error, "\(error)")
    #expect(error.explanation.contains(place), "\(error)")

    #expect(try RawDatabase(url).dump() == before)
    #expect(Attic.values(of: url).files() == files)
    #expect(held.modelContext === context)
    let left = try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
    #expect(
      Set(left).isSubset(
        of: ["a.store", "a.store-wal", "a.store-shm", "a.store-external", "a.backup"]), "\(left)")
    try Attic.Step(6).perform(in: context)
    #expect(try Attic.lines(at: url) == Attic.lines(after: 7))
  }

  @Test("What is no backup is none")
  func nothing() throws {
    let bench = try BackupBench(.file)
    for name in ["nothing", "library.store"] {
      let error = try refusal { _ = try Backup(contentsOf: bench.place(name)) }
      #expect(error == .invalidBackup && error.explanation.contains(bench.place(name).path))
    }
  }

  @Test("The checksum is XXH64")
  func digest() {
    // Of the specification, and of `xxhsum -H64`.
    let texts = [
      "": "ef46db3751d8e999", "a": "d24ec4f1a98c6e5b", "abc": "44bc2cf5ad770999",
      "Nobody inspects the spammish repetition": "fbcea83c8a378bf1",
    ]
    for (text, digest) in texts { #expect(FileDigest.of(Data(text.utf8)) == digest) }
  }
}
