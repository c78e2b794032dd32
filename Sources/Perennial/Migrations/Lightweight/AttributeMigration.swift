/// The migration of an attribute's column: the source of its values, and the checks that they need.
struct AttributeMigration {
  private(set) var column: ColumnMigration
  private(set) var checks: [any MigrationCheck] = []
  /// The rows that have no value until the code of a stage assigns one; nil if all rows have a value.
  private(set) var unassigned: UnassignedAttribute?
  private let change: PropertyChange
  private let value: DefaultValue?
  private let neutral: DefaultValue?

  /// Plans the migration of an attribute.
  ///
  /// - Parameters:
  ///   - value: The attribute's default.
  ///   - neutral: The value that a required attribute without a default has until the code of a stage assigns
  ///     one; nil if the step has no such code.
  ///   - slot: The slot type of the attribute, which decodes the values of its type.
  init(
    _ change: PropertyChange, _ value: DefaultValue?, neutral: DefaultValue?,
    slot: any _Storage.Slot.Type
  ) {
    self.change = change
    self.value = value
    self.neutral = neutral
    let declared =
      change.property.column ?? ColumnDescription(name: "", type: .blob, isNullable: true)
    column = ColumnMigration(column: declared, expression: "NULL", isLiteral: true)
    if let conversion = change.conversion, let earlier = change.earlier,
      let source = earlier.column
    {
      convert(source, of: earlier, by: conversion, into: slot)
    } else {
      column.isConverted = change.earlier != nil
      begin()
    }
  }

  /// Sets up a column that has no earlier values.
  private mutating func begin() {
    if let value {
      use(value, forKeys: "SELECT _pk FROM \(table)")
    } else if !change.property.isOptional, let neutral {
      leave(toCode: "SELECT _pk FROM \(table)")
      use(neutral, forKeys: "SELECT _pk FROM \(table)")
    } else if !change.property.isOptional {
      if !column.column.isNullable { column.expression = DefaultValue.placeholder(declaredType) }
      check("is required and has no default; give it a default, or make it optional", "NULL")
    }
  }

  private mutating func convert(
    _ source: ColumnDescription,
    of earlier: PropertyDescription,
    by conversion: ValueConversion,
    into slot: any _Storage.Slot.Type
  ) {
    let old = change.column(source.name)
    column.isLiteral = false
    column.expression = conversion.expression(old)
    let isSame =
      conversion.isIdentity && source.type == declaredType
      && source.isNullable == column.column.isNullable
    if isSame { column.kept = source.name } else { column.isConverted = true }
    if let refusal = conversion.refusal {
      check(
        "cannot be converted from \(typeName(earlier)) to \(typeName(change.property))",
        old,
        where: "\(old) IS NOT NULL AND (\(refusal(old)))"
      )
    }
    if conversion.isChecked {
      checks.append(
        DecodingCheck(
          entity: change.entity.name,
          property: change.property.name,
          slot: slot,
          query: """
            SELECT _pk, \(column.expression) FROM \(table) \
            WHERE \(column.expression) IS NOT NULL ORDER BY _pk
            """
        )
      )
    }
    if change.property.isOptional || change.property.nullMeansNaN && !earlier.isOptional { return }
    if earlier.nullMeansNaN {
      check("is not a number", old, where: "\(old) IS NULL")
    } else if earlier.isOptional {
      require(old)
    }
  }

  /// Lets the code of a stage assign the values of rows.
  ///
  /// - Parameter keys: A query over the earlier table for the keys of the rows.
  private mutating func leave(toCode keys: String) {
    column.isUnassigned = true
    unassigned = UnassignedAttribute(
      entity: change.entity.name, property: change.property.name, table: change.entity.table,
      column: column.column.name, keys: keys)
  }

  /// Makes an optional attribute required: its default replaces nil.
  private mutating func require(_ old: String) {
    if neutral != nil { leave(toCode: "SELECT _pk FROM \(table) WHERE \(old) IS NULL") }
    guard let value = value ?? neutral else {
      return check(
        "is required, but nil; give it a default that replaces nil",
        old,
        where: "\(old) IS NULL"
      )
    }
    let converted = column.expression
    column.changesValues = column.kept != nil
    if let literal = value.literal, value.isConstant {
      column.expression = "ifnull(\(converted), \(literal))"
    } else {
      if !column.column.isNullable {
        column.expression = "ifnull(\(converted), \(DefaultValue.placeholder(declaredType)))"
      }
      column.fill = .init(value: value, keys: "SELECT _pk FROM \(table) WHERE \(old) IS NULL")
    }
  }

  private mutating func use(_ value: DefaultValue, forKeys keys: String) {
    if let literal = value.literal, value.isConstant {
      column.expression = literal
    } else {
      if !column.column.isNullable { column.expression = DefaultValue.placeholder(declaredType) }
      column.fill = .init(value: value, keys: keys)
    }
  }

  private mutating func check(_ reason: String, _ value: String, where condition: String = "TRUE") {
    let query = "SELECT _pk, \(value) FROM \(table) WHERE \(condition) ORDER BY _pk"
    checks.append(change.check(reason, query))
  }

  private var table: String { change.rows }
  private var declaredType: SQLType { column.column.type }
  private func typeName(_ property: PropertyDescription) -> String { property.value?.name ?? "?" }
}
