import Foundation

/// The workload on simple objects, as in Emerge's comparison of databases.
enum UserWorkloads {
  private static var peers: [any UserContender.Type] {
    [
      RawUsers.self, GRDBUsers.self, PerennialUsers.self,
    ]
  }

  static func simpleObjects(_ count: Int) -> Workload {
    Workload(
      name: "C-\(count)",
      title: "\(count.formatted()) simple objects with a unique identifier",
      steps: [
        .init(name: UserSteps.instantiate, title: "instantiate and release"),
        .init(name: UserSteps.create, title: "create and save"),
        .init(name: UserSteps.fetch, title: "fetch every Jane, sorted by age (a twentieth)"),
        .init(name: UserSteps.rename, title: "rename those to Wendy and save"),
        .init(
          name: UserSteps.size, title: "size of the file, for each object", isDoneAnew: false),
        .init(name: UserSteps.delete, title: "delete all"),
      ]
    ) { directory in
      let values = UserValues.make(count)
      return peers.map { peer in
        Contender(library: peer.library) { stopwatch in
          let file = directory.newFile()
          defer { directory.delete(file) }
          let contender = try peer.init(at: file)
          contender.instantiate(values, stopwatch)
          try contender.create(values, stopwatch)
          try RawDatabase.checkpoint(file)
          stopwatch.note(UserSteps.size, bytes: try file.fileSize() / Double(count))
          try contender.fetch("Jane", times: 5, stopwatch)
          try contender.rename("Jane", to: "Wendy", stopwatch)
          try contender.deleteAll(stopwatch)
        }
      }
    }
  }
}

extension URL {
  /// The bytes of the file.
  fileprivate func fileSize() throws -> Double {
    Double(try resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0)
  }
}
