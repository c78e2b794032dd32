#if os(Linux)
import Foundation
import PerennialCURL
import Synchronization

/// The transfers of a client, and the connections that they share.
final class CURLTransfers: Sendable {
  /// A wish to the thread.
  enum Order: Sendable {
    case begin(Int, HTTPRequest, CheckedContinuation<HTTPAnswer, any Error>)
    case cancel(Int)
  }

  private struct State {
    var orders: [Order] = []
    var hasThread = false
    var lastNumber = 0
  }

  /// All processes' first use of libcurl.
  private static let isInitialised = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  private let state = Mutex(State())
  // The thread alone uses it, but for `curl_multi_wakeup`, which every thread may call.
  nonisolated(unsafe) private let handle: UnsafeMutableRawPointer

  init?(connectionCount: Int) {
    guard Self.isInitialised, let handle = curl_multi_init() else { return nil }
    self.handle = handle
    perennial_curl_set_limit(handle, CURLMOPT_MAXCONNECTS, connectionCount)
  }

  // The thread holds the object, so there is none now.
  deinit { curl_multi_cleanup(handle) }

  func nextNumber() -> Int {
    state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
  }

  func enter(_ order: Order) {
    let needsThread = state.withLock { state in
      state.orders.append(order)
      defer { state.hasThread = true }
      return !state.hasThread
    }
    if needsThread {
      Thread.detachNewThread { [self] in drive() }
    } else {
      curl_multi_wakeup(handle)
    }
  }

  /// Returns the orders since the last call; nil if there are none, and the thread ends.
  private func takeOrders(orEnd canEnd: Bool) -> [Order]? {
    state.withLock { state in
      if state.orders.isEmpty, canEnd {
        state.hasThread = false
        return nil
      }
      defer { state.orders = [] }
      return state.orders
    }
  }

  // MARK: The thread

  private func drive() {
    var transfers: [Int: CURLTransfer] = [:]
    while let orders = takeOrders(orEnd: transfers.isEmpty) {
      for order in orders {
        switch order {
        case .begin(let number, let request, let continuation):
          begin(CURLTransfer(request, continuation), number, in: &transfers)
        case .cancel(let number): end(number, in: &transfers, .failure(CancellationError()))
        }
      }
      var running: Int32 = 0
      curl_multi_perform(handle, &running)
      endFinished(in: &transfers)
      for (number, transfer) in transfers where transfer.idleTime >= transfer.request.patience {
        end(
          number, in: &transfers, .failure(HTTPTransportError.idle(for: transfer.request.patience)))
      }
      guard let wait = transfers.values.map({ $0.request.patience - $0.idleTime }).min() else {
        continue
      }
      // Rounded up, and a day at most. libcurl returns earlier when something happens.
      let milliseconds = min(max(wait / .milliseconds(1), 0), 86_400_000).rounded(.up)
      curl_multi_poll(handle, nil, 0, Int32(milliseconds) + 1, nil)
    }
  }

  private func begin(
    _ transfer: CURLTransfer, _ number: Int, in transfers: inout [Int: CURLTransfer]
  ) {
    do {
      let easy = try transfer.prepare()
      let code = curl_multi_add_handle(handle, easy)
      guard code == CURLM_OK else {
        throw HTTPTransportError.network(String(cString: curl_multi_strerror(code)))
      }
      transfers[number] = transfer
    } catch { transfer.continuation.resume(throwing: error) }
  }

  private func end(
    _ number: Int, in transfers: inout [Int: CURLTransfer], _ result: Result<HTTPAnswer, any Error>
  ) {
    guard let transfer = transfers.removeValue(forKey: number) else { return }
    if let easy = transfer.easy { curl_multi_remove_handle(handle, easy) }
    transfer.continuation.resume(with: result)
  }

  private func endFinished(in transfers: inout [Int: CURLTransfer]) {
    var left: Int32 = 0
    var finished: [(number: Int, code: CURLcode)] = []
    while let message = curl_multi_info_read(handle, &left)?.pointee {
      guard message.msg == CURLMSG_DONE,
        let number = transfers.first(where: { $0.value.easy == message.easy_handle })?.key
      else { continue }
      finished.append((number, message.data.result))
    }
    for (number, code) in finished {
      guard let transfer = transfers[number] else { continue }
      end(number, in: &transfers, Result { try transfer.answer(after: code) })
    }
  }
}
#endif
