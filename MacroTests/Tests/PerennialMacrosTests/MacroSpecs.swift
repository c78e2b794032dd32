import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion

@testable import MacrosUnderTest

/// The macros by the names under which programs know them, with the conformances that their
/// declarations list.
let macroSpecs: [String: MacroSpec] = [
  "Model": MacroSpec(
    type: PersistentModelMacro.self,
    conformances: ["Observable", "PersistentModel", "Sendable"]
  ),
  "ModelActor": MacroSpec(type: PersistentModelActorMacro.self, conformances: ["ModelActor"]),
  "_PersistedProperty": MacroSpec(type: PersistedPropertyMacro.self),
  "_TransformablePersistedProperty": MacroSpec(type: PersistedPropertyMacro.self),
  "_SharedPersistedProperty": MacroSpec(type: PersistedPropertyMacro.self),
  "_PersistedStorage": MacroSpec(type: PersistedStorageMacro.self),
  "_TransientProperty": MacroSpec(type: ObservedTransientPropertyMacro.self),
  "Attribute": MacroSpec(type: AttributePropertyMacro.self),
  "Relationship": MacroSpec(type: RelationshipPropertyMacro.self),
  "Transient": MacroSpec(type: TransientPropertyMacro.self),
  "Unique": MacroSpec(type: UniqueConstraintsMacro.self),
  "Index": MacroSpec(type: IndexMacro.self),
  "Merge": MacroSpec(type: MergeRuleMacro.self),
  "Query": MacroSpec(type: QueryMacro.self),
]

/// The macros as the compiler would apply them to a class whose superclass is a model: `@Model` adds no
/// conformances.
let subclassSpecs = macroSpecs.merging([
  "Model": MacroSpec(type: PersistentModelMacro.self)
]) { $1 }
