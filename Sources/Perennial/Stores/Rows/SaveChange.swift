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

  /// Passes the object's order keys in the collections that are inverses of its to-one relationships to a block.
  func forEachOrderKey(_ mask: PropertyMask, _ body: (Int64) -> Void) {
    for property in entity.positions where mask.contains(property: property.index) {
      body(model.toOne(property.index).position)
    }
  }

  /// Binds the object's order keys.
  ///
  /// - Parameter shift: The number by which the save moves its order keys.
  func bindOrderKeys(_ mask: PropertyMask, to binder: inout _Storage.Binder, shift: Int64) {
    forEachOrderKey(mask) { orderKey in
      if orderKey != 0 {
        binder.bind(orderKey + shift)
      } else if mask == .all {
        binder.bind(orderKey)
      } else {
        binder.bindNull()
      }
    }
  }

  /// Binds all values of a new row, the key first.
  ///
  /// - Parameters:
  ///   - aliases: The keys of existing rows, by those of new objects that turned out to be them.
  ///   - files: The files beside the store.
  ///   - shift: The number by which the save moves its order keys.
  func bindAll(
    to binder: inout _Storage.Binder, aliases: [Int64: Int64], files: ExternalFiles?, shift: Int64
  ) {
    binder.aliases = aliases
    binder.files = files
    binder.bind(rowID)
    let first = binder.parameter
    model._$bind(&binder, PropertyMask.all.rawValue)
    bindUnrepresented(.all, &binder, from: first)
    bindOrderKeys(.all, to: &binder, shift: shift)
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
