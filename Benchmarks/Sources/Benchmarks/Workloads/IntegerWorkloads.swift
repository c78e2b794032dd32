import Foundation

/// The workloads on the model with ten integer columns.
enum IntegerWorkloads {
  private static var peers: [any IntegerContender.Type] {
    [
      RawIntegers.self, GRDBIntegers<IntegersRecord>.self, GRDBIntegers<IntegersCodableRecord>.self,
      PerennialIntegers.self,
    ]
  }

  /// Fetches every row.
  static func fetch(_ count: Int) -> Workload {
    Workload(
      name: "A-fetch",
      title: "fetch \(count.formatted()) objects of 10 integers and release them",
      steps: [.init(name: IntegerSteps.fetch, title: "fetch and release")]
    ) { directory in
      try peers.map { peer in
        let file = directory.newFile()
        let contender = try peer.init(at: file)
        try contender.insert(count, Stopwatch())
        try RawDatabase.checkpoint(file)
        return Contender(library: peer.library) { try contender.fetch($0) }
      }
    }
  }

  /// Inserts rows into a new file in each round.
  static func insert(_ count: Int) -> Workload {
    Workload(
      name: "A-insert",
      title: "create \(count.formatted()) objects of 10 integers and save them, to a new file",
      steps: [.init(name: IntegerSteps.insert, title: "insert and save")]
    ) { directory in
      peers.map { peer in
        Contender(library: peer.library) { stopwatch in
          let file = directory.newFile()
          defer { directory.delete(file) }
          try peer.init(at: file).insert(count, stopwatch)
        }
      }
    }
  }
}
