import { type PointerEvent, useState } from 'react'
import { heldOrder } from './held-order.ts'

interface HeldOrder {
  /** The rows' ids as they are to be shown. */
  readonly shown: readonly string[]
  /** The rows have another order by now, or others came. */
  readonly changed: boolean
  /** Shows the newest order at once. */
  readonly release: () => void
  readonly pointerProps: {
    readonly onPointerMove: (event: PointerEvent) => void
    readonly onPointerLeave: () => void
    readonly onWheel: () => void
  }
}

/**
 * While a pointer rests on a list its rows stay where they are: a click opens the row that was aimed at, whatever came in
 * meanwhile. The newest order shows when the pointer leaves, and at the turn of a wheel, which moves the rows anyway.
 */
export function useHeldOrder(place: string, ids: readonly string[]): HeldOrder {
  'use memo'
  const [held, setHeld] = useState<{ readonly place: string; readonly ids: readonly string[] } | null>(null)
  const shown = held === null || held.place !== place ? ids : heldOrder(held.ids, ids)
  const release = () => setHeld(null)
  return {
    shown,
    changed: shown !== ids,
    release: () => setHeld({ place, ids }),
    pointerProps: {
      // A finger is on the list only while it presses or pulls.
      onPointerMove: ({ pointerType }) => {
        if (pointerType !== 'touch' && held?.place !== place) setHeld({ place, ids })
      },
      onPointerLeave: release,
      onWheel: release,
    },
  }
}
