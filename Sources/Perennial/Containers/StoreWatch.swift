/// The watch over the files of a container's stores. It ends when it is released.
///
/// A container holds it, and so does each of its contexts, because the objects of a main context may be
/// held longer than the container. It is not left to the coordinator, which a look that is under way
/// may hold a moment longer, and with it the files.
final class StoreWatch: Sendable {
  private let watches: [FileWatch]

  init(_ watches: [FileWatch]) { self.watches = watches }

  deinit {
    for watch in watches { watch.cancel() }
  }
}
