extension RecordState {
  /// Returns the state with other stamps. The catalog's content and the copies of older apps have none of a
  /// device.
  public func mappingStamps(_ map: (Stamp) -> Stamp) -> RecordState {
    var state = self
    state.edits = edits.mapValues {
      FieldEdit(stamp: map($0.stamp), value: $0.value, base: $0.base)
    }
    state.links = links.mapValues { $0.mappingStamps(map) }
    state.counters = counters.mapValues { $0.mappingStamps(map) }
    state.deletion = deletion.map { DeletionState(stamp: map($0.stamp), isDeleted: $0.isDeleted) }
    state.upsert = upsert.map(map)
    state.reset = reset.map(map)
    state.fieldResets = fieldResets.mapValues(map)
    return state
  }

  /// Returns the values and the deletion or restoration that a device has written, and the links that it has added before
  /// a time.
  package func written(
    by device: DeviceIdentifier, linksBefore time: HybridTime
  ) -> RecordState {
    var written = RecordState()
    written.edits = edits.filter { $1.stamp.device == device }
    if let deletion, deletion.stamp.device == device { written.deletion = deletion }
    if let upsert, upsert.device == device { written.upsert = upsert }
    for (field, edits) in links {
      for (target, edit) in edits.edits {
        guard let addition = edit.additions[device], addition < time else { continue }
        written.link(field, to: target, at: Stamp(time: addition, device: device))
      }
    }
    return written
  }
}

extension CounterTotals {
  /// The resets keep their stamps: each belongs to a change of its own.
  fileprivate func mappingStamps(_ map: (Stamp) -> Stamp) -> CounterTotals {
    var result = self
    result.totals = totals.mapValues {
      Total(stamp: map($0.stamp), amount: $0.amount, reset: $0.reset)
    }
    return result
  }
}

extension LinkEdits {
  fileprivate func mappingStamps(_ map: (Stamp) -> Stamp) -> LinkEdits {
    func mapped(_ times: [DeviceIdentifier: HybridTime]) -> [DeviceIdentifier: HybridTime] {
      var result: [DeviceIdentifier: HybridTime] = [:]
      for (device, time) in times { result[device] = map(Stamp(time: time, device: device)).time }
      return result
    }
    var result = self
    for (target, edit) in edits {
      result.edits[target]?.additions = mapped(edit.additions)
      result.edits[target]?.removals = mapped(edit.removals)
      result.edits[target]?.withdrawal = edit.withdrawal.map(map)
      result.edits[target]?.order = edit.order.map { OrderKey(stamp: map($0.stamp), key: $0.key) }
      result.edits[target]?.inverseOrder = edit.inverseOrder.map {
        OrderKey(stamp: map($0.stamp), key: $0.key)
      }
    }
    return result
  }
}
