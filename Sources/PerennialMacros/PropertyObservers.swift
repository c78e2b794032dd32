import SwiftSyntax

/// The `willSet` and `didSet` of a property, which are copied into a generated setter.
///
/// The compiler drops the observers of a property when a macro adds a setter, but they are expected to
/// run.
struct PropertyObservers {
  private let willSet: AccessorDeclSyntax?
  private let didSet: AccessorDeclSyntax?
  private let slot: String
  private let token: String
  private let isColumn: Bool

  init(of property: StoredProperty) {
    let observers = PropertyAccessors(property.binding.accessorBlock).observers
    willSet = observers.first { $0.accessorSpecifier.tokenKind == .keyword(.willSet) }
    didSet = observers.first { $0.accessorSpecifier.tokenKind == .keyword(.didSet) }
    slot = property.slot
    token = property.token.text
    isColumn = property.isColumn
  }

  /// Returns the statements of a setter: the observers around the change.
  ///
  /// As with a plain stored property, the observers do not run for assignments that they make
  /// themselves. Each body becomes a function, so that a `return` leaves only the observer.
  func surround(_ change: String, index key: String) -> String {
    guard willSet != nil || didSet != nil else { return change }
    var statements = [
      "let _$observing = Perennial._Model.beginObserving(self, \(key))",
      "defer { if _$observing { Perennial._Model.endObserving(self, \(key)) } }",
    ]
    if let didSet, let name = didSet.parameterName(orElse: "oldValue") {
      let value = isColumn ? "\(slot).get(self, \(key))" : "self.\(token)"
      statements.append("let \(name) = \(value)")
    }
    if let willSet {
      let name = willSet.parameterName(orElse: "newValue")
      let prologue = name.flatMap { $0 == "newValue" ? nil : "let \($0) = newValue" }
      statements += function(willSet, named: "_$willSet", prologue: prologue)
    }
    statements.append(change)
    if let didSet { statements += function(didSet, named: "_$didSet", prologue: nil) }
    return statements.joined(separator: "\n")
  }

  private func function(
    _ observer: AccessorDeclSyntax,
    named name: String,
    prologue: String?
  ) -> [String] {
    let body = observer.body?.statements.source.withoutIndentation ?? ""
    return [
      "func \(name)() {",
      [prologue, body].compactMap(\.self).joined(separator: "\n"),
      "}",
      "if _$observing { \(name)() }",
    ]
  }
}

extension String {
  /// The text without the common indentation of all lines but the first. The first line begins where
  /// the text was cut out.
  fileprivate var withoutIndentation: String {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    let rest = lines.dropFirst()
    let indented = rest.filter { !$0.allSatisfy(\.isWhitespace) }
    let width = indented.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return (lines.prefix(1) + rest.map { $0.dropFirst(width) }).joined(separator: "\n")
  }
}

extension AccessorDeclSyntax {
  /// Returns the name by which the observer's body refers to the old or new value; `nil` if it does
  /// not.
  fileprivate func parameterName(orElse standard: String) -> String? {
    let name = parameters?.name.text ?? standard
    let isUsed = body?.tokens(viewMode: .sourceAccurate).contains { $0.text == name } ?? false
    return isUsed ? name : nil
  }
}

extension StoredProperty {
  var hasObservers: Bool { !PropertyAccessors(binding.accessorBlock).observers.isEmpty }
}
