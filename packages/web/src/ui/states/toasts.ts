import { Toast } from '@base-ui/react/toast'
import type { ReactNode } from 'react'
import { toastsWanted } from './toasts-wanted.ts'

/** Time as the queue sees it. */
interface ToastClock {
  /** Epoch milliseconds. */
  now(): number
  /** Runs once after so many milliseconds. Returns how to call it off. */
  after(ms: number, run: () => void): () => void
}

/** How long a toast is shown before it fades. */
const toastMs = 5_000
/** This many are shown at once. */
const mostToasts = 3

interface Shown {
  readonly id: string
  /** What is left of its time; null: it stays until it is closed. */
  left: number | null
  runsSince: number
  cancel: (() => void) | null
}

/**
 * When toasts fade: each after 5 s, not counting while the reader is at them, and the oldest at once when a fourth comes.
 * The time of a toast runs whether or not the window is in front.
 */
export class ToastQueue {
  readonly #clock: ToastClock
  readonly #fade: (id: string) => void
  #shown: Shown[] = []
  #paused = false

  constructor(clock: ToastClock, fade: (id: string) => void) {
    this.#clock = clock
    this.#fade = fade
  }

  /** Counts a toast that is shown, or shown anew: then its time starts again. */
  add(id: string, stays: boolean): void {
    this.forget(id)
    const toast = { id, left: stays ? null : toastMs, runsSince: 0, cancel: null }
    this.#shown.push(toast)
    if (!this.#paused) this.#run(toast)
    const [oldest] = this.#shown
    if (this.#shown.length > mostToasts && oldest !== undefined) this.#end(oldest)
  }

  /** Forgets one that was closed by hand. */
  forget(id: string): void {
    this.#shown.find(toast => toast.id === id)?.cancel?.()
    this.#shown = this.#shown.filter(toast => toast.id !== id)
  }

  /** The pointer or the focus is on the toasts: no time runs. */
  pause(): void {
    if (this.#paused) return
    this.#paused = true
    const now = this.#clock.now()
    for (const toast of this.#shown) {
      toast.cancel?.()
      toast.cancel = null
      if (toast.left !== null) toast.left = Math.max(0, toast.left - (now - toast.runsSince))
    }
  }

  /** Time runs on. */
  resume(): void {
    if (!this.#paused) return
    this.#paused = false
    for (const toast of this.#shown) this.#run(toast)
  }

  /** Forgets all: nobody draws them any more. */
  clear(): void {
    for (const toast of this.#shown) toast.cancel?.()
    this.#shown = []
    this.#paused = false
  }

  #run(toast: Shown): void {
    if (toast.left === null) return
    toast.runsSince = this.#clock.now()
    toast.cancel = this.#clock.after(toast.left, () => this.#end(toast))
  }

  #end({ id }: Shown): void {
    this.forget(id)
    this.#fade(id)
  }
}

/** What a toast carries beside its words. */
export type ToastDetail = {
  icon?: ReactNode
  /** What a press anywhere on the toast does. */
  onPress?: () => void
  /** The words on the toast that say what a press does; without them the title is the button. */
  action?: string
}

/** The one stack of toasts; `ToastRegion` draws it. */
export const toastManager = Toast.createToastManager<ToastDetail>()

/** When they fade. */
export const toastQueue = new ToastQueue(
  {
    now: () => Date.now(),
    after: (ms, run) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  },
  id => toastManager.close(id),
)

type ToastRequest = ToastDetail & {
  title: string
  description?: string
  /** A toast with the same key replaces the one on the screen. */
  key?: string
  /** Said at once, whatever the reader is in the middle of. */
  urgent?: boolean
  /** Stays until it is closed by hand. */
  stays?: boolean
}

/** Toasts that were asked for before anything drew them: they would be lost. */
const waiting: ToastRequest[] = []
let isDrawn = false

/** Whoever draws the toasts says so, and gets those that waited. Answers how to say that it ends. */
export function drawToasts(): () => void {
  isDrawn = true
  for (const request of waiting.splice(0)) showToast(request)
  return () => {
    isDrawn = false
  }
}

/** Shows a toast for 5 s (longer while the pointer or focus is on it). */
export function showToast(request: ToastRequest): void {
  if (!isDrawn) {
    waiting.push(request)
    toastsWanted.set(true)
    return
  }
  const { title, description, key, urgent, stays, ...data } = request
  const id: string = toastManager.add({
    id: key,
    title,
    description,
    data,
    priority: urgent ? 'high' : 'low',
    onClose: () => toastQueue.forget(id),
  })
  toastQueue.add(id, stays ?? false)
}

/** Makes a toast fade, if it is shown. */
export const closeToast = (id: string): void => toastManager.close(id)
