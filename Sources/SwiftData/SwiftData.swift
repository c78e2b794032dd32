// `import SwiftData` off Apple's platforms: everything that Perennial offers, and, as with Apple's
// module, Observation; Foundation too, which model files rely on.
@_exported public import Foundation
@_exported public import Observation
@_exported public import Perennial
@_exported public import PerennialUI
