// `import SwiftData` off Apple's platforms: everything that Perennial offers, and, as with Apple's
// module, Observation; Foundation too, which model files rely on.
@_exported public import Foundation
@_exported public import Observation
@_exported public import Perennial
@_exported public import PerennialUI

// One declaration each: where Foundation has a type of the same name, the compiler prefers what comes by
// such an import, and there is no ambiguity. See Sources/FoundationGaps/README.md.
#if FoundationGaps && !canImport(Darwin)
@_exported public import class FoundationGaps.DateComponentsFormatter
@_exported public import class FoundationGaps.ListFormatter
@_exported public import class FoundationGaps.RelativeDateTimeFormatter
@_exported public import func FoundationGaps.autoreleasepool
@_exported public import struct FoundationGaps.LocalizedStringResource
#endif
