/// The names of the steps on relationships.
enum LinkSteps {
  static func append(_ members: Int) -> String { "append-\(members)" }
  static func remove(_ members: Int) -> String { "remove-\(members)" }
  static func walk(_ objects: Int) -> String { "walk-\(objects)" }
  static func cascade(_ objects: Int) -> String { "cascade-\(objects)" }
}

/// The workload of relationships that grow: an operation beside 100,000 members, and along a chain of 10,000 objects,
/// costs what it costs beside and along 1,000.
enum LinkWorkloads {
  static let members = [1_000, 10_000, 100_000]
  static let chains = [1_000, 10_000]
  static let changes = 2_000

  static func growth() -> Workload {
    Workload(
      name: "links",
      title: """
        \(changes.formatted()) changes of a loaded collection in place, with undo, an observer and live results; \
        chains of objects, freshly fetched; for each change or object
        """,
      reference: .plain,
      steps: members.flatMap { count in
        [
          .init(
            name: LinkSteps.append(count), title: "append beside \(count.formatted())",
            bound: .milliseconds(0.025)),
          .init(
            name: LinkSteps.remove(count), title: "remove the last beside \(count.formatted())",
            bound: .milliseconds(0.025)),
        ]
      }
        + chains.flatMap { count in
          [
            .init(
              name: LinkSteps.walk(count), title: "walk along \(count.formatted())",
              bound: .milliseconds(0.02)),
            .init(
              name: LinkSteps.cascade(count), title: "delete a chain of \(count.formatted())",
              bound: .milliseconds(0.06)),
          ]
        }
    ) { directory in
      [
        Contender(library: .plain) { stopwatch in
          for count in members { PlainLinks(members: count).change(stopwatch, changes) }
        },
        Contender(library: .perennial) { stopwatch in
          for count in members {
            let file = directory.newFile()
            defer { directory.delete(file) }
            let links = try PerennialLinks(at: file, members: count)
            try links.change(stopwatch, changes)
          }
          for count in chains {
            let file = directory.newFile()
            defer { directory.delete(file) }
            let chain = try PerennialChain(at: file, objects: count)
            try chain.walk(stopwatch)
            try chain.delete(stopwatch)
          }
        },
      ]
    }
  }
}
