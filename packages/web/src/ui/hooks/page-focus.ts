import { useSyncExternalStore } from 'react'

const subscribe = (changed: () => void) => {
  window.addEventListener('focus', changed)
  window.addEventListener('blur', changed)
  document.addEventListener('visibilitychange', changed)
  return () => {
    window.removeEventListener('focus', changed)
    window.removeEventListener('blur', changed)
    document.removeEventListener('visibilitychange', changed)
  }
}

/** Whether somebody looks at this page now: visible, and the window in front. */
export const isPageInFront = (): boolean => document.visibilityState === 'visible' && document.hasFocus()

/** The same, followed. */
export const usePageFocus = (): boolean => useSyncExternalStore(subscribe, isPageInFront)
