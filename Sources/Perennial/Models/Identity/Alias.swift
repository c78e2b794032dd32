// Aliases: the objects of a context that stand for another object of the context.
//
// A save may find that a new object is an existing row, because both have the same unique values (an
// upsert). If the context has an object of that row, then this object, the original, goes on to represent
// the row. It is what fetches and relationships return. The new object becomes its alias: reads return the
// values of the original, and assignments change the original. So a program may hold either of them.
//
// An alias is in no identity map, and has no unsaved changes of its own. It has the key and the table of its
// original, also after the original has left its graph or has returned to it.

extension PersistentModel {
  /// The object that represents the row of this object in its context: the object itself, or for an alias
  /// the object that it stands for.
  var original: any PersistentModel {
    let header = _$header
    guard header.pointee.state.contains(.alias), let original = header.pointee.extras?.original
    else { return self }
    // The original may have become the alias of a third object.
    return original.original
  }

  /// Makes the object an alias of another object of its class, which has its key from now on.
  ///
  /// The observers of the object become observers of the original. The caller has removed the object from
  /// its identity map.
  func becomeAlias(of original: any PersistentModel) {
    let header = _$header
    let own = extras(of: header)
    own.original = original
    own.stale = []
    own.unrepresented = nil
    header.pointee.state = [.saved, .alias]
    header.pointee.dirty = []
    for property in ModelLayout.of(model: self).properties where property.isToMany {
      unloadMembers(property.index)
    }
    if let observers = own.registrar {
      observation(of: original).join(observers)
      own.registrar = nil
    }
    moveLentCollections(to: original)
    let others = extras(of: original._$header)
    others.aliases = others.aliases.filter { $0.object != nil } + [Weak(self as AnyObject)]
    original.updateAliases()
  }

  /// A collection that is just being changed in place ends its change as one of the original. So what the change has
  /// added and removed is applied to the members that the row has.
  private func moveLentCollections(to original: any PersistentModel) {
    guard let graph = original._$header.pointee.modelGraph else { return }
    let (former, owner) = (ObjectIdentifier(self), ObjectIdentifier(original.original))
    for index in graph.lentCollections.indices where graph.lentCollections[index].owner == former {
      graph.lentCollections[index].owner = owner
    }
  }

  /// Gives the aliases of the object its present key and table.
  func updateAliases() {
    guard let aliases = _$header.pointee.extras?.aliases, !aliases.isEmpty else { return }
    for case let alias as any PersistentModel in aliases.map(\.object) {
      alias._$header.pointee.follow(_$header.pointee)
      alias.updateAliases()
    }
  }

  /// Copies the value of a property from another object of the class. A to-many relationship is unloaded
  /// instead, and is read from the original.
  func copyValue(_ property: PropertyLayout, from other: any PersistentModel) {
    if property.isToMany {
      unloadMembers(property.index)
    } else {
      SlotCopy(other, property.index).restore(self)
    }
  }
}

// MARK: - The accessors of aliases

extension _Model {
  /// Prepares a read of an alias: its property gets the value of the original.
  static func prepareRead<Model: PersistentModel, Value>(
    ofAlias alias: Model, _ keyPath: KeyPath<Model, Value>
  ) {
    guard let original = alias.original as? Model else { return }
    if original._$header.pointee._needsAttention() { prepareRead(original, keyPath) }
    // A transient property is not in the layout. Each object has its own value.
    guard let property = ModelLayout.of(Model.self).property(at: keyPath) else { return }
    alias.copyValue(property, from: original)
  }

  /// Prepares a write to an alias: the original records the change, and its observers are notified.
  static func willSet<Model: PersistentModel, Value>(
    ofAlias alias: Model, _ keyPath: KeyPath<Model, Value>, _ index: Int
  ) {
    guard let original = alias.original as? Model else { return }
    willSet(original, keyPath, index)
    alias.copyValue(ModelLayout.of(Model.self).properties[index], from: original)
  }

  /// Completes a write to an attribute of an alias: the original gets the value.
  static func didSet<Model: PersistentModel, Value>(
    ofAlias alias: Model, _ keyPath: KeyPath<Model, Value>, _ index: Int
  ) {
    guard let original = alias.original as? Model else { return }
    original.copyValue(ModelLayout.of(Model.self).properties[index], from: alias)
    didSet(original, keyPath, index, ())
  }

  /// Completes a write to a to-one relationship of an alias: the original gets the reference.
  static func didSet<Model: PersistentModel, Value>(
    ofAlias alias: Model, keyPath: KeyPath<Model, Value>, index: Int,
    replacing replaced: _Storage.ToOneReplacement
  ) {
    guard let original = alias.original as? Model else { return }
    original.setToOne(index, alias.toOne(index))
    didSet(original, keyPath, index, replaced)
    alias.setToOne(index, original.toOne(index))
  }

  /// Completes a write to a to-many relationship of an alias: the original gets the members.
  static func didSet<Model: PersistentModel, Value, Element: PersistentModel>(
    ofAlias alias: Model, keyPath: KeyPath<Model, Value>, index: Int, value: [Element]
  ) {
    guard let original = alias.original as? Model else { return }
    InverseMaintainer.replaceToMany(with: value, of: original, index)
    didSet(original, keyPath, index, ())
  }
}
