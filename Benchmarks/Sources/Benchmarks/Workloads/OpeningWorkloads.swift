import Foundation

/// The workload of opening a store of many entities.
enum OpeningWorkloads {
  private static let making = "make"
  private static let opening = "open"

  /// The raw C API counts the tables, so that SQLite parses the schema as it must for any query.
  static func fiftyEntities() -> Workload {
    Workload(
      name: "open",
      title: "open a store with 50 entities, each with 4 properties and 2 indices",
      steps: [
        .init(
          name: making, title: "make it, by a program that has just been started", isDoneAnew: false
        ),
        .init(name: opening, title: "open it", bound: .milliseconds(20)),
      ]
    ) { directory in
      let file = directory.newFile()
      let start = Time.now
      let container = try PerennialFifty.open(file)
      let made = Time.now - start
      withExtendedLifetime(container) {}
      return [
        Contender(library: .raw) { stopwatch in
          let database = try stopwatch.time(opening, operations: 1) {
            let database = try RawDatabase(at: file)
            use(try database.prepare("SELECT count(*) FROM sqlite_master").rows { $0 })
            return database
          }
          withExtendedLifetime(database) {}
        },
        Contender(library: .perennial) { stopwatch in
          stopwatch.note(making, made)
          let container = try stopwatch.time(opening, operations: 1) {
            try PerennialFifty.open(file)
          }
          withExtendedLifetime(container) {}
        },
      ]
    }
  }
}
