import { createStore, useStore } from '../../store.ts'

/** What the browser lets us show outside the page; "unavailable" where it knows no notifications. */
export type BrowserPermission = NotificationPermission | 'unavailable'

const permission = (): BrowserPermission =>
  'Notification' in window ? Notification.permission : 'unavailable'

const permitted = createStore<BrowserPermission>('default', ({ set }) => {
  set(permission())
  return () => undefined
})

/** The browser's permission, as it stands since it was last asked or looked at here. */
export const useBrowserPermission = (): BrowserPermission => useStore(permitted)

/** Asks the person. Only ever after a press that says so: browsers punish pages that ask by themselves. */
export async function askPermission(): Promise<void> {
  await Notification.requestPermission()
  permitted.set(permission())
}

interface BrowserNotice {
  readonly title: string
  readonly body: string
  /** Two pages of one browser that show the same event show it once. */
  readonly tag: string
  readonly onPress: () => void
}

/** Shows a notification of the browser, if that is permitted. It is silent: the page has its own sound. */
export function showBrowserNotice({ title, body, tag, onPress }: BrowserNotice): void {
  if (permission() !== 'granted') return
  try {
    const shown = new Notification(title, { body, tag, silent: true, icon: '/favicon.svg' })
    shown.addEventListener('click', () => {
      window.focus()
      shown.close()
      onPress()
    })
  } catch (cause) {
    // Phones allow them to service workers alone.
    console.warn('The browser could not show a notification', cause)
  }
}
