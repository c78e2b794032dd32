public import Foundation

extension ModelContainer {
  /// A notification that is posted after another process, or another container of this process, has written
  /// to a store of a container. Its object is the container. The contexts of the container have received the
  /// changes by then.
  ///
  /// `userInfo` has a dictionary of tokens by store identifier, under the raw value of
  /// ``ModelContext/NotificationKey/historyTokens``:
  ///
  /// ```swift
  /// let key = ModelContext.NotificationKey.historyTokens.rawValue
  /// let tokens = notification.userInfo?[key] as? [String: any HistoryToken]
  /// ```
  public static let remoteChange = Notification.Name("ModelContainer.remoteChange")

  /// Posts ``remoteChange``. The container is nil if only a context or an object keeps its stores open.
  static func postRemoteChange(
    _ tokens: [String: any HistoryToken], of container: ModelContainer?
  ) {
    NotificationCenter.default.post(
      name: remoteChange, object: container,
      userInfo: [ModelContext.NotificationKey.historyTokens.rawValue: tokens])
  }
}
