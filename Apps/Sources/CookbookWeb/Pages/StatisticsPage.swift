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
      Chart("months", "Cooked in the last twelve months", "Month", "Entries", statistics.months),
      Chart("ratings", "Ratings", "Stars", "Entries", statistics.ratings),
      Chart("tags", "Recipes by tag", "Tag", "Recipes", statistics.tags),
      Chart("entities", "Objects in the store", "Entity", "Objects", statistics.entities),
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

  init(
    _ id: String, _ title: String, _ labelTitle: String, _ countTitle: String,
    _ bars: [BookStatistics.Bar]
  ) {
    (self.id, self.title, self.labelTitle, self.countTitle) = (id, title, labelTitle, countTitle)
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

/// A bar as the template shows it.
struct ChartBar {
  var label: UserText
  var count: Int
  /// The part of the longest bar, such as `50%`.
  var width: String
}
