/// A part of results that share a title.
///
/// Objects are loaded when they are looked at, as those of the ``FetchResultsCollection`` that the
/// section is a part of.
public struct ResultsSection<Element: PersistentModel, SectionTitle: Hashable>: Identifiable,
  RandomAccessCollection, Equatable
{
  /// What the elements have in common.
  public let title: SectionTitle
  let rows: Range<Int>
  private let results: FetchResultsCollection<Element>

  init(_ title: SectionTitle, _ rows: Range<Int>, of results: FetchResultsCollection<Element>) {
    self.title = title
    self.rows = rows
    self.results = results
  }

  public var id: SectionTitle { title }
  public var startIndex: Int { 0 }
  public var endIndex: Int { rows.count }
  public subscript(position: Int) -> Element { results[rows.lowerBound + position] }

  /// Sections are equal if they have the same title and the same rows in the same order. O(n).
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.title == rhs.title
      && lhs.results.rowIDs[lhs.rows] == rhs.results.rowIDs[rhs.rows]
  }
}
