import Foundation

extension PredicateExpressions.Value: PredicateNode {
  func operand(_ translator: Translator) throws -> Operand { .constant(value) }
}

extension PredicateExpressions.NilLiteral: PredicateNode {
  func operand(_ translator: Translator) throws -> Operand { .constant(Output.none as Any) }
}

extension PredicateExpressions.Variable: PredicateNode {
  func operand(_ translator: Translator) throws -> Operand {
    guard let variable = translator.variables.last(where: { $0.key == key }) else {
      translator.noteUnknownVariable()
      throw Untranslatable("an unknown variable")
    }
    return variable.operand
  }
}

extension PredicateExpressions.KeyPath: PredicateNode {
  func operand(_ translator: Translator) throws -> Operand {
    let root = try translator.operand(self.root)
    switch root.content {
    case .constant(let value):
      guard let value = value as? Root.Output else { throw Untranslatable("\(keyPath)") }
      return .constant(value[keyPath: keyPath])
    case .row(let row): return try row.member(at: keyPath, root.success)
    case .rows(let rows): return try member(of: rows, root.success, translator)
    case .scalar(let sql, let form): return try member(of: sql, form, root)
    case .range: throw Untranslatable("a member of a range")
    }
  }

  private func member(
    of rows: RowSet, _ success: SQLExpression?, _ translator: Translator
  ) throws -> Operand {
    switch kind {
    case .collectionIsEmpty:
      let sql = SQLExpression.exists(try rows.select(translator).0).negated
      return Operand(.scalar(sql, .truth), success: success)
    case .collectionCount:
      let sql = SQLExpression.count(try rows.select(translator).0)
      return Operand(.scalar(sql, .count), success: success)
    default: throw Untranslatable("\(keyPath) of a to-many relationship")
    }
  }

  private func member(
    of sql: SQLExpression, _ form: ValueForm, _ root: Operand
  ) throws -> Operand {
    switch (form, kind) {
    case (.text, .collectionIsEmpty):
      return root.with(.binary(.equal, sql, .value(.text(""))), .truth)
    case (.text, .collectionCount):
      return root.with(.call(.characterCount, [sql]), .count)
    case (.text, _):
      guard let relation = TextRelation(keyPath) else { throw Untranslatable("\(keyPath)") }
      return root.with(sql, .pattern(relation))
    case (.data, _) where keyPath == \Data.isEmpty:
      return root.with(.binary(.equal, .call(.length, [sql]), .literal(0)), .truth)
    case (.data, _) where keyPath == \Data.count:
      return root.with(.call(.length, [sql]), .count)
    case (.json, .collectionIsEmpty) where Root.Output.self is any JSONArray.Type:
      return root.with(.binary(.equal, sql, .value(.text("[]"))), .truth)
    case (.json, .collectionCount) where Root.Output.self is any JSONArray.Type:
      return root.with(.call(.jsonArrayLength, [sql]), .count)
    case (.rawValue, _):
      guard let (table, form) = CaseTable.values(at: keyPath) else {
        throw Untranslatable("\(keyPath) of a type whose values are not all known")
      }
      return root.with(.lookup(sql, table), form)
    case (.date, _) where keyPath == \Date.timeIntervalSinceReferenceDate:
      return root.with(sql, .real)
    case (.date, _) where keyPath == \Date.timeIntervalSince1970:
      let offset = SQLExpression.value(.real(Date.timeIntervalBetween1970AndReferenceDate))
      return root.with(.binary(.plus, sql, offset), .real)
    default: throw Untranslatable("\(keyPath)")
    }
  }
}

extension ValueForm {
  /// The form of a count: `Int`.
  static let count = ValueForm.integer(.min ... .max)
}

extension Operand {
  /// Returns an operand with another value, which is NULL where this operand's value is.
  fileprivate func with(_ sql: SQLExpression, _ form: ValueForm) -> Operand {
    Operand(.scalar(sql, form), null: null, success: success)
  }
}
