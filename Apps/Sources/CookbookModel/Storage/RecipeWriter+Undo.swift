import SwiftData

extension RecipeWriter {
  /// The number of changes that can be undone.
  private static var levels: Int { 50 }

  /// The changes that can be undone and made again: those of this program since it was started.
  public func steps() -> EditSteps {
    guard let manager = modelContext.undoManager else { return EditSteps() }
    return EditSteps(
      undo: manager.canUndo ? EditStep(name: manager.undoActionName) : nil,
      redo: manager.canRedo ? EditStep(name: manager.redoActionName) : nil)
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
  /// - Parameter step: The change in ``steps()``; nil for a change that cannot be undone.
  func saving<Result>(_ step: EditStep?, _ change: () throws -> Result) throws -> Result {
    let manager = modelContext.undoManager ?? UndoManager()
    if modelContext.undoManager == nil {
      manager.levelsOfUndo = Self.levels
      modelContext.undoManager = manager
    }
    if step == nil { manager.disableUndoRegistration() }
    defer { if step == nil { manager.enableUndoRegistration() } }
    let result = try savingOrRollingBack(change)
    if let step { manager.setActionName(step.name) }
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

extension EditStep {
  /// The step as the name of an action.
  fileprivate var name: String { "\(action)\t\(title)" }

  fileprivate init(name: String) {
    let parts = name.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
    self.init(String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
  }
}
