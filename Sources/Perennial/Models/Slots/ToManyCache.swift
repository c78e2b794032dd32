/// The loaded objects of one to-many relationship, in order.
class ToManyCache {
  /// `true` if an initialiser assigned the objects and they do not reference the owner yet.
  var isUnlinked = false
  var erased: [any PersistentModel] { [] }
  var count: Int { 0 }
  var last: AnyObject? { nil }
  func contains(_ model: AnyObject) -> Bool { false }
  func append(_ model: AnyObject) {}
  func remove(_ model: AnyObject) {}
}

final class TypedToManyCache<Model: PersistentModel>: ToManyCache {
  private(set) var models: [Model]
  /// A second buffer with the same objects, so that the next change in place copies nothing. Nil until the first one.
  private var twin: [Model]?
  /// `true` while the program changes a buffer with the objects in place.
  private var isLent = false
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
  override var last: AnyObject? { models.last }

  override func contains(_ model: AnyObject) -> Bool { models.containsObject(model) }

  override func append(_ model: AnyObject) {
    guard let model = model as? Model else { return }
    models.append(model)
    twin?.append(model)
    changes += 1
  }

  override func remove(_ model: AnyObject) {
    // From the end: the object that was appended last is usually removed first.
    guard let index = models.lastIndex(where: { $0 === model }) else { return }
    remove(index..<index + 1)
  }

  func remove(_ range: Range<Int>) {
    models.removeSubrange(range)
    twin?.removeSubrange(range)
    changes += 1
  }

  // MARK: Changes in place

  /// Returns the objects for a change in place. Until ``takeBack(_:)``, the objects of the cache stay as they were.
  func lend() -> [Model] {
    isLent = true
    defer { twin = nil }
    return twin ?? models
  }

  /// Ends a change in place.
  ///
  /// - Parameter buffer: The changed buffer if it has the objects of the cache; nil otherwise.
  func takeBack(_ buffer: [Model]?) {
    if isLent { twin = buffer }
    isLent = false
  }
}
