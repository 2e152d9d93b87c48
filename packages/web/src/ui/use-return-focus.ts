import { useRef } from 'react'
import { boxToReturnTo } from './write-box.ts'

/**
 * Where the focus goes when a popup closes: to the box in which the agent writes, else where `otherwise` says. It stays where
 * it is if what was chosen has taken it elsewhere. A function of the caller's makes the library move it in any case.
 */
export function useReturnFocus(otherwise: () => HTMLElement | boolean) {
  const popup = useRef<HTMLElement>(null)
  return {
    onPopup: (element: HTMLElement | null) => {
      // Asked for when the popup has gone.
      if (element !== null) popup.current = element
    },
    finalFocus: () => {
      const at = document.activeElement
      const isFree = at === null || at === document.body || popup.current?.contains(at) === true
      return isFree ? (boxToReturnTo() ?? otherwise()) : false
    },
  }
}
