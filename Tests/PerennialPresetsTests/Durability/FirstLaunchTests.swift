import Foundation
import PerennialPresets
import StoreTesting
import SwiftData
import Testing

/// An app and its extension are launched for the first time at once, on one file.
@Suite("Two processes that launch first at once", .serialized)
struct FirstLaunchTests {
  @Test("Both have the presets, once each", arguments: 0..<3)
  func atOnce(round: Int) async throws {
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "perennial-presets-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let store = directory.appending(path: "a.store")
    // Each waits for the other, so neither may take the thread by which the other one is started.
    async let first: Void = withTaskExecutorPreference(OwnThread()) {
      await Self.launch(store, "first", "second")
    }
    async let second: Void = withTaskExecutorPreference(OwnThread()) {
      await Self.launch(store, "second", "first")
    }
    _ = await (first, second)
    let container = try Kitchen.container(1, at: store)
    #expect(
      try KitchenRounds.portrait(of: container)
        == KitchenRounds.portrait(of: Kitchen.container(1)))
    #expect(try container.presets.apply().isEmpty)
    #expect(try RawDatabase(store).danglingReferences.isEmpty)
  }

  /// A process that waits until the other one is there too, and opens the store.
  private static func launch(_ store: URL, _ name: String, _ other: String) async {
    let path = store.path
    await #expect(processExitsWith: .success) {
      [path = path as String, name = name as String, other = other as String] in
      let store = URL(fileURLWithPath: path)
      let directory = store.deletingLastPathComponent()
      try Data().write(to: directory.appending(path: name))
      let limit = Date.now + 60
      while !FileManager.default.fileExists(atPath: directory.appending(path: other).path) {
        guard Date.now < limit else { exit(EXIT_FAILURE) }
        usleep(200)
      }
      let container = try Kitchen.container(1, at: store)
      let context = ModelContext(container)
      let hasAll =
        try context.count(Dish.self) == 3 && context.count(DishTag.self) == 3
        && context.count(Course.self) == 2 && context.count(DishPart.self) == 3
      exit(hasAll ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }
}
