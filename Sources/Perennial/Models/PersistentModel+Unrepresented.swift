// The stored values that the type of a property cannot represent; see `ModelExtras.unrepresented`.

extension PersistentModel {
  /// `true` if a stored value of the object cannot be represented and has no substitute.
  ///
  /// A stale object is read again first, because a remote change may have replaced the value.
  var isLeftOut: Bool {
    let header = _$header
    guard header.pointee.state.contains(.leftOut) else { return false }
    if header.pointee.state.contains(.stale) { header.pointee.modelGraph?.reload(self) }
    return header.pointee.state.contains(.leftOut)
  }

  /// Stores the value of a property that reads as its substitute.
  func setUnrepresented(_ value: SQLValue, _ index: Int) {
    let header = _$header
    extras(of: header).unrepresented = extras(of: header).unrepresented ?? [:]
    extras(of: header).unrepresented?[index] = value
    let layout = ModelLayout.of(model: self)
    if layout.properties[index].substitute == nil { header.pointee.state.insert(.leftOut) }
  }

  /// Discards the stored value of a property that is assigned. The next save replaces it.
  func forgetUnrepresented(_ index: Int) { forgetUnrepresented { $0 == index } }

  /// Discards the stored values of properties that are read again.
  func forgetUnrepresented(in mask: PropertyMask) {
    if _$header.pointee.extras?.unrepresented == nil { return }
    forgetUnrepresented { mask.contains(property: $0) }
  }

  private func forgetUnrepresented(_ isForgotten: (Int) -> Bool) {
    let header = _$header
    guard let extras = header.pointee.extras else { return }
    let rest = extras.unrepresented?.filter { !isForgotten($0.key) } ?? [:]
    extras.unrepresented = rest.isEmpty ? nil : rest
    let properties = ModelLayout.of(model: self).properties
    if !rest.keys.contains(where: { properties[$0].substitute == nil }) {
      header.pointee.state.remove(.leftOut)
    }
  }
}
