#if !canImport(Darwin)
/// One undo step: actions and nested groups, in the order of their registration.
final class UndoGroup {
  enum Item {
    case action(UndoAction)
    case group(UndoGroup)
  }

  private(set) var items: [Item] = []
  /// `true` if the group was opened by a registration, and is closed at the end of the turn.
  let isImplicit: Bool
  var name = ""
  var isDiscardable = false
  var userInfo: [UndoManager.UserInfoKey: Any] = [:]

  init(isImplicit: Bool = false) {
    self.isImplicit = isImplicit
  }

  var isEmpty: Bool { items.isEmpty }

  func append(_ item: Item) { items.append(item) }

  /// Removes and returns the last item if it is a group.
  func popGroup() -> UndoGroup? {
    guard case .group(let group) = items.last else { return nil }
    items.removeLast()
    return group
  }

  /// Runs the actions, from the last to the first.
  func perform() {
    for item in items.reversed() {
      switch item {
      case .action(let action): action.perform()
      case .group(let group): group.perform()
      }
    }
  }

  /// Removes the actions of a target, and those whose target was deallocated.
  func removeActions(of target: AnyObject) {
    items = items.filter { item in
      switch item {
      case .action(let action): return action.target.map { $0 !== target } ?? false
      case .group(let group):
        group.removeActions(of: target)
        return !group.isEmpty
      }
    }
  }
}

/// One action that undoes a change.
struct UndoAction {
  private(set) weak var target: AnyObject?
  private let handler: (AnyObject) -> Void

  init<Target: AnyObject>(_ target: Target, _ handler: @escaping (Target) -> Void) {
    self.target = target
    self.handler = { if let target = $0 as? Target { handler(target) } }
  }

  func perform() {
    if let target { handler(target) }
  }
}
#endif
