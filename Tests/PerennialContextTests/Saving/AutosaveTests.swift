import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

/// Keeps what must live until the process ends.
@MainActor private var kept: [AnyObject] = []

@Suite("Autosave at the end")
struct AutosaveTests {
  let directory: ScratchDirectory
  let url: URL

  init() throws {
    directory = try ScratchDirectory()
    url = directory.file("saved at exit.store")
  }

  private func names() throws -> [String] {
    let container = try ModelContainer(
      for: Author.self,
      configurations: ModelConfiguration(url: url)
    )
    return try ModelContext(container).fetch(FetchDescriptor<Author>()).map(\.name).sorted()
  }

  @Test("A program that ends before the turn does saves the main context's changes")
  func exitOfMainContext() async throws {
    let path = url.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      try await MainActor.run {
        let container = try ModelContainer(
          for: Author.self,
          configurations: ModelConfiguration(url: URL(fileURLWithPath: path))
        )
        kept.append(container)
        container.mainContext.insert(Author(name: "at the last moment"))
        exit(EXIT_SUCCESS)
      }
    }
    #expect(try names() == ["at the last moment"])
  }

  @Test("A context of no actor saves at the end if it saves by itself, and only then")
  func exitOfOtherContexts() async throws {
    let path = url.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      try await MainActor.run {
        let container = try ModelContainer(
          for: Author.self,
          configurations: ModelConfiguration(url: URL(fileURLWithPath: path))
        )
        let (saving, waiting) = (ModelContext(container), ModelContext(container))
        kept += [saving, waiting]
        saving.autosaveEnabled = true
        saving.insert(Author(name: "saved"))
        waiting.insert(Author(name: "not saved"))
        exit(EXIT_SUCCESS)
      }
    }
    #expect(try names() == ["saved"])
  }

  @Test("A save that fails at the end fails quietly")
  func failureAtExit() async throws {
    let path = url.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      try await MainActor.run {
        let container = try ModelContainer(
          for: Author.self,
          configurations: ModelConfiguration(url: URL(fileURLWithPath: path))
        )
        kept.append(container)
        container.mainContext.insert(Author(name: "kept"))
        try container.mainContext.save()
        container.mainContext.insert(Portable(name: "not in the schema", amount: 0))
        exit(EXIT_SUCCESS)
      }
    }
    #expect(try names() == ["kept"])
  }

  @Test("What saves by itself can be asked to do it now")
  func saveNow() throws {
    let container = try ModelContainer(
      for: Author.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true)
    )
    let context = ModelContext(container)
    context.insert(Author(name: "a"))
    context.autosave.saveNow()
    #expect(context.hasChanges)
    context.autosaveEnabled = true
    context.autosave.saveNow()
    #expect(!context.hasChanges)
    context.autosaveEnabled = false
    context.insert(Author(name: "b"))
    context.autosave.saveNow()
    #expect(context.hasChanges)
  }

  @Test("Contexts that are gone are forgotten")
  func forgotten() throws {
    let container = try ModelContainer(
      for: Author.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true)
    )
    for number in 0..<20 {
      let context = ModelContext(container)
      context.autosaveEnabled = true
      context.insert(Author(name: "\(number)"))
      if number.isMultiple(of: 2) { try context.save() }
    }
    // Unsaved changes are saved when the context is released.
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Author>()) == 20)
  }
}
