/// A placeholder for the class of an entity that the program does not have.
///
/// It is the class of the object of an identifier whose entity the container does not have, and the
/// `type` of a layout that was made from a description. No object of it is in a context.
final class _UnknownModel: PersistentModel {
  private var header = _Model.Header()

  init(backingData: any BackingData<_UnknownModel>) {}

  var persistentBackingData: any BackingData<_UnknownModel> {
    get { _Model.backingData(of: self) }
    set {}
  }

  static var schemaMetadata: [Schema.PropertyMetadata] { [] }
  static var _$slots: [any _Storage.Slot.Type] { [] }
  static var _$canEmplace: Bool { false }
  var _$header: UnsafeMutablePointer<_Model.Header> {
    withUnsafeMutablePointer(to: &header) { $0 }
  }
  func _$emplace(_ row: inout _Storage.Row) {}
  func _$load(_ row: inout _Storage.Row, _ mask: UInt64) {}
  func _$bind(_ binder: inout _Storage.Binder, _ mask: UInt64) {}
  func _$visit<V: _Storage.SlotVisitor>(_ index: Int, _ visitor: inout V) {}
}
