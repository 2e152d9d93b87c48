import { createStore, type Readable } from '../../store.ts'

/** What marks the window of a `Modal` in the page. */
export const modalMark = { 'data-modal': '' }

/** Whether a `Modal` is open now. */
export const isModalOpen = (): boolean => document.querySelector('[data-modal]') !== null

const places = createStore<readonly HTMLElement[]>([])

/** The place at the top of the newest window, for what must be seen over it; null while none is open. */
export const modalTop: Readable<HTMLElement | null> = {
  get: () => places.get().at(-1) ?? null,
  subscribe: places.subscribe,
}

function take(place: HTMLElement | null) {
  if (place === null) return
  places.set([...places.get(), place])
  return () => places.set(places.get().filter(other => other !== place))
}

/** That place. */
export const ModalTop = () => <div ref={take} />
