/// The namespace of the code that stores the values of properties: slots, rows and column values.
///
/// The members that `@Model` generates use it. It isn't for programs.
@_documentation(visibility: internal)
public enum _Storage {}
