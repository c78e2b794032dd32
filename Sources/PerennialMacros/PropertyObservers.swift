import SwiftSyntax

extension StoredProperty {
  /// The `willSet` and `didSet` of the property, which are copied into the generated setter.
  ///
  /// The compiler drops the observers of a property when a macro adds a setter, but they are expected to
  /// run.
  var observers: [AccessorDeclSyntax] { PropertyAccessors(binding.accessorBlock).observers }

  /// Returns the statements of a setter: the observers around the change.
  ///
  /// As with a plain stored property, the observers do not run for assignments that they make
  /// themselves. Each body becomes a function, so that a `return` leaves only the observer.
  func observing(_ change: [String]) -> [String] {
    if observers.isEmpty { return change }
    let willSet = observers.first { $0.accessorSpecifier.tokenKind == .keyword(.willSet) }
    let didSet = observers.first { $0.accessorSpecifier.tokenKind == .keyword(.didSet) }
    var statements = [
      "let _$observing = Perennial._Model.beginObserving(self, \(index))",
      "defer { if _$observing { Perennial._Model.endObserving(self, \(index)) } }",
    ]
    if let didSet, let name = didSet.parameterName(orElse: "oldValue") {
      let value = isColumn ? "\(slot).get(self, \(index))" : "self.\(token.text)"
      statements.append("let \(name) = \(value)")
    }
    if let willSet {
      let name = willSet.parameterName(orElse: "newValue")
      let prologue = name.flatMap { $0 == "newValue" ? nil : "let \($0) = newValue" }
      statements += willSet.function(named: "_$willSet", prologue: prologue)
    }
    statements += change
    if let didSet { statements += didSet.function(named: "_$didSet", prologue: nil) }
    return statements
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
  /// Returns a function with the observer's body, and its call.
  fileprivate func function(named name: String, prologue: String?) -> [String] {
    let body = body?.statements.source.withoutIndentation ?? ""
    let statements = [prologue, body].compactMap { $0?.indented }
    return ["func \(name)() {"] + statements + ["}", "if _$observing { \(name)() }"]
  }

  /// Returns the name by which the observer's body refers to the old or new value; `nil` if it does
  /// not.
  fileprivate func parameterName(orElse standard: String) -> String? {
    let name = parameters?.name.text ?? standard
    let isUsed = body?.tokens(viewMode: .sourceAccurate).contains { $0.text == name } ?? false
    return isUsed ? name : nil
  }
}
