/// The origin of a preset's link. The raw value is that of the column `_preset` of the join table, 0 for NULL.
package enum PresetLinkOrigin: Int64 {
  case user = 0
  case catalog = 1
  /// The user has inserted the link, and the catalog has it too.
  case both = 2
}
