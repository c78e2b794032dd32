/// The figures of one step of a workload.
struct Outcome: Codable, Sendable {
  /// The figures of one contender, each for one operation: nanoseconds, or bytes.
  struct Line: Codable, Sendable {
    let library: Library

    /// The median over the rounds: nanoseconds of processor time, or bytes.
    let median: Double

    /// The median of nanoseconds on the wall, where time was measured.
    let wallMedian: Double?

    /// The median divided by that of the reference.
    let ratio: Double?

    /// The median of the ratios of single rounds, in which disturbances cancel out.
    let roundRatio: Double?

    /// The figure of every round, in order.
    let rounds: [Double]

    /// The difference between two runs of this contender; nil for steps that are not done twice.
    let noise: Noise?
  }

  /// The verdict on a promise.
  struct Verdict: Codable, Sendable {
    /// The figure that the promise is about.
    let figure: Double
    let limit: Double
    let unit: Bound.Unit
    let isHeld: Bool
  }

  let workload: String
  let step: String
  /// The library that the others are compared with.
  let reference: Library
  let title: String
  let isInBytes: Bool
  let lines: [Line]
  let verdict: Verdict?

  /// Sums up the readings of each contender, round by round.
  init(
    workload: Workload,
    step: Workload.Step,
    readings: [(library: Library, rounds: [Reading])],
    repeats: [Library: [Reading]]
  ) {
    let reference = readings.first { $0.library == workload.reference }
    let base = reference?.rounds.map(\.figure) ?? []
    let lines = readings.compactMap { library, rounds -> Line? in
      let figures = rounds.map(\.figure)
      guard let median = figures.median else { return nil }
      return Line(
        library: library,
        median: median,
        wallMedian: rounds.compactMap(\.wallFigure).median,
        ratio: base.median.map { median / $0 },
        roundRatio: zip(figures, base).map { $0 / $1 }.median,
        rounds: figures,
        noise: step.isDoneAnew
          ? Noise(figures, repeats[library, default: []].map(\.figure)) : nil
      )
    }
    self.workload = workload.name
    self.reference = workload.reference
    self.step = step.name
    self.title = step.title
    self.lines = lines
    self.isInBytes = readings.contains { $0.rounds.contains { $0.wallFigure == nil } }
    self.verdict = step.bound.flatMap { bound in
      guard let line = lines.first(where: { $0.library == .perennial }) else { return nil }
      return bound.figure(line).map {
        Verdict(figure: $0, limit: bound.limit, unit: bound.unit, isHeld: $0 <= bound.limit)
      }
    }
  }
}
