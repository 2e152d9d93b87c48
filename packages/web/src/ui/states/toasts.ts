import { Toast } from '@base-ui/react/toast'
import type { ReactNode } from 'react'
import { ToastQueue } from './toast-queue.ts'
import { toastsWanted } from './toasts-wanted.ts'

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
