/// A condition of a filter in both languages.
struct FilterCondition {
  let sql: SQLCondition
  let swift: SwiftCondition
}
