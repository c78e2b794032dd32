import Foundation
import Observation
import SwiftData

/// A collection with many members, by Perennial, with everything on that may follow a change of it.
final class PerennialLinks {
  private let context: ModelContext
  private let whole: Part
  private let members: Int
  private let observer: ResultsObserver<Part, Never>

  init(at file: URL, members: Int) throws {
    let container = try ModelContainer(
      for: Part.self, configurations: ModelConfiguration(url: file))
    let first = ModelContext(container)
    let whole = Part(number: -1)
    first.insert(whole)
    for number in 0..<members {
      let part = Part(number: number)
      part.whole = whole
      first.insert(part)
    }
    try first.save()
    context = ModelContext(container)
    context.autosaveEnabled = false
    context.undoManager = UndoManager()
    let found = try context.fetch(FetchDescriptor<Part>(predicate: #Predicate { $0.number < 0 }))
    guard let found = found.first else { throw CocoaError(.coderValueNotFound) }
    self.whole = found
    self.members = members
    observer = try ResultsObserver(
      filterBy: #Predicate<Part> { $0.number < -1 }, modelContext: context)
    use(found.parts.count)
  }

  func change(_ stopwatch: Stopwatch, _ changes: Int) throws {
    let new = (0..<changes).map { Part(number: $0) }
    for part in new { context.insert(part) }
    withObservationTracking {
      use(whole.parts.count)
    } onChange: {
    }
    stopwatch.time(LinkSteps.append(members), operations: changes) {
      for part in new { whole.parts.append(part) }
    }
    stopwatch.time(LinkSteps.remove(members), operations: changes) {
      for _ in 0..<changes { whole.parts.removeLast() }
    }
    use(observer.results.count)
    context.rollback()
  }
}

/// A chain of objects, each the only part of the one before and its next one, by Perennial.
final class PerennialChain {
  private let container: ModelContainer
  private let objects: Int

  init(at file: URL, objects: Int) throws {
    container = try ModelContainer(for: Part.self, configurations: ModelConfiguration(url: file))
    self.objects = objects
    let context = ModelContext(container)
    let parts = (0..<objects).map { Part(number: $0) }
    for part in parts { context.insert(part) }
    for (part, next) in zip(parts, parts.dropFirst()) {
      part.next = next
      next.whole = part
    }
    try context.save()
  }

  private func first(in context: ModelContext) throws -> Part? {
    try context.fetch(FetchDescriptor<Part>(predicate: #Predicate { $0.number == 0 })).first
  }

  func walk(_ stopwatch: Stopwatch) throws {
    let context = ModelContext(container)
    var part = try first(in: context)
    stopwatch.time(LinkSteps.walk(objects), operations: objects) {
      while let next = part?.next { part = next }
    }
    use(part?.number)
  }

  func delete(_ stopwatch: Stopwatch) throws {
    let context = ModelContext(container)
    guard let first = try first(in: context) else { return }
    try stopwatch.time(LinkSteps.cascade(objects), operations: objects) {
      context.delete(first)
      try context.save()
    }
  }
}
