import { type ComponentType, createElement, type LazyExoticComponent, lazy, Suspense, useEffect } from 'react'

const againMs = 3_000
/** Soon after the screen stands; by then its own calls have been made. */
const soonMs = 1_000
/** For who only reads: later than the first screen needs on a slow line. */
const unusedMs = 5_000

export interface LazyPart<Props> {
  /** Suspends until its code is there. */
  readonly Part: LazyExoticComponent<ComponentType<Props>>
  /** Asks for the code before it is needed. */
  readonly preload: () => void
}

/**
 * A screen, or a part of one, whose code comes later. Unlike `lazy` alone it never takes the screen down: code that cannot be fetched,
 * because the server is away, is asked for again every 3 s; where the browser remembers the failure, the page offers a reload.
 */
export function lazyWithRetry<Props>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let fetching: Promise<ComponentType<Props>> | null = null
  const fetchOnce = () => (fetching ??= untilLoaded(load))
  return { Part: lazy(async () => ({ default: await fetchOnce() })), preload: () => void fetchOnce() }
}

/** A part of a screen that shows nothing until its code is there. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const { Part } = lazyWithRetry(load)
  return props => createElement(Suspense, null, createElement(Part as ComponentType<Props>, props))
}

/** Code that comes later, and its style; asked for again every 3 s. */
export async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      const code = await load()
      await Promise.all([...failedSheets].map(fetchAgain))
      return code
    } catch (cause) {
      console.warn('A part of the page could not be loaded yet', cause)
      await new Promise(done => setTimeout(done, againMs))
    }
  }
}

const failedSheets = new Set<HTMLLinkElement>()

/** Notes which sheets fail: the build's own loader asks for each once, and would then show a part without its style. */
export function watchSheets(): void {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedSheets.add(target)
  }
  document.addEventListener('error', note, { capture: true })
}

const fetchAgain = (failed: HTMLLinkElement) =>
  new Promise<void>((done, fail) => {
    const again = document.createElement('link')
    again.rel = 'stylesheet'
    again.href = failed.href
    again.addEventListener('load', () => {
      failedSheets.delete(failed)
      failed.remove()
      done()
    })
    again.addEventListener('error', () => {
      failedSheets.delete(again)
      again.remove()
      fail(new Error(`${failed.href} could not be fetched`))
    })
    // In the place of the one that failed: of two rules that say different things the later one holds.
    failed.after(again)
  })

let firstUse: Promise<void> | null = null

/** Resolves with the first move or key in the page, or after 5 s without one. */
function used(): Promise<void> {
  firstUse ??= new Promise(done => {
    for (const kind of ['pointermove', 'pointerdown', 'keydown']) {
      addEventListener(kind, () => done(), { once: true, capture: true, passive: true })
    }
    setTimeout(done, unusedMs)
  })
  return firstUse
}

/**
 * Fetches ahead what may be needed next: soon after the screen stands and once somebody uses the page, so that a slow line
 * is left to what the first screen needs. Returns how to call it off.
 */
export function fetchAhead(fetch: () => void): () => void {
  let isWanted = true
  const whenUsed = async () => {
    await used()
    if (isWanted) fetch()
  }
  const timer = setTimeout(() => void whenUsed(), soonMs)
  return () => {
    isWanted = false
    clearTimeout(timer)
  }
}

/** Has a screen's parts ready before anybody presses for them, so that they open while the server is away too. */
export function usePreloaded(...parts: readonly Pick<LazyPart<never>, 'preload'>[]): void {
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the parts are constants of their module
  useEffect(() => fetchAhead(() => parts.forEach(part => part.preload())), [])
}
