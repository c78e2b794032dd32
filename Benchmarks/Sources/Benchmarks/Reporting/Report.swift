import Foundation

/// Everything that one run found, for `--json`.
struct Report: Codable {
  var machine = Machine()
  var rounds: Int
  var outcomes: [Outcome] = []

  /// The report as JSON.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  /// The facts that a reader must know before the first figure.
  var preamble: String {
    """
    Perennial's benchmarks: ratios to the raw SQLite C API

    \(machine.processor), \(machine.processors) processors · \(machine.system)
    SQLite \(machine.sqlite) · Swift \(machine.swift) · \(rounds) rounds

    Contenders take turns in one process, \(rounds) rounds after one to warm up; medians.
    CPU is processor time, which the ratios are made of; "by round" is the median of the ratios
    of single rounds. Times and bytes are for one operation or object, unless the line says else.
    Identifiers, dates and texts are made from seeds before the clock starts.
    WAL with a checkpoint after 4,000 pages, synchronous NORMAL, secure_delete off, a cache of 16 MB,
    and a new file for each insert.
    """
  }
}
