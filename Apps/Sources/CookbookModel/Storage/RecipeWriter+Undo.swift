import SwiftData

extension RecipeWriter {
  /// The number of changes that can be undone.
  private static var levels: Int { 50 }

  /// The changes that can be undone and made again: those of this program since it was started.
  public func steps() -> EditSteps {
    guard let manager = modelContext.undoManager else { return EditSteps() }
    return EditSteps(
      undo: manager.canUndo ? manager.undoActionName : nil,
      redo: manager.canRedo ? manager.redoActionName : nil)
  }

  /// Undoes the last change, and saves.
  ///
  /// - Returns: `false` if there is none.
  @discardableResult
  public func undo() throws -> Bool {
    guard let manager = modelContext.undoManager, manager.canUndo else { return false }
    try savingOrRollingBack { manager.undo() }
    return true
  }

  /// Makes the change again that was undone last, and saves.
  ///
  /// - Returns: `false` if there is none.
  @discardableResult
  public func redo() throws -> Bool {
    guard let manager = modelContext.undoManager, manager.canRedo else { return false }
    try savingOrRollingBack { manager.redo() }
    return true
  }

  /// Makes a change and saves it; takes everything back when either fails.
  ///
  /// - Parameter name: The name of the change in ``steps()``; nil for a change that cannot be undone.
  func saving<Result>(_ name: String?, _ change: () throws -> Result) throws -> Result {
    let manager = modelContext.undoManager ?? UndoManager()
    if modelContext.undoManager == nil {
      manager.levelsOfUndo = Self.levels
      modelContext.undoManager = manager
    }
    if name == nil { manager.disableUndoRegistration() }
    defer { if name == nil { manager.enableUndoRegistration() } }
    let result = try savingOrRollingBack(change)
    if let name { manager.setActionName(name) }
    return result
  }

  private func savingOrRollingBack<Result>(_ change: () throws -> Result) throws -> Result {
    do {
      let result = try change()
      try modelContext.save()
      return result
    } catch {
      modelContext.rollback()
      throw error
    }
  }
}
