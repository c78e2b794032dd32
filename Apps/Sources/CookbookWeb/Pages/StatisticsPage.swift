import CookbookModel
import Foundation

/// The page with the charts of the book.
struct StatisticsPage: Page {
  static let template = "statistics"

  var frame: PageFrame
  var charts: [Chart]
  var fileSize: String?

  init(_ statistics: BookStatistics) {
    frame = PageFrame(title: "Statistics")
    charts = [
      Chart(
        id: "months", title: "Cooked in the last twelve months", label: "Month", count: "Entries",
        bars: statistics.months,
        whenEmpty: ChartHint(
          text: "Nothing was cooked in these months. Cook a recipe, and write down how it was.",
          address: "/surprise", action: "Pick something for me")),
      Chart(
        id: "ratings", title: "Ratings", label: "Stars", count: "Entries", bars: statistics.ratings,
        whenEmpty: ChartHint(
          text: "Nothing is rated yet. Each entry in the log of a recipe has a rating.",
          address: "/", action: "Choose a recipe")),
      Chart(
        id: "tags", title: "Recipes by tag", label: "Tag", count: "Recipes", bars: statistics.tags,
        whenEmpty: ChartHint(
          text: "No recipe has a tag.", address: "/recipes/new", action: "Add a recipe")),
      Chart(
        id: "entities", title: "Objects in the store", label: "Entity", count: "Objects",
        bars: statistics.entities,
        whenEmpty: ChartHint(
          text: "The store has no objects.", address: "/recipes/new", action: "Add a recipe")),
    ]
    fileSize = statistics.fileSize.map { Int64($0).formatted(.byteCount(style: .file)) }
  }
}

/// Numbers as bars. The chart is a table, so that it can be read without its bars.
struct Chart {
  var id: String
  var title: String
  var labelTitle: String
  var countTitle: String
  var bars: [ChartBar]
  /// The hint in place of the chart; nil if one of the numbers is not 0.
  var hint: ChartHint?

  /// - Parameters:
  ///   - label: The heading of the labels.
  ///   - count: The heading of the numbers.
  ///   - empty: The hint in place of a chart whose numbers are all 0.
  init(
    id: String, title: String, label: String, count: String, bars: [BookStatistics.Bar],
    whenEmpty empty: ChartHint
  ) {
    (self.id, self.title, labelTitle, countTitle) = (id, title, label, count)
    hint = bars.allSatisfy { $0.count == 0 } ? empty : nil
    let most = bars.map(\.count).max() ?? 0
    self.bars = bars.map { bar in
      // A bar that stands for something is visible.
      let percent = most == 0 ? 0 : Double(bar.count) / Double(most) * 100
      return ChartBar(
        label: UserText(bar.label), count: bar.count,
        width: bar.count == 0 ? "0" : "\(Int(max(1, percent.rounded())))%")
    }
  }
}

/// A sentence about an empty chart, with a link to the page that fills it.
struct ChartHint {
  var text: String
  var address: String
  var action: String
}

/// A bar as the template shows it.
struct ChartBar {
  var label: UserText
  var count: Int
  /// The part of the longest bar, such as `50%`.
  var width: String
}
