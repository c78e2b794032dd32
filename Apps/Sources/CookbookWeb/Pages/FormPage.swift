import CookbookModel

/// The form that adds or edits a recipe.
struct FormPage: Page {
  static let template = "form"

  var frame: PageFrame
  var heading: String
  var action: String
  var cancel: String
  var submit: String
  var recipeID: String?
  var title: String
  var summary: String
  var cuisine: String
  var servings: String
  var minutes: String
  var ingredients: String
  var instructions: String
  var newTags: String
  var difficulties: [OrderChoice]
  var tagBoxes: [TagBox]
  var problems: [FieldProblem]
  var hasProblems: Bool
  var problem: FieldProblems

  init(_ form: RecipeForm, editing id: String?, tags: [TagCount], issues: [FieldIssue] = []) {
    heading = id == nil ? "A new recipe" : "Edit recipe"
    frame = PageFrame(title: heading)
    frame.isAdding = id == nil
    action = id.map { "/recipes/\($0)" } ?? "/recipes"
    cancel = id.map { "/recipes/\($0)" } ?? "/"
    submit = id == nil ? "Add to the book" : "Save changes"
    recipeID = id
    title = form.title
    summary = form.summary
    cuisine = form.cuisine
    servings = form.servings
    minutes = form.minutes
    ingredients = form.ingredients
    instructions = form.instructions
    newTags = form.newTags
    difficulties = Difficulty.allCases.map {
      OrderChoice(
        value: $0.rawValue,
        label: $0.label,
        isChosen: $0.rawValue == form.difficulty
      )
    }
    let chosen = Set(form.tags)
    tagBoxes = tags.map { TagBox($0, isChosen: chosen.contains($0.name)) }
    problems = issues.map(FieldProblem.init)
    hasProblems = !issues.isEmpty
    problem = FieldProblems(issues)
  }
}

/// A tag to tick.
struct TagBox {
  /// The name as the form sends it.
  var value: String
  var name: UserText
  var color: String
  var isChosen: Bool

  init(_ tag: TagCount, isChosen: Bool) {
    value = tag.name
    name = UserText(tag.name)
    color = tag.color.rawValue
    self.isChosen = isChosen
  }
}

/// A line of the list of problems, with the field it leads to.
struct FieldProblem {
  var field: String
  var message: String

  init(_ issue: FieldIssue) {
    field = issue.field.rawValue
    message = issue.message
  }
}

/// The first problem of each field.
struct FieldProblems {
  var title: String?
  var summary: String?
  var cuisine: String?
  var servings: String?
  var minutes: String?
  var difficulty: String?
  var ingredients: String?
  var instructions: String?
  var tags: String?

  init(_ issues: [FieldIssue]) {
    func first(_ field: RecipeField) -> String? {
      issues.first { $0.field == field }?.message
    }
    title = first(.title)
    summary = first(.summary)
    cuisine = first(.cuisine)
    servings = first(.servings)
    minutes = first(.minutes)
    difficulty = first(.difficulty)
    ingredients = first(.ingredients)
    instructions = first(.instructions)
    tags = first(.tags)
  }
}
