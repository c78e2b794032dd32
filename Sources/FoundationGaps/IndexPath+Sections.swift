#if !canImport(Darwin)
public import Foundation

// The members that UIKit and AppKit add to Foundation's index paths, for results with sections.

extension IndexPath {
  /// Creates the path of an item in a section.
  ///
  /// ```swift
  /// let path = IndexPath(item: 2, section: 0)
  /// print(path.section, path.item)  // 0 2
  /// ```
  @_disfavoredOverload
  public init(item: Int, section: Int) { self = [section, item] }

  /// The index of the section; 0 in a path that is empty.
  @_disfavoredOverload
  public var section: Int {
    get { count > 0 ? self[0] : 0 }
    set { self = IndexPath(item: item, section: newValue) }
  }

  /// The index of an item in its section; 0 in a path that names no item.
  @_disfavoredOverload
  public var item: Int {
    get { count > 1 ? self[1] : 0 }
    set { self = IndexPath(item: newValue, section: section) }
  }
}
#endif
