public import Foundation
public import Observation

/// A query whose results follow every change: of its own context, saved or not; of other contexts,
/// when they save.
///
/// ```swift
/// let posts = try ResultsObserver<Post, Never>(
///   filterBy: #Predicate { !$0.isHidden },
///   sortBy: [SortDescriptor(\.created, order: .reverse)],
///   modelContext: container.mainContext)
/// for await change in posts.changes { … }
/// ```
///
/// The properties are observable. In a context that belongs to an actor (the main context, one that was
/// made on the main actor, that of a model actor, or one whose observer was made on an actor), results
/// change between the actor's turns, or when the context is told to ``ModelContext/save()`` or to
/// ``ModelContext/processPendingChanges()``; in between they stay as they are, whatever is edited.
/// In a context that belongs to nobody they are brought up to date when they are read.
///
/// Observers of ``results`` are told if other rows are in the list, or in another order. What the
/// objects contain is observed on the objects, or by ``changes``, which tells of it too.
///
/// An observer is no more `Sendable` than its context. It holds the keys of all rows and the objects
/// of the few batches that were looked at last.
public final class ResultsObserver<Element: PersistentModel, SectionTitle: Hashable>: Observable,
  CustomDebugStringConvertible
{
  /// The context whose objects the results are.
  public let modelContext: ModelContext
  /// The property that the results are divided by, if they are.
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
    context.graph.readNews()
    query = try ResultsQuery(
      descriptor,
      sectioning: sectioning,
      batchSize: Self.defaultBatchSize,
      context.graph
    )
  }

  private static var defaultBatchSize: Int { 100 }

  /// What is fetched. The order begins with the property of ``sectionBy``.
  public var fetchDescriptor: FetchDescriptor<Element> {
    query.notice.track(\.descriptor)
    return query.descriptor
  }

  /// Which objects are fetched; nil for all. To set it fetches at once; should that fail,
  /// ``results`` stay as they are, and ``fetchError`` says why.
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

  /// The order, within sections if there are any. To set it fetches at once, as with ``filterBy``.
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

  /// The results, loaded in batches of ``batchSize`` when they are looked at.
  ///
  /// Other results that are set are shown until the next change.
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
  /// Other sections that are set are shown until the next change; nil is not taken.
  public var sections: SectionedResults<Element, SectionTitle>? {
    get {
      query.notice.track(\.list)
      return untrackedSections
    }
    set {
      if let newValue, sectionTitle != nil { query.show(newValue.list) }
    }
  }

  /// Why the results could not be brought up to date; nil if they could. They are what they last
  /// were, until the next change that concerns them is tried.
  public var fetchError: (any Error)? {
    query.notice.track(\.failure)
    return untrackedFetchError
  }

  /// How many objects are loaded at once when one is looked at that is not loaded; at least 1. Three
  /// such batches are held.
  public var batchSize: Int {
    get { query.windows.size }
    set { query.windows.size = max(newValue, 1) }
  }

  /// The element at a place; nil if there is none, or if the results have no sections.
  ///
  /// - Parameter indexPath: The index of a section, and an index in it.
  public func element(at indexPath: IndexPath) -> Element? {
    guard indexPath.count == 2, let sections, sections.indices.contains(indexPath[0]) else {
      return nil
    }
    let section = sections[indexPath[0]]
    return section.indices.contains(indexPath[1]) ? section[indexPath[1]] : nil
  }

  /// The place of an element: the index of its section, and its index in it. Nil if the element is
  /// not among the results, or if they have no sections. O(n).
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
  /// The results now, and again whenever other rows are in the list, or in another order.
  ///
  /// Who is slow gets the latest results and not each of those in between. The sequence ends with
  /// the task that iterates; until then it keeps the observer.
  public var values: ResultsValues<Element, SectionTitle> { ResultsValues(observer: self) }

  /// The changes of the results, with their offsets.
  ///
  /// The first one comes at once and inserts what is there into an empty list. From then on each
  /// leads from the results of the one before to its own, with nothing left out: who is slow gets
  /// several changes as one. The sequence ends with the task that iterates; until then it keeps
  /// the observer.
  public var changes: ResultsChanges<Element, SectionTitle> { ResultsChanges(observer: self) }
}
