import PerennialInspection

/// The links from a window to the ones beside it.
struct Pager: Sendable {
  let first: String?
  let previous: String?
  let next: String?
  let last: String?
  let isNeeded: Bool

  /// - Parameters:
  ///   - base: The address of the first window.
  ///   - keys: The first and the last key of the window.
  ///   - fragment: The part of the page that the links go to; empty for the page.
  init(
    _ base: Address, keys: (first: Int64, last: Int64)?, hasPrevious: Bool, hasNext: Bool,
    fragment: String = ""
  ) {
    first = hasPrevious ? base.text + fragment : nil
    previous =
      hasPrevious ? keys.map { base.adding("before", "\($0.first)").text + fragment } : nil
    next = hasNext ? keys.map { base.adding("after", "\($0.last)").text + fragment } : nil
    last = hasNext ? base.adding("at", "end").text + fragment : nil
    isNeeded = hasPrevious || hasNext
  }
}
