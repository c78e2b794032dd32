import PerennialRecords
import PerennialReplication
import PerennialSync

/// A request of a device in a history, which the hub has answered or not.
enum HistoryFlight {
  case pull(PullRequest, Result<PullReply, HubError>)
  case push(Batch, Result<PushReply, HubError>)

  /// Takes the answer into a store.
  ///
  /// - Returns: `false` if the device has to ask again.
  func take(into replica: Replica<StoreReplica>) throws -> Bool {
    switch self {
    case .pull(let request, let result): return try replica.apply(result.get(), to: request)
    case .push(let batch, let result):
      try replica.acknowledge(batch, result.get())
      return true
    }
  }
}

/// An event of a history. Its details follow from its own seed. So it means the same if others are left out.
struct HistoryEvent<Kind: Sendable>: Sendable {
  let kind: Kind
  let device: Int
  let seed: UInt64
}
