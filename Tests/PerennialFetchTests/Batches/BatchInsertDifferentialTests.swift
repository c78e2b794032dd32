import Foundation
import RandomTesting
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

/// A batch insertion leaves the file, and the history, that inserting the same objects one by one and
/// saving leaves.
@Suite("Batch insertion and insertion one by one")
struct BatchInsertDifferentialTests {
  /// The values of an object.
  private struct Blueprint {
    var isCrate: Bool
    var title: String
    var code: Int?
    var content: Int
    /// Positions in the lists of what is there.
    var depot: Int?
    var slip: Int?
    var route: Int?
    var origin: Int?

    init(_ random: inout SeededGenerator, codes: Int) {
      isCrate = random.chance(0.3)
      title = "e\u{301} \(Int.random(in: 0..<1000, using: &random))"
      code = random.chance(0.6) ? Int.random(in: 0..<codes, using: &random) : nil
      content = random.chance(0.05) ? 150_000 : Int.random(in: 0..<5, using: &random)
      func position(_ chance: Double) -> Int? {
        random.chance(chance) ? Int.random(in: 0..<4, using: &random) : nil
      }
      depot = position(0.7)
      // A new object can turn out to be an existing one, and another object can take its slip. A batch
      // determines the owner of the slip in turn, and a context at once.
      slip = position(codes > 5000 ? 0.2 : 0)
      route = position(0.4)
      origin = position(0.2)
    }
  }

  private struct World {
    let context: ModelContext
    let depots: [Depot]
    let slips: [Slip]
    let routes: [Route]

    /// Creates the objects that exist before the insertion.
    init(_ container: ModelContainer, codes: Int) throws {
      context = ModelContext(container)
      depots = (0..<4).map { Depot("depot \($0)") }
      slips = (0..<4).map { Slip($0) }
      routes = (0..<4).map { Route("route \($0)") }
      let models: [any PersistentModel] = depots + slips + routes
      func insert(_ model: some PersistentModel) { context.insert(model) }
      for model in models { insert(model) }
      for number in 0..<6 {
        let parcel = Parcel("there \(number)", code: number * codes / 6, depot: depots[number % 4])
        parcel.key = Self.key
        context.insert(parcel)
        parcel.route = routes[0]
        if number < 3 { parcel.slip = slips[number] }
      }
      try context.save()
    }

    /// The same for all, because two files are compared.
    private static let key = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

    func make(_ blueprint: Blueprint) -> Parcel {
      let depot = blueprint.depot.map { depots[$0] }
      let parcel =
        blueprint.isCrate
        ? Crate(blueprint.title, weight: 0.5, code: blueprint.code, depot: depot)
        : Parcel(blueprint.title, code: blueprint.code, depot: depot)
      parcel.key = Self.key
      parcel.content = Data(repeating: 3, count: blueprint.content)
      if blueprint.isCrate { parcel.label = "crate" } else { parcel.secret = Data([2, 1]) }
      parcel.slip = blueprint.slip.map { slips[$0] }
      parcel.route = blueprint.route.map { routes[$0] }
      parcel.origin = blueprint.origin.map { depots[$0] }
      return parcel
    }
  }

  @Test("They leave the same rows and the same history", arguments: TestSeeds.some(40))
  func compare(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // Few codes make many upserts. Half of the worlds have objects of one class only, so that none
    // is refused for the unique values of another class.
    let codes = [10, 5000, 1 << 40][Int(seed % 3)]
    let hasCrates = seed.isMultiple(of: 2)
    var blueprints = (0..<Int.random(in: 1..<600, using: &random)).map { _ in
      Blueprint(&random, codes: codes)
    }
    if !hasCrates { for index in blueprints.indices { blueprints[index].isCrate = false } }
    var outcomes: [Outcome] = []
    for isBatch in [true, false] {
      let directory = try ScratchDirectory()
      let url = directory.file("a.store")
      let container = try ModelContainer(
        for: Schema([
          Crate.self, Parcel.self, Depot.self, Slip.self, Route.self, Stamp.self,
        ]), configurations: [ModelConfiguration(url: url)])
      let world = try World(container, codes: codes)
      var refusal: SwiftDataError?
      do {
        if isBatch {
          try world.context.insert(model: Parcel.self, from: blueprints, world.make)
          #expect(!world.context.hasChanges)
        } else {
          for blueprint in blueprints { world.context.insert(world.make(blueprint)) }
          try world.context.save()
        }
      } catch let error as SwiftDataError {
        refusal = error
      }
      outcomes.append(try Outcome(url, refusal))
      try RawDatabase(url).expectSoundness("seed \(seed)")
      // The objects that the context held are as stored.
      let fresh = ModelContext(container)
      if refusal == nil {
        for depot in world.depots {
          let stored = try #require(try fresh.existingModel(for: depot.persistentModelID) as? Depot)
          #expect(depot.parcels.map(\.title) == stored.parcels.map(\.title), "seed \(seed)")
        }
        for slip in world.slips {
          let stored = try #require(try fresh.existingModel(for: slip.persistentModelID) as? Slip)
          #expect(slip.parcel?.title == stored.parcel?.title, "seed \(seed)")
        }
      }
    }
    #expect(outcomes[0].refusal == outcomes[1].refusal, "seed \(seed)")
    #expect(outcomes[0].lines.count == outcomes[1].lines.count, "seed \(seed)")
    let different = zip(outcomes[0].lines, outcomes[1].lines).filter { $0 != $1 }
    #expect(different.prefix(3).map { "\($0) | \($1)" } == [], "seed \(seed)")
  }

  /// The contents of a file. Keys and order keys, which are never the same twice, are replaced by
  /// numbers in their order.
  private struct Outcome {
    let refusal: SwiftDataError?
    private(set) var lines: [String] = []

    init(_ url: URL, _ refusal: SwiftDataError?) throws {
      self.refusal = refusal
      let database = try RawDatabase(url)
      let names = try database.rows(
        """
        SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'
        """)
      var keys: [Int64] = []
      for name in names.compactMap(\.first) where !name.contains(".") {
        keys += try database.rows("SELECT _pk FROM \"\(name)\"").compactMap { Int64($0[0]) }
      }
      keys.sort()
      let numbers = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ("\($1)", "#\($0)") })
      for name in names.compactMap(\.first).sorted() {
        let rows = try database.rows("SELECT * FROM \"\(name)\" ORDER BY 1")
        let places = Set(rows.joined().compactMap(Int64.init).filter { $0 > 1 << 40 })
          .subtracting(keys).sorted().enumerated()
        let ranks = Dictionary(uniqueKeysWithValues: places.map { ("\($1)", "place \($0)") })
        for row in rows {
          let cells = row.map { cell in
            // The name of a file.
            cell.hasPrefix("\u{2}") ? "file" : numbers[cell] ?? ranks[cell] ?? cell
          }
          lines.append("\(name): \(cells.joined(separator: ", "))")
        }
      }
      for row in try database.rows("SELECT changes FROM _perennial_history ORDER BY id") {
        let record = try HistoryRecord(text: row[0], transaction: 0, path: "")
        var changes: [String] = []
        for group in record.groups {
          let properties = (group.properties + group.collections).sorted().joined(separator: " ")
          for rowID in group.rowIDs {
            let key = numbers["\(rowID)"] ?? "gone"
            changes.append("\(group.kind) \(group.entityName) \(key) \(properties)")
          }
        }
        lines += changes.sorted()
      }
    }
  }
}
