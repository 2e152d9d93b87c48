import { flushSync } from 'react-dom'
import { createStore, useStore } from '../../store.ts'

/**
 * When the printing that goes on began; null while nothing is printed. The browser reads the page as soon as it has told
 * that it will, so what is drawn for paper has to stand by then. The screen's size is kept for its style (base.css).
 */
const printing = createStore<Date | null>(null, ({ get, set }) => {
  const media = matchMedia('print')
  const begin = () => {
    if (get() !== null) return
    const { style } = document.documentElement
    style.setProperty('--screen-width', `${innerWidth}px`)
    style.setProperty('--screen-height', `${innerHeight}px`)
    flushSync(() => set(new Date()))
  }
  const end = () => set(null)
  const follow = () => (media.matches ? begin() : end())
  media.addEventListener('change', follow)
  addEventListener('beforeprint', begin)
  addEventListener('afterprint', end)
  return () => {
    media.removeEventListener('change', follow)
    removeEventListener('beforeprint', begin)
    removeEventListener('afterprint', end)
  }
})

export const usePrinting = (): Date | null => useStore(printing)
