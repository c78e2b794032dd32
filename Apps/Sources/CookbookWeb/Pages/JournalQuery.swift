import CookbookModel
import Foundation
import HardenedHTTP

/// The part of the journal that an address asks for. A senseless address shows the newest entries.
struct JournalQuery {
  var start: JournalPosition?
  var end: JournalPosition?
  var day: String

  init(_ fields: FormFields) {
    day = fields["day"]
    start =
      PageText.startOfDay(day).map(JournalPosition.init(endOf:))
      ?? JournalPosition(text: fields["from"])
    end = JournalPosition(text: fields["through"])
  }

  /// The number of entries to show: as many as there are if the place of the last one is known.
  var limit: Int { end == nil ? JournalBatch.size : JournalBatch.largestSize }
}

extension JournalPosition {
  /// The place as a part of an address.
  var text: String { "\(date.timeIntervalSinceReferenceDate)_\(count)" }

  /// Reads a place; nil if the text is none.
  init?(text: String) {
    let parts = text.split(separator: "_")
    guard parts.count == 2, let time = Double(parts[0]), time.isFinite, let count = Int(parts[1]),
      (0...1_000_000).contains(count)
    else { return nil }
    self.init(date: Date(timeIntervalSinceReferenceDate: time), count: count)
  }
}
