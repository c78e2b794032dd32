// The SwiftUI integration of Perennial. On platforms without SwiftUI, the module only re-exports the
// modules that it depends on.
@_exported public import Observation
@_exported public import Perennial
