/// The identity of a preset: its entity and its ID.
struct PresetName: Hashable {
  let entity: String
  let id: String
}
