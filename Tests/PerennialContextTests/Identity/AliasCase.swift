import Foundation
import SwiftData

@testable import Fixtures

/// A container with a brand “a”, its context, and both handles: the held object and the new one.
struct AliasCase {
  let container: ModelContainer
  let context: ModelContext
  let held: Brand
  let new: Brand

  func stored() throws -> [Brand] {
    try ModelContext(container).fetch(FetchDescriptor<Brand>(sortBy: [SortDescriptor(\.name)]))
  }

  /// Runs a test after the save that finds that a new object is the row of a held one.
  static func with(
    _ place: Place, prepare: (ModelContext, Brand) throws -> Void = { _, _ in },
    change: (ModelContext, Brand, Brand) throws -> Void = { _, _, _ in },
    _ body: (AliasCase) throws -> Void
  ) throws {
    try place.with(Brand.self) { container in
      let context = ModelContext(container)
      let held = Brand("a", note: "old", rank: 1)
      context.insert(held)
      try prepare(context, held)
      try context.save()
      let new = Brand("a", note: "new", rank: 2)
      context.insert(new)
      try change(context, held, new)
      try context.save()
      try body(AliasCase(container: container, context: context, held: held, new: new))
    }
  }
}
