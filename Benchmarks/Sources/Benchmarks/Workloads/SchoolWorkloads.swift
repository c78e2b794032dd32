import Foundation

/// The workload on complex objects, as in Emerge's comparison of databases.
enum SchoolWorkloads {
  private static var peers: [any SchoolContender.Type] {
    [
      RawSchools.self, GRDBSchools.self, PerennialSchools.self,
    ]
  }

  static func complexObjects() -> Workload {
    let values = SchoolValues()
    return Workload(
      name: "D",
      title: """
        \(values.students.count.formatted()) students in \(values.schools.count) schools with \
        \(values.grades.count.formatted()) grades; the SQL of the raw C API is written by hand
        """,
      steps: [
        .init(name: SchoolSteps.create, title: "create and save"),
        .init(
          name: SchoolSteps.physics,
          title: "fetch the students with the best grade in physics",
          bound: .ratio(2)
        ),
        .init(
          name: SchoolSteps.maths,
          title: "fetch the students of one school with a grade in maths",
          bound: .ratio(2)
        ),
        .init(name: SchoolSteps.fail, title: "set those grades to \"f\" and save"),
        .init(name: SchoolSteps.delete, title: "delete all"),
      ]
    ) { directory in
      peers.map { peer in
        Contender(library: peer.library) { stopwatch in
          let file = directory.newFile()
          defer { directory.delete(file) }
          let contender = try peer.init(at: file)
          try contender.create(values, stopwatch)
          try RawDatabase.checkpoint(file)
          try contender.fetchPhysicists(times: 5, stopwatch)
          try contender.fetchMathematicians(times: 20, stopwatch)
          try contender.failMathematicians(stopwatch)
          try contender.deleteAll(stopwatch)
        }
      }
    }
  }
}
