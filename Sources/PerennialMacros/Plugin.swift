import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The compiler plug-in that provides every macro of Perennial.
@main
struct PerennialPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    PersistentModelMacro.self,
    PersistedPropertyMacro.self,
    PersistedStorageMacro.self,
    ObservedTransientPropertyMacro.self,
    AttributePropertyMacro.self,
    RelationshipPropertyMacro.self,
    TransientPropertyMacro.self,
    UniqueConstraintsMacro.self,
    IndexMacro.self,
    MergeRuleMacro.self,
    PersistentModelActorMacro.self,
    QueryMacro.self,
  ]
}
