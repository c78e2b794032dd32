import SwiftSyntax

extension ModelMembers {
  var initialisers: [String] {
    var members: [String] = []
    if isOwedAnInitialiser { members.append("nonisolated init() {}") }
    if !model.declaresInitialiser(labels: ["backingData"]) {
      members.append(backingDataInitialiser)
    }
    if needsRowInitialiser { members += [rowInitialiser, make] }
    return members
  }

  /// Swift gives a class without initialisers an `init()` if every property has a default, yet not
  /// to one that a macro has given initialisers.
  private var isOwedAnInitialiser: Bool {
    !model.mayDeclareInitialiser && !model.isSubclass && model.properties.allSatisfy(\.hasDefault)
  }

  /// A class that can be subclassed must offer what a subclass with constants needs.
  private var needsRowInitialiser: Bool {
    !model.canEmplace || !model.isFinal || model.isSubclass
  }

  private var backingDataInitialiser: String {
    let root = model.isSubclass ? "_$Root" : model.name
    let constants = model.columns.filter { $0.role == .constant }.map { property in
      let name = property.token.text
      return "  self.\(name) = Perennial._value(of: \\\(model.name).\(name), in: backingData)"
    }
    let end =
      model.isSubclass
      ? "  super.init(backingData: backingData)" : "  Perennial._adopt(backingData, into: self)"
    return initialiser("(backingData: any Perennial.BackingData<\(root)>)", constants + [end])
  }

  /// Makes an object by running its initialisation, where zeroed memory will not do.
  ///
  /// A superclass's columns come first in the row, but its initialiser last.
  private var rowInitialiser: String {
    let row = model.isSubclass ? "own" : "row"
    var body = model.columns.map { property in
      property.role == .constant
        ? "  self.\(property.token.text) = \(decoding(property, from: row))"
        : "  Perennial._load(&\(property.slot), &\(row), \(property.index), Swift.UInt64.max)"
    }
    if let superclass = model.superclass {
      let introducer = model.columns.isEmpty ? "let" : "var"
      body.insert("  \(introducer) own = Perennial._row(&row, after: \(superclass)._$slots)", at: 0)
      body += ["  super.init(_$row: &row)", "  Perennial._rejoin(&row, own)"]
    }
    if model.usesInitialValues {
      // Defaults are not to replace what the row has.
      body.insert("  _$backingData = Perennial._InitialValues()", at: 0)
    }
    return initialiser("(_$row row: inout Perennial._Row)", body)
  }

  private func decoding(_ property: StoredProperty, from row: String) -> String {
    "Perennial._decode(\(slotType(of: property)), &\(row), \(model.name).self, \(property.index))"
  }

  private var make: String {
    let result = model.canEmplace && !model.isSubclass ? "nil" : "Self(_$row: &row)"
    return """
      \(overridableStatic)func _$make(_ row: inout Perennial._Row) -> Self? {
        \(result)
      }
      """
  }

  /// An initialiser that leaves every slot empty before its body.
  ///
  /// Slots have a placeholder of their own, so only the markers of properties without a default
  /// are left to set. Defaults are evaluated all the same: Swift has no initialiser without them.
  private func initialiser(_ signature: String, _ body: [String]) -> String {
    let markers = model.properties
      .filter { $0.hasSlot && !$0.hasDefault }
      .map { "  \($0.marker) = Perennial._Marker()" }
    let access = model.access == .open ? "public " : access
    let head = "\(access)\(required)nonisolated init\(signature) {"
    return ([head] + markers + body + ["}"]).joined(separator: "\n")
  }
}
