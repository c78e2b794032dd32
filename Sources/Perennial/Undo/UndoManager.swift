#if !canImport(Darwin)
public import Foundation

/// Records how to take things back, and takes them back: Foundation's class of this name, where
/// Foundation has none.
///
/// ```swift
/// context.undoManager = UndoManager()
/// context.delete(recipe)
/// context.undoManager?.undo()
/// ```
///
/// Actions come in groups, and one ``undo()`` takes back one group. A registration outside of any
/// group opens one by itself (``groupsByEvent``). There need not be a run loop here whose turn could
/// close it; it closes when it is undone, and a context closes it at the end of its actor's turn, when
/// it is saved, and when it processes pending changes.
///
/// What Foundation raises an exception for is logged here, and nothing is done: a group that ends and
/// never began, an undo within an undo, an undo while several groups are open.
///
/// A manager belongs to one actor or task at a time, as its contexts do.
open class UndoManager: NSObject {
  private var undoStack: [UndoGroup] = []
  private var redoStack: [UndoGroup] = []
  /// The groups that are open, each within the one before.
  private var openGroups: [UndoGroup] = []
  private var disablings = 0

  /// Whether an undo is running; what is registered now is for redo.
  public private(set) var isUndoing = false
  /// Whether a redo is running.
  public private(set) var isRedoing = false

  /// Whether a registration outside of any group opens one, which then closes by itself. If not,
  /// such a registration is a group of its own.
  open var groupsByEvent = true

  /// The greatest number of groups that can be undone, and of those that can be redone; beyond it
  /// the oldest are forgotten. 0, the default, for no limit.
  open var levelsOfUndo = 0 {
    didSet { trim() }
  }

  public override init() {}

  // MARK: Groups

  /// The number of groups that are open, one within the other.
  open var groupingLevel: Int { openGroups.count }

  /// Opens a group, within the one that is open if there is one.
  open func beginUndoGrouping() {
    checkpoint()
    open(UndoGroup())
  }

  /// Closes the group that was opened last. A group in which nothing was registered is forgotten.
  open func endUndoGrouping() {
    if openGroups.isEmpty {
      Log.undo.error("endUndoGrouping without beginUndoGrouping; nothing was done")
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

  /// Puts a closed group where it belongs.
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

  /// Closes the group that a registration has opened, if no other is open within it.
  func closeImplicitGroup() {
    if openGroups.count == 1, openGroups[0].isImplicit, !isUndoing, !isRedoing { close() }
  }

  // MARK: Registration

  /// Whether registrations are taken.
  open var isUndoRegistrationEnabled: Bool { disablings == 0 }

  /// Takes no registrations until ``enableUndoRegistration()``. Calls are counted.
  open func disableUndoRegistration() {
    // What contexts have changed so far was still to be recorded.
    if disablings == 0 { checkpoint() }
    disablings += 1
  }

  /// Takes registrations again, when it has been called as often as ``disableUndoRegistration()``.
  open func enableUndoRegistration() {
    if disablings == 0 {
      Log.undo.error("enableUndoRegistration without disableUndoRegistration; nothing was done")
      return
    }
    disablings -= 1
  }

  /// Records what takes something back. What could be redone cannot be any more, unless an undo is
  /// running: then this is what takes the undo back.
  ///
  /// - Parameters:
  ///   - target: What the handler is given. It is not kept alive; once it is gone, the action does
  ///     nothing.
  ///   - handler: What to do. It should register what takes it back in turn.
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

  /// Forgets everything, and takes registrations again.
  open func removeAllActions() {
    undoStack = []
    redoStack = []
    openGroups = openGroups.map { UndoGroup(isImplicit: $0.isImplicit) }
    disablings = 0
  }

  /// Forgets the actions of one target.
  open func removeAllActions(withTarget target: Any) {
    let target = target as AnyObject
    for group in undoStack + redoStack + openGroups { group.removeActions(of: target) }
    undoStack.removeAll(where: \.isEmpty)
    redoStack.removeAll(where: \.isEmpty)
  }

  // MARK: Undo and redo

  /// Whether there is anything to undo.
  open var canUndo: Bool {
    checkpoint()
    return undoCount > 0
  }

  /// Whether there is anything to redo.
  open var canRedo: Bool {
    checkpoint()
    return redoCount > 0
  }

  /// The number of groups that can be undone, one after the other.
  open var undoCount: Int { undoStack.count + (openGroups.first?.isEmpty == false ? 1 : 0) }

  /// The number of groups that can be redone, one after the other.
  open var redoCount: Int { redoStack.count }

  /// Takes back the last group. One that is still open is closed first, unless there is another
  /// open within it.
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

  /// Takes back the last closed group within the one that is open, or the last one if none is.
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

  /// Does again what the last undo took back.
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

  /// Runs a group's actions, and gathers what they register as the group that takes them back.
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

  // MARK: What is said of groups

  /// The group that a name is given to: the one that is open, or else the last one.
  var namedGroup: UndoGroup? { openGroups.first ?? undoStack.last }

  /// The group that an undo takes back.
  var undoGroup: UndoGroup? {
    if let open = openGroups.first, !open.isEmpty { return open }
    return undoStack.last
  }

  var redoGroup: UndoGroup? { redoStack.last }

  /// Lets contexts register what they have recorded so far.
  func checkpoint() { post(.NSUndoManagerCheckpoint) }

  private func post(_ name: Notification.Name, _ userInfo: [AnyHashable: Any]? = nil) {
    NotificationCenter.default.post(name: name, object: self, userInfo: userInfo)
  }
}
#endif
