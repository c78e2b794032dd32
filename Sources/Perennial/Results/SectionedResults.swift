/// Results that are divided into sections, in the order in which their first elements come.
public struct SectionedResults<Element: PersistentModel, SectionTitle: Hashable>:
  RandomAccessCollection, Equatable
{
  // The parameter has the name of the models, as with Apple's; as a collection, this is one of
  // sections.
  @_implements(Sequence,Element)
  public typealias _Section = ResultsSection<Element, SectionTitle>
  public typealias Index = Int
  public typealias Iterator = IndexingIterator<SectionedResults>

  private let sections: [ResultsSection<Element, SectionTitle>]
  private let indexByTitle: [SectionTitle: Int]
  let list: ResultList

  init(
    _ list: ResultList,
    _ results: FetchResultsCollection<Element>,
    title: (String) -> SectionTitle
  ) {
    self.list = list
    var sections: [ResultsSection<Element, SectionTitle>] = []
    var start = 0
    for section in list.sections ?? [] {
      let rows = start..<start + section.count
      sections.append(ResultsSection(title(section.title), rows, of: results))
      start = rows.upperBound
    }
    self.sections = sections
    indexByTitle = Dictionary(
      sections.enumerated().map { ($1.title, $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// No sections.
  package init() {
    list = ResultList(sections: [], [])
    sections = []
    indexByTitle = [:]
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { sections.count }
  public subscript(position: Int) -> ResultsSection<Element, SectionTitle> { sections[position] }

  /// The section of a title. O(1).
  public subscript(sectionTitle title: SectionTitle) -> ResultsSection<Element, SectionTitle>? {
    index(ofSectionTitled: title).map { sections[$0] }
  }

  /// Whether there is a section of a title. O(1).
  public func contains(sectionTitle title: SectionTitle) -> Bool { indexByTitle[title] != nil }

  /// The place of the section of a title. O(1).
  public func index(ofSectionTitled title: SectionTitle) -> Int? { indexByTitle[title] }

  /// The titles, in the order of the sections.
  public var sectionTitles: [SectionTitle] { sections.map(\.title) }

  /// Equal if they have the same sections in the same order. O(n).
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.sections == rhs.sections }
}
