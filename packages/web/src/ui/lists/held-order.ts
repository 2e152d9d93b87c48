import { type PointerEvent, useState } from 'react'

/**
 * While a pointer rests on a list its rows stay where they are: a click opens the row that was aimed at, whatever came in
 * meanwhile. The newest order shows when the pointer leaves, and at the turn of a wheel, which moves the rows anyway.
 */
export function useHeldOrder(place: string, ids: readonly string[]) {
  'use memo'
  const [held, setHeld] = useState<{ readonly place: string; readonly ids: readonly string[] } | null>(null)
  const shown = held === null || held.place !== place ? ids : heldOrder(held.ids, ids)
  const release = () => setHeld(null)
  return {
    /** The rows' ids as they are to be shown. */
    shown,
    /** The rows have another order by now, or others came. */
    changed: shown !== ids,
    /** Shows the newest order at once. */
    release: () => setHeld({ place, ids }),
    pointerProps: {
      // A finger is on the list only while it presses or pulls.
      onPointerMove: ({ pointerType }: PointerEvent) => {
        if (pointerType !== 'touch' && held?.place !== place) setHeld({ place, ids })
      },
      onPointerLeave: release,
      onWheel: release,
    },
  }
}

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
