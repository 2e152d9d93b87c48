import { Toast } from '@base-ui/react/toast'
import type { ReactNode } from 'react'
import { ToastQueue } from './toast-queue.ts'

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

/** Shows a toast for 5 s (longer while the pointer or focus is on it). Returns its id. */
export function showToast({ title, description, key, urgent, stays, ...data }: ToastRequest): string {
  const id: string = toastManager.add({
    id: key,
    title,
    description,
    data,
    priority: urgent ? 'high' : 'low',
    onClose: () => toastQueue.forget(id),
  })
  toastQueue.add(id, stays ?? false)
  return id
}

/** Makes a toast fade, if it is shown. */
export const closeToast = (id: string): void => toastManager.close(id)
