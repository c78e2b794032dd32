import Foundation

/// The workloads on the model with eight columns.
enum ItemWorkloads {
  private static var peers: [any ItemContender.Type] {
    [
      RawItems.self, GRDBItems<ItemRecord>.self, GRDBItems<ItemCodableRecord>.self,
      PerennialItems.self,
    ]
  }

  /// Fetches every object, and lets go of them.
  static func fetch(_ count: Int) -> Workload {
    Workload(
      name: "fetch-\(count)",
      title: "fetch \(count.formatted()) objects of 8 columns and release them",
      steps: [.init(name: ItemSteps.fetch, title: "fetch and release", bound: .ratio(1.6))]
    ) { directory in
      try filled(peers, count, directory).map { contender in
        Contender(library: type(of: contender).library) { try contender.fetch($0) }
      }
    }
  }

  /// Fetches every object again while it is in memory; the others read it anew.
  static func refetch(_ count: Int) -> Workload {
    Workload(
      name: "refetch",
      title: "fetch \(count.formatted()) objects of 8 columns that are all in memory already",
      steps: [.init(name: ItemSteps.refetch, title: "fetch again")]
    ) { directory in
      try filled(peers, count, directory).map { contender in
        Contender(library: type(of: contender).library) { try contender.refetch($0) }
      }
    }
  }

  /// Creates objects and saves them, into a new file in each round.
  static func insert(_ count: Int) -> Workload {
    Workload(
      name: "insert",
      title: """
        create \(count.formatted()) objects of 8 columns and save them to a new file
        """,
      steps: [
        .init(name: ItemSteps.create, title: "only create, and release"),
        .init(name: ItemSteps.insertCreated, title: "insert and save, created before"),
        .init(name: ItemSteps.insert, title: "create, insert and save", bound: .ratio(1.6)),
      ]
    ) { directory in
      let values = ItemValues.make(count)
      return peers.map { peer in
        Contender(library: peer.library) { stopwatch in
          let (file, another) = (directory.newFile(), directory.newFile())
          defer { for file in [file, another] { directory.delete(file) } }
          let contender = try peer.init(at: file)
          contender.create(values, stopwatch)
          try contender.insert(values, stopwatch)
          try peer.init(at: another).insertCreated(values, stopwatch)
        }
      }
    }
  }

  /// Writes objects and keeps none of them, into a new file in each round.
  static func insertBatch(_ count: Int) -> Workload {
    Workload(
      name: "batch",
      title: """
        write \(count.formatted()) objects of 8 columns to a new file, and keep none
        """,
      steps: [.init(name: ItemSteps.batch, title: "batch insertion", bound: .ratio(1.6))]
    ) { directory in
      let values = ItemValues.make(count)
      return peers.map { peer in
        Contender(library: peer.library) { stopwatch in
          let file = directory.newFile()
          defer { directory.delete(file) }
          try peer.init(at: file).insertBatch(values, stopwatch)
        }
      }
    }
  }

  /// Changes one property of some scattered objects and saves.
  static func update(_ changes: Int, of count: Int) -> Workload {
    Workload(
      name: "update",
      title: """
        change one property of \(changes.formatted()) scattered objects among \
        \(count.formatted()) and save
        """,
      steps: [.init(name: ItemSteps.update, title: "change and save", bound: .ratio(1.4))]
    ) { directory in
      let positions = Array(scattered(count).prefix(changes))
      return try filled(peers, count, directory).map { contender in
        var value = 0
        return Contender(library: type(of: contender).library) { stopwatch in
          value += 1
          try contender.update(positions, to: value, stopwatch)
        }
      }
    }
  }

  /// Finds single objects by primary key, in memory and not in memory.
  static func key(_ count: Int) -> Workload {
    Workload(
      name: "key",
      title: "find \(count.formatted()) objects of 8 columns by primary key, in scattered order",
      steps: [
        .init(name: ItemSteps.hit, title: "in memory already", bound: .ratio(0.1)),
        .init(name: ItemSteps.miss, title: "not in memory", bound: .ratio(1.5)),
      ]
    ) { directory in
      let positions = scattered(count)
      return try filled(peers, count, directory).map { contender in
        Contender(library: type(of: contender).library) { stopwatch in
          try contender.findMissing(positions, stopwatch)
          try contender.findHeld(positions, stopwatch)
        }
      }
    }
  }

  /// Weighs objects in memory.
  static func memory(_ count: Int) -> Workload {
    Workload(
      name: "memory",
      title: "hold \(count.formatted()) objects of 8 columns in memory",
      steps: [
        .init(
          name: ItemSteps.memory, title: "bytes for each object", bound: .bytes(250),
          isDoneAnew: false)
      ]
    ) { directory in
      try filled(peers, count, directory).map { contender in
        Contender(library: type(of: contender).library) { try contender.weigh($0) }
      }
    }
  }

  private static func filled(
    _ contenders: [any ItemContender.Type],
    _ count: Int,
    _ directory: ScratchDirectory
  ) throws -> [any ItemContender] {
    try contenders.map { try filled($0, count, directory) as any ItemContender }
  }

  /// A contender with a database of so many objects.
  private static func filled<Items: ItemContender>(
    _ contender: Items.Type,
    _ count: Int,
    _ directory: ScratchDirectory
  ) throws -> Items {
    let file = directory.newFile()
    let items = try contender.init(at: file)
    try items.insert(ItemValues.make(count), Stopwatch())
    try RawDatabase.checkpoint(file)
    return items
  }

  /// Every position once, in an order that looks random.
  private static func scattered(_ count: Int) -> [Int] {
    var random = SeededGenerator(seed: 5)
    return Array(0..<count).shuffled(using: &random)
  }
}
