/// A conflict in its stored form, which may be of a kind that a later version of the library has added.
///
/// A store that such a version has opened can be opened by this one again: it leaves the conflict as it is.
package struct StoredConflict: Decodable {
  /// The conflict; nil if this version does not know its kind.
  package let conflict: RecordConflict?

  /// The names of the kinds, which their stored forms begin with.
  private enum KindName: String, CodingKey {
    case field, deletedByOther, deletedHere, uniqueValue, missingReference
  }

  private enum Member: String, CodingKey { case kind }

  package init(from decoder: any Decoder) throws {
    let kinds = try decoder.container(keyedBy: Member.self)
      .nestedContainer(keyedBy: KindName.self, forKey: .kind)
    conflict = kinds.allKeys.isEmpty ? nil : try RecordConflict(from: decoder)
  }
}
