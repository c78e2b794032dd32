import SwiftSyntax
import SwiftSyntaxMacros

/// A class with the attribute `@Model`, as far as its source describes it.
struct ModelDeclaration {
  let node: ClassDeclSyntax
  let properties: [StoredProperty]
  let constraints: [ClassConstraint]

  /// `true` if the superclass is a model. The compiler passes this information to the member macro.
  let isSubclass: Bool

  /// The access level that members of the expansion need in order to witness a public protocol.
  let access: Keyword?

  init(
    _ node: ClassDeclSyntax,
    isSubclass: Bool,
    in context: some MacroExpansionContext
  ) {
    var reader = ModelBodyReader()
    reader.read(node.memberBlock.members)
    self.node = node
    self.isSubclass = isSubclass
    properties = reader.properties
    constraints = reader.constraints
    access = node.modifiers.accessLevel ?? context.accessOfEnclosingExtension
  }

  /// The class's name as it is written inside its own body.
  var name: String { node.name.trimmed.text }

  var isFinal: Bool { node.modifiers.contains(.final) }

  var columns: [StoredProperty] { properties.filter(\.isColumn) }
  var transients: [StoredProperty] { properties.filter { $0.role == .transient } }

  /// `true` if an object can be created from zeroed memory, without running an initialiser.
  ///
  /// This requires that the macro knows all stored properties, and that all of them are variables.
  var canEmplace: Bool {
    properties.allSatisfy { $0.role != .constant && $0.role != .untouched }
  }

  /// A Boolean value that indicates whether init accessors of the source hand values to
  /// `_$backingData`.
  var usesInitialValues: Bool { !node.accessorsOfBackingData.isEmpty }

  /// The superclass of a model that inherits from a model.
  var superclass: String? {
    isSubclass ? node.inheritanceClause?.inheritedTypes.first?.type.source : nil
  }

  /// `true` if the class body declares an initialiser, or contains an `#if` that may declare one.
  var mayDeclareInitialiser: Bool {
    node.memberBlock.members.contains {
      $0.decl.is(InitializerDeclSyntax.self) || $0.decl.is(IfConfigDeclSyntax.self)
    }
  }
}

/// A `#Unique`, `#Index` or `#Merge` in a class body.
struct ClassConstraint {
  let node: MacroExpansionDeclSyntax
  /// The conditions of the enclosing `#if` blocks, the outermost first. Each consists of the directives
  /// that open it.
  let conditions: [String]

  var name: String { node.macroName.text }
}

/// A reader that collects the stored properties and constraints of a class body.
private struct ModelBodyReader {
  var properties: [StoredProperty] = []
  var constraints: [ClassConstraint] = []

  mutating func read(_ members: MemberBlockItemListSyntax, conditions: [String] = []) {
    for member in members {
      if let variable = member.decl.as(VariableDeclSyntax.self) {
        if let property = StoredProperty(variable, isConditional: !conditions.isEmpty) {
          properties.append(property)
        }
      } else if let macro = member.decl.as(MacroExpansionDeclSyntax.self) {
        if ["Unique", "Index", "Merge"].contains(macro.macroName.text) {
          constraints.append(ClassConstraint(node: macro, conditions: conditions))
        }
      } else if let condition = member.decl.as(IfConfigDeclSyntax.self) {
        read(condition, conditions: conditions)
      }
    }
  }

  /// Reads the branches of an `#if`. The condition of a later branch consists of all preceding
  /// directives, because the branch is active only if the branches before it are not.
  private mutating func read(_ condition: IfConfigDeclSyntax, conditions: [String]) {
    var opening = ""
    for clause in condition.clauses {
      let directive = [clause.poundKeyword.text, clause.condition?.source]
      opening += (opening.isEmpty ? "" : "\n") + directive.compactMap(\.self).joined(separator: " ")
      if case .decls(let members) = clause.elements {
        read(members, conditions: conditions + [opening])
      }
    }
  }
}

extension MacroExpansionContext {
  /// The access level that an enclosing extension gives to the declaration.
  var accessOfEnclosingExtension: Keyword? {
    lexicalContext.first?.as(ExtensionDeclSyntax.self)?.modifiers.accessLevel
  }
}
