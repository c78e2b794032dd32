import Foundation
import StoreTesting
import SwiftData
import Testing

/// The stores of the folder FrozenStores, and how they are made.
enum FrozenStore {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent()
    .appendingPathComponent("FrozenStores")

  /// The names of the stores of one set of models, the oldest first.
  static func names(_ prefix: String) -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasPrefix(prefix) && $0.hasSuffix(".store") }.sorted()
  }

  /// A Boolean value that indicates whether missing stores are to be frozen.
  static var isFreezing: Bool {
    ProcessInfo.processInfo.environment["PERENNIAL_FREEZE_STORE"] != nil
  }

  /// Works on a copy of a frozen store.
  static func thaw(
    _ name: String, location: SourceLocation = #_sourceLocation, _ body: (URL) throws -> Void
  ) throws {
    let directory = try ScratchDirectory()
    let url = directory.file(name)
    try ExternalValues.copyStore(folder.appendingPathComponent(name), to: url)
    try body(url)
    try RawDatabase(url).expectSoundness("\(name)", location: location)
  }

  /// Makes one small file of a store, and copies what lies beside it.
  static func shrink(_ large: URL, to url: URL) throws {
    try RawDatabase(large).run("PRAGMA page_size = 1024; VACUUM INTO '\(url.path)'")
    try RawDatabase(url).run("PRAGMA journal_mode = WAL")
    try ExternalValues.copyFiles(of: large, to: url)
  }

  /// The last of the stores of one set of models has the layout that such stores are given now. If not,
  /// one is frozen that has, or a test fails.
  static func expectPresentLayout(
    _ prefix: String, location: SourceLocation = #_sourceLocation, _ freeze: (URL) throws -> Void
  ) throws {
    let directory = try ScratchDirectory()
    let fresh = directory.file("fresh.store")
    try freeze(fresh)
    let names = names(prefix)
    let number = names.count + 1
    let next = "\(prefix)\(number < 10 ? "0" : "")\(number).store"
    var layouts = try names.suffix(1).map { try StoreLayout(folder.appendingPathComponent($0)) }
    if isFreezing, try layouts != [StoreLayout(fresh)] {
      try ExternalValues.copyStore(fresh, to: folder.appendingPathComponent(next))
      layouts = [try StoreLayout(folder.appendingPathComponent(next))]
    }
    #expect(
      try layouts == [StoreLayout(fresh)],
      "Stores are laid out in a new way. FrozenStores/README.md tells how to freeze \(next).",
      sourceLocation: location)
  }
}
