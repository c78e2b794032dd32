extension Workload {
  /// Runs every contender once to warm up and then round after round, in turn, so that whatever
  /// disturbs the machine disturbs all of them.
  ///
  /// - Parameter prefix: How the names of the contenders that run begin.
  func run(_ prefix: String, rounds: Int, progress: (_ round: Int) -> Void) throws -> [Outcome] {
    let directory = try ScratchDirectory()
    let contenders = try contenders(directory).filter {
      $0.library.rawValue.lowercased().hasPrefix(prefix.lowercased())
    }
    var stopwatches = contenders.map { _ in [Stopwatch]() }
    for round in 0...rounds {
      progress(round)
      for (index, contender) in contenders.enumerated() {
        let stopwatch = Stopwatch()
        try contender.round(stopwatch)
        if round > 0 { stopwatches[index].append(stopwatch) }
      }
    }
    return steps.map { step in
      Outcome(
        workload: self,
        step: step,
        readings: zip(contenders, stopwatches).map { contender, stopwatches in
          (contender.library, stopwatches.compactMap { $0.readings[step.name] })
        }
      )
    }
  }
}
