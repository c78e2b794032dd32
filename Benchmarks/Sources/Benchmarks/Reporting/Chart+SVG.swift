import Foundation

extension Chart {
  private static let width = 800.0
  private static let padding = 20.0
  /// The left end of the bars; labels end before it.
  private static let axis = 290.0
  /// The right end of the longest bar; its figure is behind it.
  private static let end = 740.0
  private static let top = 100.0
  private static let barHeight = 13.0
  private static let gap = 11.0

  /// The picture as SVG: light or dark, as the reader's system is.
  var svg: String {
    let (bars, figures, bottom) = content
    let height = bottom + 62
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.text(Self.width))" \
      height="\(Self.text(height))" viewBox="0 0 \(Self.text(Self.width)) \(Self.text(height))" \
      role="img" aria-labelledby="title description">
      <title id="title">\(Self.title)</title>
      <desc id="description">\(Self.escaped(description))</desc>
      <style>
      \(Self.style)
      </style>
      <rect class="ground" x="0.5" y="0.5" width="\(Self.text(Self.width - 1))" \
      height="\(Self.text(height - 1))" rx="6"/>
      \(Self.text(Self.title, "title", x: Self.padding, y: 34))
      \(Self.text(Self.subtitle, "muted", x: Self.padding, y: 55))
      \(legend)
      \(grid(to: bottom))
      \(bars.joined(separator: "\n"))
      \(reference(to: bottom))
      \(figures.joined(separator: "\n"))
      \(Self.text(caption, "small muted", x: Self.padding, y: height - 16))
      </svg>

      """
  }

  private static let title = "Processor time, compared with the raw SQLite C API"
  private static let subtitle = "1 is the time of the C API for the same work. Shorter is better."

  private static let style = """
    text { font: 13px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; fill: #1b2420; }
    .title { font-size: 16px; font-weight: 600; }
    .small { font-size: 11px; }
    .end { text-anchor: end; }
    .middle { text-anchor: middle; }
    .figure { font-size: 11px; font-variant-numeric: tabular-nums; }
    .figure { stroke: #ffffff; stroke-width: 3px; paint-order: stroke; }
    .muted { fill: #5a6760; }
    .ground { fill: #ffffff; stroke: #d9dfdb; }
    .line { stroke: #e3e8e5; }
    .one { stroke: #1b2420; stroke-dasharray: 4 3; }
    .perennial { fill: #17805c; }
    .grdb { fill: #a9b6bf; }
    @media (prefers-color-scheme: dark) {
    text { fill: #e3e9e5; }
    .muted { fill: #98a59e; }
    .ground { fill: #161b18; stroke: #2e3732; }
    .figure { stroke: #161b18; }
    .line { stroke: #29312d; }
    .one { stroke: #e3e9e5; }
    .perennial { fill: #5cc597; }
    .grdb { fill: #5f6b74; }
    }
    """

  /// The figures in words, for readers that do not see the picture.
  private var description: String {
    rows.map { row in
      row.label + ": "
        + row.bars.map { "\($0.library.rawValue) \(Figures.ratio($0.ratio))" }
        .joined(separator: ", ")
    }.joined(separator: ". ")
  }

  /// The largest ratio that has a place, a whole number.
  private var limit: Double {
    max(2, (rows.flatMap(\.bars).map(\.ratio).max() ?? 0).rounded(.up))
  }

  private func x(_ ratio: Double) -> Double {
    Self.axis + (Self.end - Self.axis) * ratio / limit
  }

  /// The bars, their labels and figures, and the lower end of the last row.
  private var content: (bars: [String], figures: [String], bottom: Double) {
    var (bars, figures): ([String], [String]) = ([], [])
    var y = Self.top
    for row in rows {
      let height = Double(row.bars.count) * Self.barHeight
      figures.append(
        Self.text(row.label, "end", x: Self.axis - 10, y: y + height / 2 + 4.5))
      for bar in row.bars {
        bars.append(Self.bar(bar.library, x: Self.axis, y: y, width: x(bar.ratio) - Self.axis))
        figures.append(
          Self.text(Figures.ratio(bar.ratio), "figure", x: x(bar.ratio) + 5, y: y + 10.5))
        y += Self.barHeight
      }
      y += Self.gap
    }
    return (bars, figures, y - Self.gap)
  }

  /// The lines of whole ratios, behind the bars.
  private func grid(to bottom: Double) -> String {
    let step = limit > 6 ? 2.0 : 1
    return stride(from: 0, through: limit, by: step).filter { $0 != 1 }.map { ratio in
      line("line", at: ratio, to: bottom)
    }.joined(separator: "\n")
  }

  /// The line of the C API, in front of the bars.
  private func reference(to bottom: Double) -> String { line("one", at: 1, to: bottom) }

  private func line(_ style: String, at ratio: Double, to bottom: Double) -> String {
    """
    <line class="\(style)" x1="\(Self.text(x(ratio)))" y1="\(Self.text(Self.top - 8))" \
    x2="\(Self.text(x(ratio)))" y2="\(Self.text(bottom + 8))"/>
    \(Self.text(Self.text(ratio), "small muted middle", x: x(ratio), y: bottom + 22))
    """
  }

  private var legend: String {
    let shown = Self.libraries.filter { library in
      rows.contains { $0.bars.contains { $0.library == library } }
    }
    let contenders = shown.enumerated().map { index, library in
      let x = Self.axis + Double(index) * 110
      return Self.bar(library, x: x, y: 68, width: 14) + "\n"
        + Self.text(library.rawValue, "small", x: x + 20, y: 78.5)
    }
    let x = Self.axis + Double(shown.count) * 110
    let line = """
      <line class="one" x1="\(Self.text(x))" y1="74.5" x2="\(Self.text(x + 14))" y2="74.5"/>
      \(Self.text(Library.raw.rawValue, "small", x: x + 20, y: 78.5))
      """
    return (contenders + [line]).joined(separator: "\n")
  }

  private static func bar(_ library: Library, x: Double, y: Double, width: Double) -> String {
    """
    <rect class="\(library == .perennial ? "perennial" : "grdb")" x="\(text(x))" y="\(text(y))" \
    width="\(text(max(1, width)))" height="\(text(barHeight))"/>
    """
  }

  private static func text(_ text: String, _ style: String, x: Double, y: Double) -> String {
    "<text class=\"\(style)\" x=\"\(Self.text(x))\" y=\"\(Self.text(y))\">\(escaped(text))</text>"
  }

  /// A length with at most one digit behind the point.
  private static func text(_ length: Double) -> String {
    let tenths = (length * 10).rounded() / 10
    return tenths == tenths.rounded() ? String(Int(tenths)) : String(tenths)
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
