import { Toast } from '@base-ui/react/toast'
import type { ReactNode } from 'react'

/** What a toast carries beside its words. */
export type ToastDetail = { icon?: ReactNode }

/** The one stack of toasts; `ToastRegion` draws it. */
export const toastManager = Toast.createToastManager<ToastDetail>()

type ToastRequest = {
  title: string
  description?: string
  icon?: ReactNode
  /** What a press anywhere on the toast does, and the words that say so, such as "View Conversation". */
  action?: { label: string; onPress: () => void }
  /** A toast with the same key replaces the one on the screen. */
  key?: string
}

/** Shows a toast for 5 s (longer while the pointer or focus is on it). Returns its id. */
export function showToast({ title, description, icon, action, key }: ToastRequest): string {
  return toastManager.add({
    id: key,
    title,
    description,
    data: { icon },
    actionProps: action && { children: action.label, onClick: action.onPress },
  })
}
