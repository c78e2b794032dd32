import Foundation
import StoreTesting
import SwiftData
import Testing

@Suite("UndoManager")
struct UndoManagerTests {
  /// A number whose changes can be undone.
  private final class Dial {
    let manager: UndoManager
    private(set) var value = 0

    init(_ manager: UndoManager) { self.manager = manager }

    func turn(to new: Int) {
      let old = value
      manager.registerUndo(withTarget: self) { $0.turn(to: old) }
      value = new
    }
  }

  private let manager = UndoManager()
  private let dial: Dial

  init() { dial = Dial(manager) }

  private func group(_ work: () -> Void) {
    manager.beginUndoGrouping()
    work()
    manager.endUndoGrouping()
  }

  @Test("A new one has nothing to undo or redo, and does nothing when told to")
  func empty() {
    #expect(!manager.canUndo && !manager.canRedo)
    #expect(manager.isUndoRegistrationEnabled)
    #expect(manager.groupsByEvent)
    #expect(manager.levelsOfUndo == 0 && manager.groupingLevel == 0)
    manager.undo()
    manager.redo()
    manager.undoNestedGroup()
    manager.endUndoGrouping()
    manager.enableUndoRegistration()
    #expect(!manager.canUndo && manager.isUndoRegistrationEnabled)
  }

  @Test("Groups are undone one after the other, and redone")
  func groups() {
    for number in 1...3 { group { dial.turn(to: number) } }
    #expect(manager.undoCount == 3)
    manager.undo()
    #expect(dial.value == 2)
    manager.undo()
    #expect(dial.value == 1)
    #expect((manager.undoCount, manager.redoCount) == (1, 2))
    manager.redo()
    manager.redo()
    #expect(dial.value == 3)
    #expect(!manager.canRedo && manager.canUndo)
    for _ in 0..<5 { manager.undo() }
    #expect(dial.value == 0)
  }

  @Test("Within a group the last is undone first")
  func order() {
    let journal = Journal()
    group {
      for number in 1...3 { manager.registerUndo(withTarget: journal) { $0.note("\(number)") } }
    }
    manager.undo()
    #expect(journal.entries == ["3", "2", "1"])
    // Nothing was registered that could be redone.
    #expect(!manager.canRedo)
  }

  @Test("What is registered outside of a group is one step until it is undone")
  func implicitGroup() {
    dial.turn(to: 1)
    dial.turn(to: 2)
    #expect(manager.groupingLevel == 1)
    manager.undo()
    #expect(dial.value == 0)
    #expect(manager.groupingLevel == 0)
    manager.redo()
    #expect(dial.value == 2)
  }

  @Test("Without grouping by event, it is a step of its own")
  func noGroups() {
    manager.groupsByEvent = false
    dial.turn(to: 1)
    dial.turn(to: 2)
    #expect(manager.groupingLevel == 0)
    manager.undo()
    #expect(dial.value == 1)
  }

  @Test("A group within a group is a part of it, and can be undone alone")
  func nesting() {
    group {
      dial.turn(to: 1)
      group { dial.turn(to: 2) }
      #expect(manager.groupingLevel == 1)
      manager.undoNestedGroup()
      #expect(dial.value == 1)
      group { dial.turn(to: 3) }
      dial.turn(to: 4)
      // The last is no group.
      manager.undoNestedGroup()
      #expect(dial.value == 4)
    }
    #expect(manager.undoCount == 1)
    manager.undo()
    #expect(dial.value == 0)
    manager.redo()
    #expect(dial.value == 4)
    manager.undoNestedGroup()
    #expect(dial.value == 0)
  }

  @Test("While groups are open within others, nothing is undone")
  func openGroups() {
    manager.beginUndoGrouping()
    manager.beginUndoGrouping()
    dial.turn(to: 1)
    manager.undo()
    #expect(dial.value == 1)
    #expect(manager.groupingLevel == 2)
    manager.endUndoGrouping()
    manager.undo()
    #expect(dial.value == 0)
  }

  @Test("A group in which nothing happens is none")
  func emptyGroups() {
    group { group {} }
    #expect(!manager.canUndo)
  }

  @Test("Something new leaves nothing to redo")
  func newActions() {
    group { dial.turn(to: 1) }
    manager.undo()
    #expect(manager.canRedo)
    group { dial.turn(to: 2) }
    #expect(!manager.canRedo)
    manager.redo()
    #expect(dial.value == 2)
  }

  @Test("Only so many steps are kept")
  func levels() {
    manager.levelsOfUndo = 2
    for number in 1...5 { group { dial.turn(to: number) } }
    #expect(manager.undoCount == 2)
    for _ in 0..<5 { manager.undo() }
    #expect(dial.value == 3)
    #expect(manager.redoCount == 2)
    manager.levelsOfUndo = 1
    #expect(manager.redoCount == 1)
    manager.levelsOfUndo = 0
    for number in 1...5 { group { dial.turn(to: number) } }
    #expect(manager.undoCount == 5)
  }

  @Test("Registrations can be turned off, as often as they are turned on again")
  func disabling() {
    manager.disableUndoRegistration()
    manager.disableUndoRegistration()
    dial.turn(to: 1)
    manager.enableUndoRegistration()
    #expect(!manager.isUndoRegistrationEnabled)
    dial.turn(to: 2)
    manager.enableUndoRegistration()
    dial.turn(to: 3)
    manager.undo()
    #expect(dial.value == 2)
    manager.undo()
    #expect(dial.value == 2)
  }

  @Test("Steps have names, for undo and for redo")
  func names() {
    group {
      dial.turn(to: 1)
      manager.setActionName("Turn")
    }
    group { dial.turn(to: 2) }
    manager.setActionName("Turn Again")
    #expect(manager.undoActionName == "Turn Again")
    #expect(manager.undoMenuItemTitle == "Undo Turn Again")
    #expect(manager.redoActionName.isEmpty && manager.redoMenuItemTitle == "Redo")
    manager.undo()
    #expect(manager.undoActionName == "Turn")
    #expect(manager.redoActionName == "Turn Again")
    #expect(manager.redoMenuItemTitle == "Redo Turn Again")
    manager.redo()
    #expect(manager.undoActionName == "Turn Again")
    manager.setActionName("")
    #expect(manager.undoMenuItemTitle == "Undo")
  }

  @Test("A name that is given before anything is registered is the open group's")
  func earlyName() {
    group {
      manager.setActionName("First")
      dial.turn(to: 1)
    }
    group {
      manager.setActionName("Second")
      dial.turn(to: 2)
    }
    #expect(manager.undoActionName == "Second")
    manager.undo()
    #expect(manager.undoActionName == "First")
  }

  @Test("What a program attaches to a step stays with it")
  func userInfo() {
    let key = UndoManager.UserInfoKey(rawValue: "key")
    group {
      dial.turn(to: 1)
      manager.setActionUserInfoValue(7, forKey: key)
      manager.setActionIsDiscardable(true)
    }
    #expect(manager.undoActionUserInfoValue(forKey: key) as? Int == 7)
    #expect(manager.undoActionIsDiscardable && !manager.redoActionIsDiscardable)
    manager.undo()
    #expect(manager.redoActionUserInfoValue(forKey: key) as? Int == 7)
    #expect(manager.redoActionIsDiscardable && !manager.undoActionIsDiscardable)
  }

  @Test("Everything can be forgotten, or what concerns one target")
  func removal() {
    let other = Dial(manager)
    group {
      dial.turn(to: 1)
      other.turn(to: 1)
    }
    group { other.turn(to: 2) }
    manager.removeAllActions(withTarget: other)
    #expect(manager.undoCount == 1)
    manager.undo()
    #expect((dial.value, other.value) == (0, 2))
    manager.disableUndoRegistration()
    manager.removeAllActions()
    #expect(!manager.canUndo && !manager.canRedo)
    #expect(manager.isUndoRegistrationEnabled)
  }

  @Test("A target is not kept alive; without it nothing is done")
  func weakTarget() {
    weak var gone: Dial?
    do {
      let short = Dial(manager)
      gone = short
      group { short.turn(to: 1) }
    }
    #expect(gone == nil)
    manager.undo()
    #expect(!manager.canRedo)
  }

  @Test("An undo within an undo is none")
  func reentrance() {
    let journal = Journal()
    manager.registerUndo(withTarget: journal) { [manager] journal in
      journal.note("\(manager.isUndoing) \(manager.isRedoing)")
      manager.undo()
      manager.redo()
      manager.undoNestedGroup()
      manager.registerUndo(withTarget: journal) {
        $0.note("\(manager.isUndoing) \(manager.isRedoing)")
      }
    }
    manager.undo()
    manager.redo()
    #expect(journal.entries == ["true false", "false true"])
    #expect(!manager.isUndoing && !manager.isRedoing)
  }

  @Test("A group that an action leaves open is closed")
  func unbalanced() {
    manager.registerUndo(withTarget: dial) { dial in
      dial.manager.beginUndoGrouping()
      dial.turn(to: 5)
    }
    manager.undo()
    #expect(manager.groupingLevel == 0)
    #expect(dial.value == 5 && manager.redoCount == 1)
    manager.redo()
    #expect(dial.value == 0)
  }

  @Test("Whoever wants to know is notified")
  func notifications() {
    let journal = Journal()
    let names: [Notification.Name: String] = [
      .NSUndoManagerDidOpenUndoGroup: "open", .NSUndoManagerWillCloseUndoGroup: "will close",
      .NSUndoManagerDidCloseUndoGroup: "close", .NSUndoManagerWillUndoChange: "will undo",
      .NSUndoManagerDidUndoChange: "undo", .NSUndoManagerWillRedoChange: "will redo",
      .NSUndoManagerDidRedoChange: "redo",
    ]
    let tokens = names.map { name, text in
      NotificationCenter.default.addObserver(forName: name, object: manager, queue: nil) { note in
        let isDiscardable = note.userInfo?[NSUndoManagerGroupIsDiscardableKey] as? Bool
        journal.note(text + (isDiscardable == true ? " discardable" : ""))
      }
    }
    defer { tokens.forEach(NotificationCenter.default.removeObserver) }
    group {
      dial.turn(to: 1)
      manager.setActionIsDiscardable(true)
    }
    #expect(journal.entries == ["open", "will close discardable", "close"])
    manager.undo()
    manager.redo()
    #expect(
      journal.entries.dropFirst(3) == [
        "will undo", "open", "will close discardable", "close", "undo",
        "will redo", "open", "will close discardable", "close", "redo",
      ])
  }
}
