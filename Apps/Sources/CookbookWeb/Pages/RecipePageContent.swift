import CookbookModel
import Foundation

/// A recipe with everything in it.
struct RecipePageContent: Page {
  static let template = "recipe"

  var frame: PageFrame
  var recipe: RecipeCard
  var banner: String
  /// The parts of a preset that the cook has edited.
  var edits: [EditedPart]
  var ingredients: [IngredientRow]
  /// The word behind the number of servings.
  var servingsWord: String
  var steps: [UserText]
  var log: [LogRow]
  var hasLog: Bool
  var logCount: String
  var logDate: String
  var logNote: String
  var stars: [StarChoice]
  var logProblems: [String]
  var hasLogProblems: Bool

  /// - Parameters:
  ///   - detail: The recipe.
  ///   - preset: The preset of an edited recipe, without the edits; nil if it is unknown.
  ///   - marks: The recipes that have a badge because of the sync.
  ///   - notice: The confirmation that the page shows.
  ///   - logForm: The form of the log as it was typed.
  ///   - logIssues: The mistakes in that form.
  init(
    _ detail: RecipeDetail,
    comparedWith preset: RecipeDraft?,
    marks: SyncMarks = SyncMarks(),
    notice: Notice?,
    logForm: LogForm = LogForm(),
    logIssues: [FieldIssue] = []
  ) {
    frame = PageFrame(title: detail.recipe.title.isolated, notice: notice)
    frame.isBook = true
    recipe = RecipeCard(detail.recipe, marks: marks)
    banner = Emblem(detail.recipe).banner
    edits = detail.recipe.state.fields.map { EditedPart($0, of: detail.draft, beside: preset) }
    ingredients = detail.ingredients.enumerated().map(IngredientRow.init)
    servingsWord = detail.recipe.servings == 1 ? "serving" : "servings"
    steps = detail.instructions.map(UserText.init)
    log = detail.log.map(LogRow.init)
    hasLog = !detail.log.isEmpty
    logCount = PageText.times(detail.log.count)
    logDate = logForm.date
    logNote = logForm.note
    stars = (1...5).reversed().map { StarChoice($0, isChosen: String($0) == logForm.rating) }
    logProblems = logIssues.map(\.message)
    hasLogProblems = !logIssues.isEmpty
  }
}

/// An ingredient as the templates show it.
struct IngredientRow {
  var index: Int
  var quantity: String
  /// The quantity for scripts; nil when there is none to scale.
  var number: String?
  var unit: UserText
  var name: UserText

  init(_ index: Int, _ line: IngredientLine) {
    self.index = index
    quantity = line.quantityText
    number = line.quantity.map { String($0) }
    unit = UserText(line.unit)
    name = UserText(line.name)
  }
}

/// An entry of the log as the templates show it.
struct LogRow {
  var id: String
  var day: String
  var machineDay: String
  var note: UserText?
  var rating: Int
  var filled: [Int]
  var hollow: [Int]

  init(_ item: LogItem) {
    id = item.id.uuidString
    day = PageText.longDay(item.date)
    machineDay = PageText.day(item.date)
    note = UserText(unlessEmpty: item.note)
    rating = item.rating
    filled = Array(repeating: 1, count: min(max(item.rating, 0), 5))
    hollow = Array(repeating: 1, count: 5 - filled.count)
  }
}

/// A number of stars to choose.
struct StarChoice {
  var value: Int
  var label: String
  var isChosen: Bool

  init(_ value: Int, isChosen: Bool) {
    self.value = value
    self.isChosen = isChosen
    label = PageText.count(value, one: "star", many: "stars")
  }
}
