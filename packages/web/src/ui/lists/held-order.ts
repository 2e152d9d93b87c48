/**
 * The order to show while rows must not move: those that were shown stay where they are, also the ones that have gone, and
 * what comes behind the last of them is added. What belongs above waits. The same array as `ids` where that is the order.
 */
export function heldOrder(held: readonly string[], ids: readonly string[]): readonly string[] {
  if (held === ids) return ids
  const place = new Map(ids.map((id, index) => [id, index]))
  const last = held.reduce((furthest, id) => Math.max(furthest, place.get(id) ?? -1), -1)
  // Another list altogether.
  if (last === -1) return ids
  const shown = [...held, ...ids.slice(last + 1)]
  return shown.length === ids.length && shown.every((id, index) => id === ids[index]) ? ids : shown
}
