public import Foundation
public import Observation

/// A query whose results are updated with every change: changes of its own context, saved or not, and saves
/// of other contexts.
///
/// ```swift
/// let posts = try ResultsObserver<Post, Never>(
///   filterBy: #Predicate { !$0.isHidden },
///   sortBy: [SortDescriptor(\.created, order: .reverse)],
///   modelContext: container.mainContext)
/// for await change in posts.changes { … }
/// ```
///
/// The properties are observable. A context belongs to an actor if it is the main context, was made on the
/// main actor, is that of a model actor, or has an observer that was made on an actor. In such a context,
/// results change between the actor's turns, or when ``ModelContext/save()`` or
/// ``ModelContext/processPendingChanges()`` is called. In between, edits do not change them. In a context
/// without an actor, results are updated when they are read.
///
/// Observers of ``results`` are notified if the list has other rows, or another order. The contents of
/// objects are observed on the objects, or by ``changes``, which reports them too.
///
/// Like its context, an observer isn't `Sendable`. It holds the keys of all rows, and the objects of the few
/// batches that were read last.
public final class ResultsObserver<Element: PersistentModel, SectionTitle: Hashable>: Observable,
  CustomDebugStringConvertible
{
  /// The context of the results.
  public let modelContext: ModelContext
  /// The property that determines the sections; nil without sections.
  public let sectionBy: PartialKeyPath<Element>?
  let query: ResultsQuery<Element>
  private var asked: FetchDescriptor<Element>
  let sectionTitle: ((String) -> SectionTitle)?

  init(
    _ descriptor: FetchDescriptor<Element>,
    _ sectioning: ResultsQuery<Element>.Sectioning?,
    title: ((String) -> SectionTitle)?,
    _ context: ModelContext,
    _ isolation: (any Actor)?
  ) throws {
    if let isolation { context.belong(to: isolation) }
    modelContext = context
    asked = descriptor
    sectionBy = sectioning?.keyPath
    sectionTitle = title
    context.graph.mergeRemoteChanges()
    query = try ResultsQuery(
      descriptor,
      sectioning: sectioning,
      batchSize: Self.defaultBatchSize,
      context.graph
    )
  }

  private static var defaultBatchSize: Int { 100 }

  /// The descriptor of the fetch. Its order begins with the property of ``sectionBy``.
  public var fetchDescriptor: FetchDescriptor<Element> {
    query.notice.track(\.descriptor)
    return query.descriptor
  }

  /// The condition for the fetched objects; nil for all. Setting it fetches at once. If that fails,
  /// ``results`` do not change, and ``fetchError`` is set.
  ///
  /// ```swift
  /// observer.filterBy = #Predicate { !$0.isHidden }
  /// if let error = observer.fetchError { print(error) }
  /// ```
  public var filterBy: Predicate<Element>? {
    get {
      query.notice.track(\.descriptor)
      return asked.predicate
    }
    set {
      asked.predicate = newValue
      query.ask(asked)
    }
  }

  /// The order, within sections if there are any. Setting it fetches at once, as with ``filterBy``.
  public var sortBy: [SortDescriptor<Element>] {
    get {
      query.notice.track(\.descriptor)
      return asked.sortBy
    }
    set {
      asked.sortBy = newValue
      query.ask(asked)
    }
  }

  /// The results, loaded in batches of ``batchSize`` when they are read.
  ///
  /// Assigned results are shown until the next change.
  ///
  /// ```swift
  /// for post in observer.results.prefix(10) { print(post.created) }
  /// ```
  public var results: FetchResultsCollection<Element> {
    get {
      query.notice.track(\.list)
      return untrackedResults
    }
    set {
      guard let sectioning = query.sectioning else {
        return query.show(ResultList(newValue.rowIDs))
      }
      var list = ResultList(sections: [], [])
      for model in newValue {
        list.append(model._$header.pointee.rowID, title: sectioning.title(model))
      }
      query.show(list)
    }
  }

  /// The results by section; nil if the observer was made without `sectionBy`.
  ///
  /// Assigned sections are shown until the next change. Assigning nil has no effect.
  public var sections: SectionedResults<Element, SectionTitle>? {
    get {
      query.notice.track(\.list)
      return untrackedSections
    }
    set {
      if let newValue, sectionTitle != nil { query.show(newValue.list) }
    }
  }

  /// The error of the last update; nil if it succeeded. After an error the results do not change, until the
  /// next relevant change starts another update.
  public var fetchError: (any Error)? {
    query.notice.track(\.failure)
    return untrackedFetchError
  }

  /// The number of objects that are loaded together when an object is read that is not loaded; at least 1.
  /// Three such batches are held.
  public var batchSize: Int {
    get { query.windows.size }
    set { query.windows.size = max(newValue, 1) }
  }

  /// Returns the element at an index path; nil if there is none, or if the results have no sections.
  ///
  /// ```swift
  /// let recipes = try ResultsObserver<Recipe, String>(sectionBy: \.title, modelContext: context)
  /// print(recipes.element(at: [0, 2])?.minutes ?? 0)
  /// ```
  ///
  /// - Parameter indexPath: The index of a section, and an index in it.
  public func element(at indexPath: IndexPath) -> Element? {
    guard indexPath.count == 2, let sections, sections.indices.contains(indexPath[0]) else {
      return nil
    }
    let section = sections[indexPath[0]]
    return section.indices.contains(indexPath[1]) ? section[indexPath[1]] : nil
  }

  /// Returns the index path of an element: the index of its section, and its index in the section. Nil if the
  /// element is not among the results, or if they have no sections. O(n).
  ///
  /// ```swift
  /// let recipes = try ResultsObserver<Recipe, String>(sectionBy: \.title, modelContext: context)
  /// if let path = recipes.indexPath(for: recipe) { print("row \(path[1]) of section \(path[0])") }
  /// ```
  public func indexPath(for element: Element) -> IndexPath? {
    guard let sections, element._$header.pointee.belongs(to: query.graph),
      let row = query.list.rowIDs.firstIndex(of: element._$header.pointee.rowID),
      let section = sections.firstIndex(where: { $0.rows.contains(row) })
    else { return nil }
    return [section, row - sections[section].rows.lowerBound]
  }

  public var debugDescription: String {
    let name = query.entityName
    let sections = query.list.sections.map { " in \($0.count) sections" } ?? ""
    return "ResultsObserver<\(name)>: \(query.list.rowIDs.count) results\(sections)"
  }
}

extension ResultsObserver {
  /// The present results, and the results after each change of the list's rows or their order.
  ///
  /// A slow task receives the latest results, and not each of those in between. The sequence ends when the
  /// iterating task is cancelled. Until then it retains the observer.
  ///
  /// ```swift
  /// for await posts in observer.values { print("\(posts.count) posts") }
  /// ```
  public var values: ResultsValues<Element, SectionTitle> { ResultsValues(observer: self) }

  /// The changes of the results, with their offsets.
  ///
  /// The first change is available at once. It inserts the present results into an empty list. Each further
  /// change is the difference from the results of the one before, with nothing omitted: a slow task receives
  /// several changes as one. The sequence ends when the iterating task is cancelled. Until then it retains
  /// the observer.
  ///
  /// ```swift
  /// for await change in observer.changes {
  ///   print(change.offsets.insertions, change.offsets.removals)
  /// }
  /// ```
  public var changes: ResultsChanges<Element, SectionTitle> { ResultsChanges(observer: self) }
}
