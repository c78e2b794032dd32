// SwiftUI's side of Perennial. Where there is no SwiftUI, the module only passes on what it stands
// on.
@_exported public import Observation
@_exported public import Perennial
