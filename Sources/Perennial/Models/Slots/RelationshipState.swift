/// What an object knows of the other end of a to-one relationship.
///
/// Within a graph an identity is enough: the identity map, or else the store, has the object. So a
/// child does not keep its parent alive, and parents and children make no reference cycle. Objects
/// outside any graph have nobody to ask and hold each other.
public struct _ToOneState {
  /// The identity of the other object; 0 for none.
  var rowID: Int64 = 0
  /// The other object, while this one is outside any graph.
  var model: AnyObject?
  /// Where the object comes in the other one's to-many relationship; written with the reference.
  /// 0 where that is as stored.
  var position: Int64 = 0

  /// Whether the other object knows of this one. What an initialiser was given waits for that.
  var isLinked: Bool { position != 0 || model == nil }

  static var none: _ToOneState { _ToOneState() }
}

/// What an object knows of the other end of a to-many relationship.
public struct _ToManyState {
  /// The related objects; nil while they are not loaded.
  var models: ToManyCache?
}

/// The loaded objects of one to-many relationship, in order.
class ToManyCache {
  /// Whether an initialiser gave the objects and they do not know of the owner yet.
  var isUnlinked = false
  var erased: [any PersistentModel] { [] }
  var count: Int { 0 }
  var last: AnyObject? { nil }
  func contains(_ model: AnyObject) -> Bool { false }
  func append(_ model: AnyObject) {}
  func remove(_ model: AnyObject) {}
}

final class TypedToManyCache<Model: PersistentModel>: ToManyCache {
  var models: [Model]

  init(_ models: [Model]) {
    self.models = models
  }

  /// The objects without those that are left out of fetches.
  var shown: [Model] { models.filter { !$0.isLeftOut } }

  override var erased: [any PersistentModel] { models }
  override var count: Int { models.count }
  override var last: AnyObject? { models.last }

  override func contains(_ model: AnyObject) -> Bool {
    models.contains { $0 === model }
  }

  override func append(_ model: AnyObject) {
    if let model = model as? Model { models.append(model) }
  }

  override func remove(_ model: AnyObject) {
    // From the end: what was appended last is what is usually taken back.
    if let index = models.lastIndex(where: { $0 === model }) { models.remove(at: index) }
  }
}
