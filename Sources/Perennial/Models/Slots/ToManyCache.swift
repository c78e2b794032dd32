/// The loaded objects of one to-many relationship, in order.
class ToManyCache {
  /// `true` if an initialiser assigned the objects and they do not reference the owner yet.
  var isUnlinked = false
  var erased: [any PersistentModel] { [] }
  var count: Int { 0 }
  func ends(with model: AnyObject) -> Bool { false }
  func contains(_ model: AnyObject) -> Bool { false }
  final func append(_ model: AnyObject) { insert(model, at: count) }
  func insert(_ model: AnyObject, at index: Int) {}
  func remove(_ model: AnyObject) {}
}

final class TypedToManyCache<Model: PersistentModel>: ToManyCache {
  private(set) var models: [Model]
  /// A second buffer with the same objects, so that the next change in place copies nothing. Nil until the first one.
  private var twin: [Model]?
  /// The change in place that the program is making; nil at other times.
  private var loan: MemberLoan<Model>?
  /// The number of the next changes in place that are compared, because one was not recorded.
  private var comparisons = 0
  /// The number of changes since the objects were loaded.
  private(set) var changes = 0

  init(_ models: [Model]) {
    self.models = models
  }

  deinit {
    // First, so that the last references are released below.
    twin = nil
    ChainedRelease.release(&models)
  }

  /// The objects except those that are left out of fetches.
  var shown: [Model] { models.filter { !$0.isLeftOut } }

  override var erased: [any PersistentModel] { models }
  override var count: Int { models.count }

  override func contains(_ model: AnyObject) -> Bool { models.containsObject(model) }

  override func ends(with model: AnyObject) -> Bool { models.ends(with: model) }

  override func insert(_ model: AnyObject, at index: Int) {
    guard let model = model as? Model else { return }
    Self.insert(model, at: index, of: &models)
    if var twin {
      self.twin = nil
      Self.insert(model, at: index, of: &twin)
      self.twin = twin
    }
    changes += 1
  }

  /// Inserts an object, mostly at the end.
  private static func insert(_ model: Model, at index: Int, of list: inout [Model]) {
    if index == list.count {
      _Unrecorded.append(model, to: &list)
    } else {
      list.replaceSubrange(index..<index, with: CollectionOfOne(model))
    }
  }

  override func remove(_ model: AnyObject) {
    // From the end: the object that was appended last is usually removed first.
    guard let index = models.lastIndex(where: { $0 === model }) else { return }
    replace(index..<index + 1, with: [])
  }

  func replace(_ range: Range<Int>, with new: [Model]) {
    models.replaceSubrange(range, with: new)
    twin?.replaceSubrange(range, with: new)
    changes += 1
  }
}

// MARK: - Changes in place

// A change in place costs what it changes. The program gets a buffer with the objects, changes it, and gives it back;
// nothing is copied. Which objects have changed is found by a comparison with the other buffer. That takes as long as
// reading both, which is most of the time if the list is long.
//
// So the program gets the buffer of the cache itself if the list is long. An operation of Array copies a buffer that is
// shared before it changes it. As long as the program has the same buffer, nothing has changed. The operations of
// `Array+Recording.swift` exchange it for the twin, change the twin, and record what they have changed. The record
// shares the twin with the program, so that an operation that is not recorded cannot change it either.
//
// An operation that is not recorded has copied the list. After it, the program gets the twin again, and lists are
// compared, until some changes in a row could have been recorded.

extension TypedToManyCache {
  /// The number of objects from which on changes are recorded.
  private static var recordedCount: Int { 256 }
  /// The number of changes that are compared after one that was not recorded.
  private static var comparedChanges: Int { 16 }

  /// Returns the objects for a change in place. Until ``takeBack(_:)``, the objects of the cache stay as they were.
  ///
  /// - Parameter owner: The object that has the collection. If it is in no graph, changes are not recorded.
  func lend(of owner: some PersistentModel, _ index: Int) -> [Model] {
    let graph = owner._$header.pointee.modelGraph
    let isLong = models.count >= Self.recordedCount
    let isRecorded = isLong && graph != nil && comparisons == 0
    loan = MemberLoan(models, changes: changes, isRecorded: isRecorded)
    graph?.lentCollections.append(
      LentCollection(
        owner: ObjectIdentifier(owner.original), index: index, cache: self, isLong: isLong))
    if isRecorded { return models }
    defer { twin = nil }
    return twin ?? models
  }

  /// Replaces objects of the lent list, and records that.
  ///
  /// - Returns: `false` if the list is another one, or has changes that are not recorded. Nothing is replaced then.
  func replace(_ range: Range<Int>, of list: inout [Model], with new: [Model]) -> Bool {
    guard let loan else { return false }
    loan.isRecordable = true
    guard loan.isRecorded, loan.changes == changes, list.isSameBuffer(as: loan.list) else {
      return false
    }
    if !loan.isChanged, let twin { list = twin }
    twin = nil
    loan.replace(range, of: &list, with: new)
    return true
  }

  /// Returns the numbers of objects at the start and at the end of the cache that are also there in an assigned or
  /// changed list.
  func ends(in list: [Model]) -> (prefix: Int, suffix: Int) {
    defer { loan?.releaseLists() }
    if let loan, !list.isSameBuffer(as: models) {
      if loan.isChanged, loan.changes == changes, list.isSameBuffer(as: loan.list) {
        return (loan.prefix, loan.suffix)
      }
      if loan.isRecorded || comparisons > 0 {
        let isNext = !loan.isRecorded && loan.isRecordable
        comparisons = isNext ? comparisons - 1 : Self.comparedChanges
      }
    }
    let prefix = models.commonPrefix(with: list)
    return (prefix, models.commonSuffix(with: list, behind: prefix))
  }

  /// Returns the members after a change in place during which the collection has changed in other ways, too: by another
  /// context, or by a change of the other side. Returns nil if it has not. The program's change is then the whole list.
  ///
  /// A former member that has gone since does not return, and an object that has come since stays.
  ///
  /// - Parameters:
  ///   - list: The changed list.
  ///   - current: The present cache of the collection; nil if its objects are not loaded.
  ///   - members: Returns the present members.
  func merged(
    _ list: [Model], over current: ToManyCache?, members: () -> [any PersistentModel]
  ) -> [any PersistentModel]? {
    guard let loan, current !== self || loan.changes != changes else { return nil }
    self.loan = nil
    return loan.merged(list, with: members())
  }

  /// Ends a change in place.
  ///
  /// - Parameter list: The changed list if it has the objects of the cache; nil otherwise.
  func takeBack(_ list: [Model]?) {
    if loan != nil, list?.isSameBuffer(as: models) != true { twin = list }
    loan = nil
  }
}
