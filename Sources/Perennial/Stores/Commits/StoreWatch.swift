/// The watch over the files of a container's stores. It ends when it is released.
///
/// A container retains it, and so does each of its contexts, because the objects of a main context may
/// outlive the container. The coordinator does not retain it: a check in progress may retain the coordinator
/// a moment longer, and with it the files.
final class StoreWatch: Sendable {
  private let watches: [FileWatch]

  init(_ watches: [FileWatch]) { self.watches = watches }

  deinit {
    for watch in watches { watch.cancel() }
  }
}
