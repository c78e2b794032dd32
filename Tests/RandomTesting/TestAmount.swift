import Foundation

/// An amount of a random test: of histories, inputs, kills or faults.
///
/// All amounts are here, each twice. `make test` has the small ones: with seeds that no run had before, they find what
/// breaks, in minutes. `make test-long` has the large ones, which the documentation promises.
///
/// An environment variable with the name of an amount replaces it:
/// `TEST_HUB_KILLS=2000 swift test --package-path Apps --filter KillTests`.
public struct TestAmount: Sendable {
  /// The name of the environment variable.
  public let name: String
  /// The amount of `make test`.
  public let small: Int
  /// The amount of `make test-long`.
  public let large: Int

  private init(_ name: String, small: Int, large: Int) {
    (self.name, self.small, self.large) = (name, small, large)
  }

  /// `true` if this run has the large amounts.
  public static var isLong: Bool { ProcessInfo.processInfo.environment["TEST_AMOUNTS"] == "long" }

  /// The amount of this run, at least 1.
  public var count: Int {
    let environment = ProcessInfo.processInfo.environment
    let amount = Self.isLong ? large : small
    return max(environment[name].flatMap { Int($0) } ?? amount, 1)
  }
}

extension TestAmount {
  // MARK: Sync

  /// Histories of the simulator of sync, in optimised code.
  public static let simulatedHistories = TestAmount(
    "TEST_SIMULATED_HISTORIES", small: 4_000, large: 20_000)
  /// Histories of the simulator of sync, in a debug build.
  public static let checkedHistories = TestAmount(
    "TEST_CHECKED_HISTORIES", small: 200, large: 1_000)
  /// Histories of devices with real stores.
  public static let storeHistories = TestAmount(
    "TEST_STORE_HISTORIES", small: 300, large: 2_000)
  /// Histories of devices with real stores, whose apps are updated.
  public static let versionHistories = TestAmount(
    "TEST_VERSION_HISTORIES", small: 100, large: 2_000)
  /// Changed answers of a hub.
  public static let fuzzedAnswers = TestAmount(
    "TEST_FUZZED_ANSWERS", small: 300, large: 5_000)
  /// Kills of a device, and power cuts.
  public static let clientKills = TestAmount("TEST_CLIENT_KILLS", small: 10, large: 100)

  // MARK: The hub

  /// Kills of a hub, and power cuts.
  public static let hubKills = TestAmount("TEST_HUB_KILLS", small: 8, large: 500)
  /// Changed inputs of the hub's decoders.
  public static let fuzzedInputs = TestAmount(
    "TEST_FUZZED_INPUTS", small: 20_000, large: 200_000)
  /// Changed requests over a connection.
  public static let fuzzedRequests = TestAmount(
    "TEST_FUZZED_REQUESTS", small: 500, large: 2_000)

  // MARK: Contexts, predicates and live queries

  /// Histories of two contexts in memory. A twentieth of them run in a file too.
  public static let contextHistories = TestAmount(
    "TEST_CONTEXT_HISTORIES", small: 200, large: 2_000)
  /// Histories of objects that turn out to be existing rows, for each kind of store.
  public static let aliasHistories = TestAmount(
    "TEST_ALIAS_HISTORIES", small: 20, large: 200)
  /// Histories of a collection that two contexts change, one of them in place.
  public static let collectionHistories = TestAmount(
    "TEST_COLLECTION_HISTORIES", small: 40, large: 4_000)
  /// Random predicates.
  public static let predicates = TestAmount(
    "TEST_PREDICATES", small: 3_000, large: 12_000)
  /// Random predicates with casts.
  public static let casts = TestAmount("TEST_CASTS", small: 150, large: 600)
  /// Histories with undo and redo, for each kind of store.
  public static let undoHistories = TestAmount(
    "TEST_UNDO_HISTORIES", small: 10, large: 40)
  /// Histories that live queries follow.
  public static let resultsHistories = TestAmount(
    "TEST_RESULTS_HISTORIES", small: 2, large: 6)
  /// Runs of five hundred saves beside a hundred live queries.
  public static let queriedSaves = TestAmount("TEST_QUERIED_SAVES", small: 1, large: 4)

  // MARK: Stores and presets

  /// Kills of a process that saves, migrates, backs up or restores. Longer work has fewer.
  public static let storeKills = TestAmount("TEST_STORE_KILLS", small: 60, large: 260)
  /// The share of the writes of each kind of work that fail in turn, in percent.
  public static let diskFaults = TestAmount("TEST_DISK_FAULTS", small: 15, large: 100)
  /// Kills of a process that imports a document.
  public static let importKills = TestAmount("TEST_IMPORT_KILLS", small: 20, large: 60)
  /// Kills of a process that applies, edits and resets presets.
  public static let presetKills = TestAmount("TEST_PRESET_KILLS", small: 60, large: 300)
  /// Histories of devices with presets, in the simulator of presets.
  public static let presetSimulations = TestAmount(
    "TEST_PRESET_SIMULATIONS", small: 3_000, large: 20_000)
  /// Histories of catalogs on real stores, for each property.
  public static let presetHistories = TestAmount(
    "TEST_PRESET_HISTORIES", small: 15, large: 60)

  // MARK: Files of Apple's frameworks

  /// Random models with objects, written as Core Data does and read.
  public static let appleStores = TestAmount("TEST_APPLE_STORES", small: 200, large: 2_000)
  /// Random objects, written as Core Data does and imported into classes.
  public static let storeImports = TestAmount("TEST_STORE_IMPORTS", small: 100, large: 2_000)
  /// Damaged archives and property lists.
  public static let damagedArchives = TestAmount(
    "TEST_DAMAGED_ARCHIVES", small: 8_000, large: 100_000)
  /// Damaged files of stores.
  public static let damagedStores = TestAmount(
    "TEST_DAMAGED_STORES", small: 300, large: 20_000)
}
