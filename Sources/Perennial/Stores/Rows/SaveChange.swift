import PerennialRuntime

/// The change of one object that a save writes to its row.
///
/// It references the object without retaining it, because a save visits each change several times, and the
/// object is often not in the processor's cache. The creator of the change holds the object, and the
/// container holds its entities.
struct SaveChange {
  unowned(unsafe) let model: any PersistentModel
  unowned(unsafe) let containerEntity: ContainerEntity
  let header: UnsafeMutablePointer<_Model.Header>
  var mask: PropertyMask
  /// The object's key. For an upsert, this becomes the key of the existing row.
  var rowID: Int64

  init(
    _ model: any PersistentModel, of containerEntity: ContainerEntity,
    header: UnsafeMutablePointer<_Model.Header>, mask: PropertyMask
  ) {
    (self.model, self.containerEntity, self.header) = (model, containerEntity, header)
    (self.mask, rowID) = (mask, header.pointee.rowID)
  }

  /// Creates the change of a new object that belongs to no context.
  init(inserting model: any PersistentModel, of containerEntity: ContainerEntity) {
    self.init(model, of: containerEntity, header: model._$header, mask: .all)
  }

  var entity: StoreEntity { containerEntity.table }
  /// The number of the entity in its container.
  var number: Int { containerEntity.number }

  /// Prefetches the object into the processor's cache.
  @inline(__always)
  func prefetch() {
    perennial_prefetch_object(Unmanaged.passUnretained(model as AnyObject).toOpaque())
  }

  /// Returns the object's order keys in the collections that are inverses of its to-one relationships.
  func orderKeys(_ mask: PropertyMask) -> [Int64] {
    entity.positions.lazy.filter { mask.contains(property: $0.index) }.map {
      model.toOne($0.index).position
    }
  }

  /// Binds the stored values of properties that read as their substitutes. They replace the values that the
  /// slots have bound.
  ///
  /// - Parameter first: The parameter of the first column in the mask.
  func bindUnrepresented(_ mask: PropertyMask, _ binder: inout _Storage.Binder, from first: Int32) {
    guard let values = header.pointee.extras?.unrepresented else { return }
    let next = binder.parameter
    var parameter = first
    for property in entity.columns where mask.contains(property: property.index) {
      if let value = values[property.index] {
        binder.parameter = parameter
        binder.bind(exactly: value)
      }
      parameter += 1
    }
    binder.parameter = next
  }
}
