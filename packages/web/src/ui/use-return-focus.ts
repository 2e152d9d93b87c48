import { type RefObject, useRef } from 'react'
import { boxToReturnTo } from './write-box.ts'

/**
 * Where the focus goes when a popup closes: to the box in which the agent writes, else to `otherwise`, or to what
 * opened it. It stays where it is if what was chosen took it elsewhere, which the library does not look at itself where it
 * is given a function.
 */
export function useReturnFocus(otherwise?: RefObject<HTMLElement | null>) {
  const popup = useRef<HTMLElement>(null)
  return {
    onPopup: (element: HTMLElement | null) => {
      // Asked for when the popup has gone.
      if (element !== null) popup.current = element
    },
    finalFocus: () => {
      const at = document.activeElement
      const isFree = at === null || at === document.body || popup.current?.contains(at) === true
      return isFree ? (boxToReturnTo() ?? otherwise?.current ?? true) : false
    },
  }
}
