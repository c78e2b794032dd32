/// Results in sections. The sections have the order of their first elements.
///
/// ```swift
/// let recipes = try ResultsObserver<Recipe, String>(sectionBy: \.title, modelContext: context)
/// guard let sections = recipes.sections else { return }
/// for section in sections {
///   print(section.title)
///   for recipe in section { print("-", recipe.minutes) }
/// }
/// ```
public struct SectionedResults<Element: PersistentModel, SectionTitle: Hashable>:
  RandomAccessCollection, Equatable
{
  // The generic parameter is the model and has the same name as Apple's. As a collection, the elements of
  // this type are sections.
  /// The element of the collection: a section.
  @_implements(Sequence,Element)
  public typealias _Section = ResultsSection<Element, SectionTitle>
  /// The position of a section.
  public typealias Index = Int
  /// The iterator over the sections.
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
      sections.append(ResultsSection(title: title(section.title), rows: rows, results: results))
      start = rows.upperBound
    }
    self.sections = sections
    indexByTitle = Dictionary(first: sections.enumerated().map { ($1.title, $0) })
  }

  /// Creates results without sections.
  package init() {
    list = ResultList(sections: [], [])
    sections = []
    indexByTitle = [:]
  }

  /// The position of the first section: 0.
  public var startIndex: Int { 0 }
  /// The number of sections.
  public var endIndex: Int { sections.count }
  /// The section at a position.
  public subscript(position: Int) -> ResultsSection<Element, SectionTitle> { sections[position] }

  /// The section with a title; nil if there is none. O(1).
  ///
  /// ```swift
  /// let recipes = try ResultsObserver<Recipe, String>(sectionBy: \.title, modelContext: context)
  /// let soups = recipes.sections?[sectionTitle: "Soup"]
  /// ```
  public subscript(sectionTitle title: SectionTitle) -> ResultsSection<Element, SectionTitle>? {
    index(ofSectionTitled: title).map { sections[$0] }
  }

  /// Returns `true` if there is a section with a title. O(1).
  ///
  /// ```swift
  /// let recipes = try ResultsObserver<Recipe, String>(sectionBy: \.title, modelContext: context)
  /// if recipes.sections?.contains(sectionTitle: "Soup") == false { print("no soups") }
  /// ```
  public func contains(sectionTitle title: SectionTitle) -> Bool { indexByTitle[title] != nil }

  /// Returns the index of the section with a title; nil if there is none. O(1).
  ///
  /// ```swift
  /// let recipes = try ResultsObserver<Recipe, String>(sectionBy: \.title, modelContext: context)
  /// if let sections = recipes.sections, let index = sections.index(ofSectionTitled: "Soup") {
  ///   for section in sections[index...] { print(section.title) }
  /// }
  /// ```
  public func index(ofSectionTitled title: SectionTitle) -> Int? { indexByTitle[title] }

  /// The titles, in the order of the sections.
  public var sectionTitles: [SectionTitle] { sections.map(\.title) }

  /// Returns `true` if both have the same sections in the same order. O(n).
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.sections == rhs.sections }
}
