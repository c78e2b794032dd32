/// The record that a store keeps of a reset: of an object, of all presets of an entity (key 0), or of all presets (no
/// entity).
struct ResetRecord {
  let entityName: String
  let key: Int64

  init(entityName: String = "", key: Int64 = 0) {
    self.entityName = entityName
    self.key = key
  }
}
