import ReadableText

/// The progress of a command, on standard error, if that is a terminal.
final class ProgressBar {
  private let title: String
  private let isShown: Bool
  private var isDrawn = false
  private var next = ContinuousClock.now

  init(_ title: String, isShown: Bool = Console.drawsForPeople) {
    self.title = title
    self.isShown = isShown
  }

  /// Draws the bar, ten times in a second at most.
  func update(_ done: Int, _ total: Int?) { draw { Self.line($0, done: done, total: total) } }

  /// The same for work of which only the part is known that is done.
  func update(fraction: Double) { draw { Self.line($0, Int(fraction * 100)) } }

  private func draw(_ line: (_ title: String) -> String) {
    guard isShown, ContinuousClock.now >= next else { return }
    next = .now + .milliseconds(100)
    isDrawn = true
    Console.draw("\r\u{1B}[K\(line(title))")
  }

  /// Removes the bar.
  func end() {
    if isDrawn { Console.draw("\r\u{1B}[K") }
  }

  static func line(_ title: String, done: Int, total: Int?) -> String {
    guard let total, total > 0 else { return "\(title)  \(done.grouped)" }
    return "\(line(title, done * 100 / total))  \(done.grouped) of \(total.grouped)"
  }

  static func line(_ title: String, _ percent: Int) -> String {
    let (width, percent) = (30, min(100, max(0, percent)))
    let filled = width * percent / 100
    let bar =
      String(repeating: "#", count: filled) + String(repeating: "·", count: width - filled)
    return "\(title)  [\(bar)] \(percent) %"
  }
}
