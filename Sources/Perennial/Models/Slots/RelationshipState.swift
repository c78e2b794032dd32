extension _Storage {
  /// The state of a to-one relationship in an object.
  ///
  /// Within a graph an identity is enough: the identity map, or else the store, has the object.
  /// Therefore a child does not keep its parent alive, and parents and children make no reference
  /// cycle. Objects outside any graph have no identity map and retain each other.
  public struct ToOneState {
    /// The identity of the other object; 0 if there is none.
    var rowID: Int64 = 0
    /// The other object, while this one is outside any graph.
    var model: AnyObject?
    /// The object's order key in the other object's to-many relationship, written with the reference.
    /// 0 if the stored order key is unchanged.
    var position: Int64 = 0

    /// `true` if the other object references this one. An object that an initialiser assigned is
    /// linked later.
    var isLinked: Bool { position != 0 || model == nil }

    static var none: ToOneState { ToOneState() }
  }

  /// The state of a to-many relationship in an object.
  public struct ToManyState {
    /// The related objects; nil while they are not loaded.
    var models: ToManyCache?
  }
}
