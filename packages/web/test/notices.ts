import type { Notification } from '@parley/core/notifications/api'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import type * as z from 'zod'
import { queryClient } from '../src/app/query-client.ts'
import { openConsole, type Opening } from './console.tsx'
import type { FakeApi } from './fake-api.ts'
import { notification } from './samples.ts'

type Notice = z.input<typeof Notification>

/** Each notice has an id of its own: the page remembers which were read, and which it has told of. */
let lastId = 5000

export function notice(fields: Partial<Notice> = {}): Notice {
  lastId += 1
  return notification({
    title: 'From Brian Odongo',
    timestamp: new Date().toISOString(),
    data: { importance: 'medium' },
    auto_close: true,
    ...fields,
    id: String(lastId),
  })
}

export const bell = () => page.getByRole('button', { name: /^Notifications/ })
export const panel = () => page.getByRole('dialog', { name: 'Notifications', exact: true })
export const rows = () => panel().getByRole('listitem')
export const region = () => page.getByRole('region', { name: 'New notifications' })
const drawn = '[role=dialog]:not([data-ending-style]), [role=alertdialog]:not([data-ending-style])'

/** The words of each toast that does not fade. */
export const toasts = (): string[] =>
  region()
    .elements()
    .flatMap(one => [...one.querySelectorAll<HTMLElement>(drawn)])
    .map(one => one.innerText)

/** What the server would answer to a poll, the newest first. */
const heldBy = new WeakMap<FakeApi, Notice[]>()

/** Opens the console with these notices, and waits until all is fetched and a notice that arrives is news. */
export async function openListening(
  path: string,
  { held = [], given, ...opening }: Opening & { readonly held?: readonly Notice[] } = {},
): Promise<FakeApi> {
  const all = [...held]
  const api = await openConsole(path, {
    ...opening,
    given: one => {
      heldBy.set(one, all)
      one.answer('pollNotifications', () => [...all])
      given?.(one)
    },
  })
  await expect.poll(() => api.opened('agent') * api.opened('notifications')).toBeGreaterThan(0)
  await expect.element(bell()).toBeVisible()
  await expect.poll(() => api.askedFor('pollNotifications').length).toBeGreaterThan(0)
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  return api
}

/** The agent gets a notice, by the socket of changes; each later poll has it too. */
export function leave(api: FakeApi, one: Notice): void {
  heldBy.get(api)?.unshift(one)
  api.publish({ event: 'notification', data: { ...one, dismissed: false } })
}

/** The server takes a notice away. */
export function dismiss(api: FakeApi, one: Notice): void {
  const held = heldBy.get(api) ?? []
  held.splice(held.indexOf(one), 1)
  api.publish({ event: 'notification', data: { ...one, dismissed: true } })
}
