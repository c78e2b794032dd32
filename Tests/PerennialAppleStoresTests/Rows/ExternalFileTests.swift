import AppleStoreTesting
import Foundation
import StoreTesting
import Testing

@testable import PerennialAppleStores

/// Large values in files beside the store. Their form is known from notes of other projects.
@Suite("Apple stores: external storage")
struct ExternalFileTests {
  private let directory: ScratchDirectory
  private let name = UUID().uuidString
  private var url: URL { directory.file("Model.sqlite") }
  private var folder: URL { directory.file(".Model_SUPPORT/_EXTERNAL_DATA") }

  init() throws {
    directory = try ScratchDirectory()
    try SampleStore.item(.data).write(to: url)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func store(_ value: Data) throws {
    let hexadecimal = value.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    try RawDatabase(url).run("UPDATE ZITEM SET ZVALUE = x'\(hexadecimal)'")
  }

  private func value() throws -> AppleValue? {
    try AppleStore(contentsOf: url).rows(of: "Item", limit: 1).first?["value"]
  }

  private func isRefused() throws -> Bool {
    if case .invalid? = try value() { true } else { false }
  }

  @Test("A value with the name of a file is the bytes of the file", arguments: [true, false])
  func file(endsWithZero: Bool) throws {
    try store(Data([2]) + Data(name.utf8) + (endsWithZero ? Data([0]) : Data()))
    try Data("large".utf8).write(to: folder.appendingPathComponent(name))
    #expect(try value() == .data(Data("large".utf8)))
  }

  @Test("A small value follows its first byte")
  func inline() throws {
    try store(Data([1, 7, 8]))
    #expect(try value() == .data(Data([7, 8])))
  }

  @Test("If a value names a file, others may be empty or have no such byte")
  func mixed() throws {
    try store(Data([2]) + Data(name.utf8))
    try Data("large".utf8).write(to: folder.appendingPathComponent(name))
    try RawDatabase(url).run(
      """
      INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZVALUE) \
      VALUES (11, 1, 1, x''), (12, 1, 1, x'010708'), (13, 1, 1, x'0908'), (14, 1, 1, NULL)
      """)
    let store = try AppleStore(contentsOf: url)
    #expect(
      try store.rows(of: "Item", limit: 9).map { $0["value"] } == [
        .data(Data("large".utf8)), .data(Data()), .data(Data([7, 8])), .data(Data([9, 8])), .null,
      ])
    #expect(try store.guessedExternalValues(of: "Item").isEmpty)
  }

  @Test("Values that only look like external storage are named")
  func guess() throws {
    try store(Data([1, 7, 8]))
    let guesses = try AppleStore(contentsOf: url).guessedExternalValues(of: "Item")
    #expect(guesses.map(\.attribute) == ["value"])
    #expect(guesses.map(\.count) == [1] && guesses.map(\.keys) == [[1]])
    try FileManager.default.removeItem(at: directory.file(".Model_SUPPORT"))
    #expect(try AppleStore(contentsOf: url).guessedExternalValues(of: "Item").isEmpty)
  }

  @Test("A value that begins with such a byte is unchanged in a store without the folder")
  func noFolder() throws {
    try FileManager.default.removeItem(at: directory.file(".Model_SUPPORT"))
    try store(Data([1, 7, 8]))
    #expect(try value() == .data(Data([1, 7, 8])))
  }

  @Test("A missing file is reported")
  func missing() throws {
    try store(Data([2]) + Data(name.utf8))
    #expect(try isRefused())
  }

  @Test("A symbolic link is not followed")
  func link() throws {
    try store(Data([2]) + Data(name.utf8))
    let secret = directory.file("secret")
    try Data("secret".utf8).write(to: secret)
    try FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent(name), withDestinationURL: secret)
    #expect(try isRefused())
  }

  @Test("A folder that is a symbolic link is not followed")
  func linkedFolder() throws {
    try store(Data([2]) + Data(name.utf8))
    let other = directory.file("other")
    try FileManager.default.moveItem(at: folder, to: other)
    try Data("secret".utf8).write(to: other.appendingPathComponent(name))
    try FileManager.default.createSymbolicLink(at: folder, withDestinationURL: other)
    // Without a folder, the bytes are those of the value.
    #expect(try value() == .data(Data([2]) + Data(name.utf8)))
  }

  @Test("A name that is no UUID does not lead out of the folder")
  func names() throws {
    let path = "../../" + String(repeating: "x", count: 30)
    try Data("secret".utf8).write(to: directory.file(String(repeating: "x", count: 30)))
    try store(Data([2]) + Data(path.utf8))
    #expect(try isRefused())
  }
}
