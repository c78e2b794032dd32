/// The namespace of the functions that the accessors and initialisers call which `@Model` generates.
///
/// It isn't for programs.
@_documentation(visibility: internal)
public enum _Model {}
