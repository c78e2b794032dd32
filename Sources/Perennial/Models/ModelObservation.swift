import Observation

/// The observers of one object, and those of its aliases.
// Sendable: the registrars are. The rest are constants and a weak reference, which is safe to read
// while the object is deallocated. The object's own state is never accessed from another thread.
final class ModelObservation: @unchecked Sendable {
  let registrar = ObservationRegistrar()
  /// The observers that aliases of the object had before they became aliases.
  private let joined = Guarded<[ObservationRegistrar]>([])
  let layout: ModelLayout
  private weak var model: (any PersistentModel)?

  init(_ model: any PersistentModel) {
    self.model = model
    layout = ModelLayout.of(type(of: model))
  }

  /// Adds the observers of an object that becomes an alias of this one.
  func join(_ other: ModelObservation) {
    let registrars = [other.registrar] + other.joined.value
    joined.withLock { $0 += registrars }
  }

  func willSet<Model: PersistentModel, Value>(_ model: Model, _ keyPath: KeyPath<Model, Value>) {
    registrar.willSet(model, keyPath: keyPath)
    for other in joined.value { other.willSet(model, keyPath: keyPath) }
  }

  func didSet<Model: PersistentModel, Value>(_ model: Model, _ keyPath: KeyPath<Model, Value>) {
    registrar.didSet(model, keyPath: keyPath)
    for other in joined.value { other.didSet(model, keyPath: keyPath) }
  }

  /// Notifies the observers of some properties.
  func announce(_ mask: PropertyMask) {
    guard let model else { return }
    for property in layout.properties where mask.contains(property: property.index) {
      notify(of: property, model, isBefore: true)
      notify(of: property, model, isBefore: false)
    }
  }

  func willChange(_ model: any PersistentModel, _ property: PropertyLayout) {
    notify(of: property, model, isBefore: true)
  }

  func didChange(_ model: any PersistentModel, _ property: PropertyLayout) {
    notify(of: property, model, isBefore: false)
  }

  private func notify(
    of property: PropertyLayout, _ model: any PersistentModel, isBefore: Bool
  ) {
    func openModel<M: PersistentModel>(_ owner: M.Type) {
      func openValue<V>(_ type: V.Type) {
        guard let keyPath = property.keyPath as? KeyPath<M, V>, let model = model as? M else {
          return
        }
        if isBefore {
          willSet(model, keyPath)
        } else {
          didSet(model, keyPath)
        }
      }
      _openExistential(property.valueType, do: openValue)
    }
    // An inherited property is observed as the superclass's.
    openModel(property.owner)
  }
}
