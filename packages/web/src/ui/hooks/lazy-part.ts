import { type ComponentType, type LazyExoticComponent, lazy, useEffect } from 'react'

const againMs = 3_000
/** Soon after the screen stands; by then its own calls have been made. */
export const soonMs = 1_000

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
  const fetchOnce = () => {
    fetching ??= untilLoaded(load)
    return fetching
  }
  return {
    Part: lazy(async () => ({ default: await fetchOnce() })),
    preload: () => void fetchOnce(),
  }
}

/** Code that comes later; asked for again every 3 s. */
export async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch (cause) {
      console.warn('A part of the page could not be loaded yet', cause)
      await new Promise(done => setTimeout(done, againMs))
    }
  }
}

/** Has a screen's parts ready before anybody presses for them, so that they open while the server is away too. */
export function usePreloaded(...parts: readonly Pick<LazyPart<never>, 'preload'>[]): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const part of parts) part.preload()
    }, soonMs)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the parts are constants of their module
  }, [])
}
