import SwiftSyntax

extension ModelMembers {
  /// The declaration of the indices by which the runtime and the accessors identify columns.
  ///
  /// The indices are computed properties instead of constants. So a subclass can continue the numbering
  /// of its superclass, and the optimiser sees a literal in every other class.
  ///
  /// A transient property with observers needs an index too. It is negative, because those of columns
  /// are not.
  var propertyIndices: String {
    let columns = model.columns.enumerated().map { index, property in
      (property, model.superclass.map { "\($0)._$slots.count + \(index)" } ?? "\(index)")
    }
    let observed = model.transients.filter { !$0.observers.isEmpty }.enumerated().map {
      index, property in
      let number = -1 - index
      return (property, model.superclass.map { "\(number) - \($0)._$slots.count" } ?? "\(number)")
    }
    let indices = (columns + observed).map { property, value in
      "  @inline(__always) \(access)static var \(property.token.text): Swift.Int { \(value) }"
    }
    return (["\(access)nonisolated enum _$Properties {"] + indices + ["}"]).joined(separator: "\n")
  }

  /// The types of the slots in the order of their indices.
  var slots: String {
    let types = model.columns.map { "    \(slotType(of: $0))," }
    let list = (["["] + types + ["  ]"]).joined(separator: "\n")
    return constant(
      "_$slots: [any Perennial._Storage.Slot.Type]",
      (model.isSubclass ? "super._$slots + " : "") + list)
  }

  var canEmplace: String {
    let own = "\(model.canEmplace)"
    return constant(
      "_$canEmplace: Swift.Bool", model.isSubclass ? "super._$canEmplace && \(own)" : own)
  }

  /// The function that initialises the slots of an object in zeroed memory from a row.
  var emplace: String {
    let slots = model.columns.filter { $0.role != .constant }.map {
      "  Perennial._Storage.emplace(&\($0.slot), &row)"
    }
    let empty = model.transients.map { "  Perennial._Storage.emplaceEmpty(&\($0.slot))" }
    let initialValues =
      model.usesInitialValues ? ["  Perennial._Storage.emplaceEmpty(&_$backingData)"] : []
    return function(
      "_$emplace(_ row: inout Perennial._Storage.Row)",
      inherited: "_$emplace(&row)",
      body: model.canEmplace ? descent + slots + empty + initialValues : []
    )
  }

  /// The function that loads the slots in the mask from a row.
  var load: String {
    function(
      "_$load(_ row: inout Perennial._Storage.Row, _ mask: Swift.UInt64)",
      inherited: "_$load(&row, mask)",
      body: descent
        + model.columns.map { property in
          property.role == .constant
            ? "  Perennial._Storage.skip(\(slotType(of: property)), &row)"
            : "  Perennial._Storage.load(&\(property.slot), &row, \(property.index), mask)"
        }
    )
  }

  /// The function that binds the values in the mask to a statement.
  var bind: String {
    function(
      "_$bind(_ binder: inout Perennial._Storage.Binder, _ mask: Swift.UInt64)",
      inherited: "_$bind(&binder, mask)",
      body: settling
        + model.columns.map { property in
          let end = "&binder, \(property.index), mask)"
          return property.role == .constant
            ? "  Perennial._Storage.bindConstant(self.\(property.token.text), \(slotType(of: property)), \(end)"
            : "  Perennial._Storage.bind(\(property.slot), \(end)"
        }
    )
  }

  /// The function that passes one slot to a visitor, by its index.
  var visit: String {
    let cases = model.columns.enumerated().map { index, property in
      property.role == .constant
        ? "  case \(index): visitor.visitConstant(self.\(property.token.text), \(slotType(of: property)))"
        : "  case \(index): visitor.visit(&\(property.slot))"
    }
    let inherited = model.isSubclass ? "super._$visit(index, &visitor)" : "break"
    let offset = model.superclass.map { "index - \($0)._$slots.count" } ?? "index"
    return function(
      "_$visit<_V: Perennial._Storage.SlotVisitor>(_ index: Swift.Int, _ visitor: inout _V)",
      inherited: nil,
      body: settling + ["  switch \(offset) {"] + cases + ["  default: \(inherited)", "  }"]
    )
  }

  /// Returns an expression for the type of a property's slot, derived from the stored property. The
  /// overload of `Perennial._Storage.slot` is resolved once, where the slot is declared. A type that no column
  /// can store is therefore reported once.
  func slotType(of property: StoredProperty) -> String {
    "Perennial._Storage.slotType { (model: \(model.name)) in model.\(property.slot) }"
  }

  /// The statement that moves the values of handwritten init accessors from `_$backingData` to the
  /// slots.
  private var settling: [String] {
    model.usesInitialValues ? ["  Perennial._Model.assign(self, &_$backingData)"] : []
  }

  private func function(_ signature: String, inherited: String?, body: [String]) -> String {
    let call = model.isSubclass ? inherited.map { ["  super.\($0)"] } ?? [] : []
    return (["\(overridable)func \(signature) {"] + call + body + ["}"]).joined(separator: "\n")
  }

  /// The statement that skips the columns of other classes in a row, between those of the superclass
  /// and those of the class.
  private var descent: [String] {
    model.isSubclass ? ["  Perennial._Storage.descend(&row)"] : []
  }
}
