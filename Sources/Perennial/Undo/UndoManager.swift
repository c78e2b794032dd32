#if !canImport(Darwin)
public import Foundation

/// Records actions that undo changes, and runs them. This is Foundation's class of the same name, for
/// platforms where Foundation has none.
///
/// ```swift
/// context.undoManager = UndoManager()
/// context.delete(recipe)
/// context.undoManager?.undo()
/// ```
///
/// Actions are registered in groups, and one ``undo()`` undoes one group. A registration outside of any group
/// opens one by itself (``groupsByEvent``). There isn't always a run loop whose turn could close that group.
/// It is closed by the undo. A context closes it at the end of its actor's turn, when the context is saved,
/// and when it processes pending changes.
///
/// Where Foundation raises an exception, this class logs an error and does nothing: a group that is closed
/// without being opened, an undo within an undo, an undo while several groups are open.
///
/// A manager belongs to one actor or task at a time, as its contexts do.
open class UndoManager: NSObject {
  private var undoStack: [UndoGroup] = []
  private var redoStack: [UndoGroup] = []
  /// The open groups, each nested in the one before.
  private var openGroups: [UndoGroup] = []
  private var disablings = 0

  /// `true` while an undo is running. Actions that are registered during an undo are for redo.
  public private(set) var isUndoing = false
  /// `true` while a redo is running.
  public private(set) var isRedoing = false

  /// `true` if a registration outside of any group opens one, which is then closed automatically. If `false`,
  /// such a registration is a group of its own.
  open var groupsByEvent = true

  /// The greatest number of groups that can be undone, and of groups that can be redone. The oldest groups
  /// beyond it are removed. 0, the default, sets no limit.
  open var levelsOfUndo = 0 {
    didSet { trim() }
  }

  /// Creates a manager without steps. It records registrations at once.
  ///
  /// ```swift
  /// let manager = UndoManager()
  /// manager.levelsOfUndo = 20
  /// context.undoManager = manager
  /// ```
  public override init() {}

  // MARK: Groups

  /// The number of open groups, nested in each other.
  open var groupingLevel: Int { openGroups.count }

  /// Opens a group, nested in the present one if there is one.
  ///
  /// ```swift
  /// let manager = UndoManager()
  /// context.undoManager = manager
  /// manager.beginUndoGrouping()
  /// context.delete(recipe)
  /// manager.setActionName("Delete")
  /// manager.endUndoGrouping()
  /// ```
  open func beginUndoGrouping() {
    checkpoint()
    open(UndoGroup())
  }

  /// Closes the group that was opened last. A group without registrations is discarded.
  open func endUndoGrouping() {
    if openGroups.isEmpty {
      Log.undo.error("endUndoGrouping without beginUndoGrouping was ignored")
      return
    }
    checkpoint()
    close()
  }

  private func open(_ group: UndoGroup) {
    openGroups.append(group)
    post(.NSUndoManagerDidOpenUndoGroup)
  }

  private func close() {
    guard let group = openGroups.last else { return }
    post(
      .NSUndoManagerWillCloseUndoGroup, [NSUndoManagerGroupIsDiscardableKey: group.isDiscardable])
    openGroups.removeLast()
    if !group.isEmpty { put(group) }
    post(.NSUndoManagerDidCloseUndoGroup)
  }

  /// Adds a closed group to the enclosing group, or else to the stack for undo or redo.
  private func put(_ group: UndoGroup) {
    if let outer = openGroups.last {
      outer.append(.group(group))
    } else if isUndoing {
      redoStack.append(group)
    } else {
      undoStack.append(group)
    }
    trim()
  }

  private func trim() {
    if levelsOfUndo <= 0 { return }
    undoStack.removeFirst(max(0, undoStack.count - levelsOfUndo))
    redoStack.removeFirst(max(0, redoStack.count - levelsOfUndo))
  }

  /// Closes the group that a registration has opened, if no other group is open within it.
  func closeImplicitGroup() {
    if openGroups.count == 1, openGroups[0].isImplicit, !isUndoing, !isRedoing { close() }
  }

  // MARK: Registration

  /// `true` if registrations are accepted.
  open var isUndoRegistrationEnabled: Bool { disablings == 0 }

  /// Ignores registrations until ``enableUndoRegistration()`` is called. Calls are counted.
  ///
  /// ```swift
  /// let manager = UndoManager()
  /// context.undoManager = manager
  /// manager.disableUndoRegistration()
  /// recipe.timesCooked += 1
  /// manager.enableUndoRegistration()
  /// ```
  open func disableUndoRegistration() {
    // The changes of contexts until now still have to be recorded.
    if disablings == 0 { checkpoint() }
    disablings += 1
  }

  /// Accepts registrations again, once it was called as often as ``disableUndoRegistration()``.
  open func enableUndoRegistration() {
    if disablings == 0 {
      Log.undo.error("enableUndoRegistration without disableUndoRegistration was ignored")
      return
    }
    disablings -= 1
  }

  /// Records an action that undoes a change. All redo steps are removed, unless an undo or a redo is running.
  /// During an undo, the action becomes part of the redo step.
  ///
  /// ```swift
  /// let manager = UndoManager()
  /// let former = recipe.title
  /// recipe.title = "Soup"
  /// manager.registerUndo(withTarget: recipe) { $0.title = former }
  /// ```
  ///
  /// - Parameters:
  ///   - target: The object that the handler receives. It is not retained; once it is deallocated, the action
  ///     does nothing.
  ///   - handler: A closure that undoes the change. The handler should register the action that undoes it in
  ///     turn.
  open func registerUndo<TargetType: AnyObject>(
    withTarget target: TargetType, handler: @escaping (TargetType) -> Void
  ) {
    guard isUndoRegistrationEnabled else { return }
    if !isUndoing, !isRedoing { redoStack = [] }
    let isAlone = openGroups.isEmpty
    if isAlone { open(UndoGroup(isImplicit: true)) }
    openGroups.last?.append(.action(UndoAction(target, handler)))
    if isAlone, !groupsByEvent { close() }
  }

  /// Removes all steps, and accepts registrations again.
  ///
  /// ```swift
  /// try context.save()
  /// context.undoManager?.removeAllActions()
  /// ```
  open func removeAllActions() {
    undoStack = []
    redoStack = []
    openGroups = openGroups.map { UndoGroup(isImplicit: $0.isImplicit) }
    disablings = 0
  }

  /// Removes the actions of one target.
  open func removeAllActions(withTarget target: Any) {
    let target = target as AnyObject
    for group in undoStack + redoStack + openGroups { group.removeActions(of: target) }
    undoStack.removeAll(where: \.isEmpty)
    redoStack.removeAll(where: \.isEmpty)
  }

  // MARK: Undo and redo

  /// `true` if there is anything to undo.
  open var canUndo: Bool {
    checkpoint()
    return undoCount > 0
  }

  /// `true` if there is anything to redo.
  open var canRedo: Bool {
    checkpoint()
    return redoCount > 0
  }

  /// The number of groups that can be undone, one after the other.
  open var undoCount: Int { undoStack.count + (openGroups.first?.isEmpty == false ? 1 : 0) }

  /// The number of groups that can be redone, one after the other.
  open var redoCount: Int { redoStack.count }

  /// Undoes the last group. A group that is still open is closed first. If several groups are open, nothing
  /// is undone.
  ///
  /// ```swift
  /// if let manager = context.undoManager, manager.canUndo { manager.undo() }
  /// ```
  open func undo() {
    guard isIdle("undo") else { return }
    checkpoint()
    if openGroups.count == 1 { close() }
    guard openGroups.isEmpty else {
      Log.undo.error("undo while \(openGroups.count) groups are open; nothing was undone")
      return
    }
    if let group = undoStack.popLast() { undo(group) }
  }

  /// Undoes the last nested group of the innermost open group, or the last group if none is open.
  open func undoNestedGroup() {
    guard isIdle("undoNestedGroup") else { return }
    checkpoint()
    if let outer = openGroups.last {
      guard let group = outer.popGroup() else {
        if !outer.isEmpty {
          Log.undo.error("undoNestedGroup after a registration outside of it; nothing was undone")
        }
        return
      }
      undo(group)
    } else if let group = undoStack.popLast() {
      undo(group)
    }
  }

  /// Redoes the step that was undone last.
  ///
  /// ```swift
  /// context.delete(recipe)
  /// context.undoManager?.undo()
  /// context.undoManager?.redo()
  /// print(recipe.isDeleted)  // true
  /// ```
  open func redo() {
    guard isIdle("redo") else { return }
    checkpoint()
    guard let group = redoStack.popLast() else { return }
    post(.NSUndoManagerWillRedoChange)
    isRedoing = true
    perform(group)
    isRedoing = false
    post(.NSUndoManagerDidRedoChange)
  }

  private func isIdle(_ call: String) -> Bool {
    if isUndoing || isRedoing {
      Log.undo.error("\(call) within an undo or a redo; nothing was done")
      return false
    }
    return true
  }

  private func undo(_ group: UndoGroup) {
    post(.NSUndoManagerWillUndoChange)
    isUndoing = true
    perform(group)
    isUndoing = false
    post(.NSUndoManagerDidUndoChange)
  }

  /// Runs a group's actions, and collects their registrations as the inverse group.
  private func perform(_ group: UndoGroup) {
    let outer = openGroups
    let inverse = UndoGroup()
    inverse.name = group.name
    inverse.isDiscardable = group.isDiscardable
    inverse.userInfo = group.userInfo
    openGroups = []
    open(inverse)
    group.perform()
    checkpoint()
    while !openGroups.isEmpty { close() }
    openGroups = outer
  }

  // MARK: Properties of groups

  /// The group that receives a name: the outermost open group, or else the last one.
  var namedGroup: UndoGroup? { openGroups.first ?? undoStack.last }

  /// The group that the next undo undoes.
  var undoGroup: UndoGroup? {
    if let open = openGroups.first, !open.isEmpty { return open }
    return undoStack.last
  }

  var redoGroup: UndoGroup? { redoStack.last }

  /// Makes contexts register the changes that they have recorded so far.
  func checkpoint() { post(.NSUndoManagerCheckpoint) }

  private func post(_ name: Notification.Name, _ userInfo: [AnyHashable: Any]? = nil) {
    NotificationCenter.default.post(name: name, object: self, userInfo: userInfo)
  }
}
#endif
