import Foundation

/// The workloads of opening a file that was made with another schema.
enum MigrationWorkloads {
  private static var peers: [any MigrationContender.Type] {
    [RawMigrations.self, PerennialMigrations.self]
  }

  /// Changes the schema of a file, a new copy in each round.
  static func items(_ count: Int) -> Workload {
    Workload(
      name: "migrate",
      title: """
        open a file with \(count.formatted()) objects of 8 columns and change its schema; the SQL of \
        the raw C API is written by hand, and checks nothing
        """,
      steps: ItemChange.allCases.map { change in
        .init(
          name: change.rawValue,
          title: change.title,
          bound: change.isPromised ? .ratio(1.5) : nil
        )
      }
    ) { directory in
      let values = ItemValues.make(count)
      return try peers.map { peer in
        let originals = try ItemChange.allCases.map { change in
          let file = directory.newFile()
          try peer.fill(file, for: change, with: values)
          try RawDatabase.checkpoint(file)
          return (change, file)
        }
        return Contender(library: peer.library) { stopwatch in
          for (change, original) in originals {
            let file = directory.newFile()
            defer { directory.delete(file) }
            try FileManager.default.copyItem(at: original, to: file)
            let opened = try stopwatch.time(change.rawValue, operations: 1) {
              try peer.migrate(file, by: change)
            }
            withExtendedLifetime(opened) {}
          }
        }
      }
    }
  }
}
