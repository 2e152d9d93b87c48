import { useSyncExternalStore } from 'react'

/** Whether a media query holds, kept current. */
export function useMediaQuery(query: string): boolean {
  'use memo'
  const subscribe = (changed: () => void) => {
    const media = matchMedia(query)
    media.addEventListener('change', changed)
    return () => media.removeEventListener('change', changed)
  }
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** From this width on a conversation has its queue beside it. */
export const besideQueue = '(min-width: 1280px)'

/** Narrower than 700 px: one column, the navigation at the bottom. */
export const usePhoneLayout = (): boolean => useMediaQuery('(max-width: 699px)')
