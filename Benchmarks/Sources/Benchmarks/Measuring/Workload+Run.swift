extension Workload {
  /// Runs every contender once to warm up and then round after round, in turn, so that whatever
  /// disturbs the machine disturbs all of them.
  ///
  /// - Parameters:
  ///   - beginnings: The beginnings of the names of the contenders that run; none for all.
  ///   - measuresNoise: `true` to run the reference and Perennial a second time in each round, with
  ///     databases of their own, for the noise of their figures.
  func run(
    _ beginnings: [String],
    rounds: Int,
    measuresNoise: Bool,
    progress: (_ round: Int) -> Void
  ) throws -> [Outcome] {
    let directory = try ScratchDirectory()
    let contenders = try contenders(directory).filter { $0.library.isNamed(beginnings) }
    let names = Set(contenders.map(\.library)).intersection([reference, .perennial])
    let repeats =
      try measuresNoise && steps.contains(where: \.isDoneAnew)
      ? self.contenders(directory).filter { names.contains($0.library) } : []
    var stopwatches = (contenders + repeats).map { _ in [Stopwatch]() }
    for round in 0...rounds {
      progress(round)
      for (index, contender) in (contenders + repeats).enumerated() {
        let stopwatch = Stopwatch()
        try contender.round(stopwatch)
        if round > 0 { stopwatches[index].append(stopwatch) }
      }
    }
    return steps.map { step in
      let readings = stopwatches.map { $0.compactMap { $0.readings[step.name] } }
      return Outcome(
        workload: self,
        step: step,
        readings: zip(contenders, readings).map { ($0.library, $1) },
        repeats: Dictionary(
          uniqueKeysWithValues: zip(repeats, readings.dropFirst(contenders.count)).map {
            ($0.library, $1)
          })
      )
    }
  }
}
