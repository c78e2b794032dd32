import ArgumentParser
import Foundation
import SwiftData

@main
struct ExpensesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "expenses", abstract: "Note expenses, and add them up.",
    subcommands: [AddCommand.self, ListCommand.self, TotalsCommand.self])
}

/// The options that all commands have.
struct StoreOptions: ParsableArguments {
  @Option(help: "The file of the store. It is created if it does not exist.")
  var store = "expenses.store"

  func open() throws -> ExpenseBook {
    try ExpenseBook(ModelConfiguration(url: URL(fileURLWithPath: store)))
  }
}

/// The option of commands that look back.
struct PeriodOptions: ParsableArguments {
  @Option(help: "The number of days to look back.")
  var days = 30

  var start: Date { Date.now.addingTimeInterval(-86_400 * Double(days)) }
}

struct AddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Note an expense of today.")

  @Argument(help: "The amount, such as 12.50.", transform: amount) var amount: Decimal
  @Argument(help: "The category, such as food.") var category: String
  @Argument(help: "A note.") var note = ""
  @OptionGroup var store: StoreOptions

  func run() throws { try store.open().add(amount, category: category, note: note) }

  private static func amount(_ text: String) throws -> Decimal {
    guard let amount = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")), amount > 0
    else { throw ValidationError("“\(text)” is not an amount. Write one like 12.50.") }
    return amount
  }
}

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List expenses, the latest first.")

  @OptionGroup var period: PeriodOptions
  @OptionGroup var store: StoreOptions

  func run() throws {
    for expense in try store.open().expenses(since: period.start) {
      let day = expense.day.formatted(.iso8601.year().month().day())
      print(day, expense.amount, expense.category, expense.note, separator: "\t")
    }
  }
}

struct TotalsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "totals", abstract: "Print the sum of each category.")

  @OptionGroup var period: PeriodOptions
  @OptionGroup var store: StoreOptions

  func run() throws {
    for (category, sum) in try store.open().totals(since: period.start) {
      print(category, sum, separator: "\t")
    }
  }
}
