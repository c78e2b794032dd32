import SwiftSyntax

extension ModelMembers {
  var initialisers: [String] {
    var members: [String] = []
    if isOwedAnInitialiser { members.append("nonisolated init() {}") }
    if !model.node.declaresInitialiser(labels: ["backingData"]) {
      members.append(backingDataInitialiser)
    }
    if needsRowInitialiser { members += [rowInitialiser, make] }
    return members
  }

  /// `true` if the expansion must declare `init()`. Swift provides it for a class without initialisers
  /// whose properties all have defaults, but not if a macro adds initialisers.
  private var isOwedAnInitialiser: Bool {
    !model.mayDeclareInitialiser && !model.isSubclass && model.properties.allSatisfy(\.hasDefault)
  }

  /// `true` if the class needs an initialiser from a row. A class that can be subclassed needs it for
  /// subclasses with constants.
  private var needsRowInitialiser: Bool {
    !model.canEmplace || !model.isFinal || model.isSubclass
  }

  private var backingDataInitialiser: String {
    let root = model.isSubclass ? "_$Root" : model.name
    let constants = model.columns.filter { $0.role == .constant }.map { property in
      let name = property.token.text
      return "  self.\(name) = Perennial._Model.value(of: \\\(model.name).\(name), in: backingData)"
    }
    let end =
      model.isSubclass
      ? "  super.init(backingData: backingData)"
      : "  Perennial._Model.adopt(backingData, into: self)"
    return initialiser("(backingData: any Perennial.BackingData<\(root)>)", constants + [end])
  }

  /// The initialiser that creates an object from a row, for classes that cannot be created from zeroed
  /// memory.
  ///
  /// The columns of a superclass come first in the row, but its initialiser runs last.
  private var rowInitialiser: String {
    let row = model.isSubclass ? "own" : "row"
    var body = model.columns.map { property in
      property.role == .constant
        ? "  self.\(property.token.text) = \(decoding(property, from: row))"
        : "  Perennial._Storage.load(&\(property.slot), &\(row), \(property.index), Swift.UInt64.max)"
    }
    if let superclass = model.superclass {
      let introducer = model.columns.isEmpty ? "let" : "var"
      body.insert(
        "  \(introducer) own = Perennial._Storage.row(&row, after: \(superclass)._$slots)", at: 0)
      body += ["  super.init(_$row: &row)", "  Perennial._Storage.rejoin(&row, own)"]
    }
    if model.usesInitialValues {
      // Defaults must not replace the values of the row.
      body.insert("  _$backingData = Perennial._Model.InitialValues()", at: 0)
    }
    return initialiser("(_$row row: inout Perennial._Storage.Row)", body)
  }

  private func decoding(_ property: StoredProperty, from row: String) -> String {
    "Perennial._Storage.decode(\(slotType(of: property)), &\(row), \(model.name).self, \(property.index))"
  }

  private var make: String {
    let result = model.canEmplace && !model.isSubclass ? "nil" : "Self(_$row: &row)"
    return """
      \(overridableStatic)func _$make(_ row: inout Perennial._Storage.Row) -> Self? {
        \(result)
      }
      """
  }

  /// Returns an initialiser that leaves every slot empty before its body.
  ///
  /// Slots have their own initial value, so only the markers of properties without a default must be
  /// set. Defaults are evaluated nevertheless, because Swift has no initialiser without them.
  private func initialiser(_ signature: String, _ body: [String]) -> String {
    let markers = model.properties
      .filter { $0.hasSlot && !$0.hasDefault }
      .map { "  \($0.marker) = Perennial._Model.Marker()" }
    let access = model.access == .open ? "public " : access
    let head = "\(access)\(required)nonisolated init\(signature) {"
    return ([head] + markers + body + ["}"]).joined(separator: "\n")
  }
}
