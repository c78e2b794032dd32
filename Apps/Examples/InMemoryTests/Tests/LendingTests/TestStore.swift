import SwiftData

@testable import Lending

/// A store in memory with a few objects. It is empty of all that another test has done, so tests can run at the same
/// time. It ends with its last reference.
struct TestStore {
  let container: ModelContainer
  let context: ModelContext
  let ann = Member("Ann")
  let drill = Tool("Drill")
  let saw = Tool("Saw")
  let plane = Tool("Plane")

  init() throws {
    container = try ModelContainer(
      for: Tool.self, Member.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
    context.insert(ann)
    for tool in [drill, saw, plane] { context.insert(tool) }
    try context.save()
  }
}
