/// A change in place of a collection that the program is making, and what is recorded of it.
final class MemberLoan<Model: PersistentModel> {
  /// `true` if the program got the buffer of the cache, so that no change of it is missed.
  let isRecorded: Bool
  /// The number of changes of the cache at the beginning.
  let changes: Int
  /// The list after the recorded changes. It shares its buffer with the list of the program. Empty if changes are not
  /// recorded.
  private(set) var list: [Model]
  /// The objects at the beginning.
  private var former: [Model]
  /// `true` if a change is recorded.
  private(set) var isChanged = false
  /// The numbers of objects at the start and at the end that have not changed.
  private(set) var prefix: Int
  private(set) var suffix: Int
  /// `true` if there was a change that can be recorded.
  var isRecordable = false

  init(_ models: [Model], changes: Int, isRecorded: Bool) {
    list = isRecorded ? models : []
    former = models
    (prefix, suffix) = (models.count, models.count)
    (self.changes, self.isRecorded) = (changes, isRecorded)
  }

  /// Replaces objects of the program's list, and records that.
  func replace(_ range: Range<Int>, of list: inout [Model], with new: [Model]) {
    // If the program alone has the buffer, the change copies nothing.
    self.list = []
    list.replaceSubrange(range, with: new)
    self.list = list
    isChanged = true
    prefix = min(prefix, range.lowerBound)
    suffix = min(suffix, list.count - range.lowerBound - new.count)
  }

  /// Releases the lists, which the cache can change without a copy then.
  func releaseLists() { (list, former) = ([], []) }

  /// Returns the members after the program's change and those that others have made meanwhile.
  ///
  /// - Complexity: O(*n*) in the number of members.
  func merged(_ list: [Model], with members: [any PersistentModel]) -> [any PersistentModel] {
    if list.count == former.count, list.commonPrefix(with: former) == list.count { return members }
    let before = Set(former.map { ObjectIdentifier($0) })
    let present = Set(members.map { ObjectIdentifier($0) })
    let kept = list.filter { model in
      let key = ObjectIdentifier(model)
      return !before.contains(key) || present.contains(key)
    }
    let own = Set(list.map { ObjectIdentifier($0) })
    let others = members.filter { model in
      let key = ObjectIdentifier(model)
      return !before.contains(key) && !own.contains(key)
    }
    return kept.map { $0 as any PersistentModel } + others
  }
}
