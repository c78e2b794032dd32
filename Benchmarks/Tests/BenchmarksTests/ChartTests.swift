import Foundation
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@testable import Benchmarks

@Suite("The chart of the benchmarks")
struct ChartTests {
  private static let chart = Chart(
    rows: [
      .init(
        label: "Insert <all> & save",
        bars: [.init(library: .perennial, ratio: 1.5), .init(library: .grdb, ratio: 9.4)]),
      .init(label: "By key, in memory", bars: [.init(library: .perennial, ratio: 0.011)]),
    ], caption: "A processor & its system")

  @Test("Each ratio is a bar from the axis, and all bars have one scale")
  func bars() throws {
    let bars = "//rect[@class='perennial' or @class='grdb']"
    let widths = try attributes("width", of: bars, Self.chart).compactMap(Double.init)
    // Two of the legend, and three bars.
    #expect(widths.count == 5)
    let scale = widths[3] / 9.4
    #expect(abs(widths[2] - 1.5 * scale) < 0.1)
    // The shortest bar can be seen.
    #expect(widths[4] == 1)
    // One of the legend, and the line of the C API.
    let lines = try attributes("x1", of: "//line[@class='one']", Self.chart)
      .compactMap(Double.init)
    #expect(lines.count == 2 && abs(lines[1] - (290 + scale)) < 0.1)
  }

  @Test("Texts are texts, and escaped; the description has all figures")
  func texts() throws {
    let svg = Self.chart.svg
    #expect(svg.contains(">Insert &lt;all&gt; &amp; save</text>"))
    #expect(svg.contains(">A processor &amp; its system</text>"))
    #expect(svg.contains("&amp; save: Perennial 1.50, GRDB record 9.40. By key, in memory: Peren"))
    #expect(svg.contains("prefers-color-scheme: dark"))
  }

  @Test("A run without workloads of the chart has no rows")
  func empty() throws {
    let chart = Chart(Report(rounds: 3))
    #expect(chart.rows.isEmpty)
    #expect(try attributes("class", of: "//rect", chart) == ["ground"])
  }

  /// Returns the values of an attribute of all elements that a path finds.
  private func attributes(_ name: String, of path: String, _ chart: Chart) throws -> [String] {
    // XPath has no name for the namespace of the file.
    let plain = chart.svg.replacing(" xmlns=\"http://www.w3.org/2000/svg\"", with: "")
    return try XMLDocument(xmlString: plain).nodes(forXPath: path).compactMap {
      ($0 as? XMLElement)?.attribute(forName: name)?.stringValue
    }
  }
}
