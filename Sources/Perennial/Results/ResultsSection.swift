/// Results that share a title.
///
/// Objects are loaded when they are read, in the same way as by the ``FetchResultsCollection`` that contains
/// the section.
public struct ResultsSection<Element: PersistentModel, SectionTitle: Hashable>: Identifiable,
  RandomAccessCollection, Equatable
{
  /// The common title of the elements.
  public let title: SectionTitle
  let rows: Range<Int>
  let results: FetchResultsCollection<Element>

  /// The title, which is unique among the sections.
  public var id: SectionTitle { title }
  /// The position of the first element: 0.
  public var startIndex: Int { 0 }
  /// The number of elements.
  public var endIndex: Int { rows.count }
  /// The element at a position in the section. It is loaded when it is read.
  public subscript(position: Int) -> Element { results[rows.lowerBound + position] }

  /// Sections are equal if they have the same title and the same rows in the same order. O(n).
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.title == rhs.title
      && lhs.results.rowIDs[lhs.rows] == rhs.results.rowIDs[rhs.rows]
  }
}
