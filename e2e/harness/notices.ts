import { expect, type Page } from '@playwright/test'

export const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
export const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications', exact: true })
export const rows = (page: Page) => panel(page).getByRole('listitem')
export const toasts = (page: Page) =>
  page
    .getByRole('region', { name: 'New notifications' })
    .locator('[role=dialog], [role=alertdialog]')
    .and(page.locator(':not([data-ending-style])'))

/** Makes a call as the page's agent. */
export const call = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async ([verb, where, sent]) => {
      const answer = await fetch(`/api/v1/${where}`, {
        method: verb,
        headers: {
          authorization: `Bearer ${localStorage.getItem('token')}`,
          'content-type': 'application/json',
        },
        ...(sent !== null && { body: sent }),
      })
      if (!answer.ok) throw new Error(`${answer.status} to ${verb} ${where}`)
    },
    [method, path, body === undefined ? null : JSON.stringify(body)] as const,
  )

export const idOf = (page: Page): Promise<string> =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('user') ?? '{}') as { id: string }).id)

/** A colleague sends the agent a notification. */
export const leave = async (from: Page, to: Page, message: string, type = 'info') =>
  call(from, 'POST', `handoff/notifications/agent/${await idOf(to)}`, { type, message })

/** Makes the signed-in agent available and clears the notifications. */
export async function ready(page: Page): Promise<void> {
  await call(page, 'POST', 'handoff/notifications/clear')
  await call(page, 'PATCH', `agent-profiles/${await idOf(page)}/status`, { status: 'AVAILABLE' })
  await expect(bell(page)).toHaveAccessibleName('Notifications')
}
