import ArgumentParser
import Foundation
import SwiftData
import Testing

@testable import Expenses

@Suite("Expenses")
struct ExpensesTests {
  @Test("Sums are exact, and only of the period")
  func totals() throws {
    let book = try ExpenseBook(ModelConfiguration(isStoredInMemoryOnly: true))
    let (today, lastYear) = (Date.now, Date.now.addingTimeInterval(-86_400 * 365))
    try book.add(7, category: "travel", day: lastYear)
    try book.add(5, category: "travel", day: today)
    for _ in 1...10 { try book.add(Decimal(1) / 10, category: "food", day: today) }
    let totals = try book.totals(since: today.addingTimeInterval(-60))
    #expect(totals.map(\.category) == ["food", "travel"] && totals.map(\.sum) == [1, 5])
    #expect(try book.expenses(since: lastYear).last?.amount == 7)
  }

  @Test("A command line is parsed and run on a file")
  func command() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "Expenses-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = ["--store", folder.appending(path: "test.store").path]
    var add = try ExpensesCommand.parseAsRoot(["add", "12.50", "food", "Lunch"] + store)
    try add.run()
    let book = try StoreOptions.parse(store).open()
    #expect(try book.expenses(since: .distantPast).map(\.note) == ["Lunch"])
    #expect(throws: (any Error).self) { try ExpensesCommand.parseAsRoot(["add", "much", "food"]) }
  }
}
