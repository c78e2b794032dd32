import Foundation
import PerennialPresets
import SwiftData
import Testing

@Suite("Undoing the deletion of a preset that was restored meanwhile")
struct UndoneDeletionTests {
  private let container: ModelContainer
  private let context: ModelContext
  private let manager = UndoManager()

  init() throws {
    container = try Kitchen.container(1)
    context = ModelContext(container)
  }

  /// Deletes a preset, restores all presets, and undoes the deletion.
  private func deleteAndRestore(_ model: some PersistentModel) throws {
    context.undoManager = manager
    context.delete(model)
    try context.save()
    try container.presets.restore()
    manager.undo()
    try context.save()
  }

  @Test("The preset and its parts exist once", arguments: [true, false])
  func onePreset(isLoaded: Bool) throws {
    let soup = try #require(try context.dish("soup"))
    let key = soup.persistentModelID
    context.undoManager = manager
    context.delete(soup)
    try context.save()
    try container.presets.restore()
    let restored = isLoaded ? try context.dish("soup") : nil
    manager.undo()
    try context.save()
    let dish = try #require(try context.dish("soup"))
    #expect(dish.persistentModelID == key)
    if isLoaded { #expect(restored === dish) }
    #expect(dish.title == "Soup" && dish.course?.name == "Main")
    #expect(dish.parts.map(\.name) == ["Leek"])
    #expect(try context.count(Dish.self) == 3)
    #expect(try ModelContext(container).count(DishPart.self) == 3)
  }

  @Test("A link that the deletion had removed returns to the restored object")
  func links() throws {
    let quick = try #require(try context.tag("quick"))
    let own = Dish("mine", "Mine", tags: [quick])
    context.insert(own)
    try context.save()
    try deleteAndRestore(quick)
    #expect(own.tags.map(\.presetID) == ["quick"])
    #expect(try ModelContext(container).dish("mine")?.tags.map(\.presetID) == ["quick"])
    #expect(try context.count(DishTag.self) == 3)
  }

  @Test("A reference that the deletion had removed returns to the restored object")
  func references() throws {
    let main = try #require(
      try context.fetch(FetchDescriptor<Course>()).first { $0.name == "Main" })
    let own = Dish("mine", "Mine", course: main)
    context.insert(own)
    try context.save()
    try deleteAndRestore(main)
    #expect(own.course?.name == "Main")
    #expect(try ModelContext(container).dish("mine")?.course?.name == "Main")
    #expect(try context.count(Course.self) == 2)
  }

  @Test("The step can be redone and undone again without an error")
  func redo() throws {
    try deleteAndRestore(try #require(try context.dish("soup")))
    manager.redo()
    try context.save()
    manager.undo()
    try context.save()
    #expect(try context.count(Dish.self) == 3)
  }
}
