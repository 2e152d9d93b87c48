import { expect, type Locator, type Page } from '@playwright/test'

/** A ticket as the server returns it; shapes in docs/wire.md. */
export interface TicketAnswer {
  readonly id: string
  readonly ticket_number: string
  readonly conversation_id: string
  readonly title: string
  readonly description: string
  readonly status: string
  readonly priority: string
  readonly resolution: string | null
  readonly resolved_at: string | null
  readonly notes: readonly { readonly by: string; readonly text: string }[]
}

/** Calls the API as the signed-in page's agent, without the screen. */
export const call = <T>(page: Page, method: string, path: string, body?: object): Promise<T> =>
  page.evaluate<unknown, [string, string, string | null]>(
    async ([verb, where, text]) => {
      const answer = await fetch(`/api/v1/${where}`, {
        method: verb,
        headers: {
          authorization: `Bearer ${localStorage.getItem('token')}`,
          ...(text !== null && { 'content-type': 'application/json' }),
        },
        body: text,
      })
      return answer.json()
    },
    [method, path, body === undefined ? null : JSON.stringify(body)],
  ) as Promise<T>

/** A conversation's tickets, newest first. */
export const ticketsOf = (page: Page, conversationId: string): Promise<TicketAnswer[]> =>
  call(page, 'GET', `tickets?conversation_id=${conversationId}`)

/** Raises a ticket without the screen. */
export const raise = (page: Page, conversationId: string, fields: object = {}): Promise<TicketAnswer> =>
  call(page, 'POST', 'tickets', {
    conversation_id: conversationId,
    title: 'Payment not matched',
    description: 'Paid by Airtel, still pending.',
    status: 'IN_PROGRESS',
    ...fields,
  })

export const tickets = (page: Page): Locator => page.getByRole('dialog', { name: /^Support Tickets - / })

/** Opens the dialog; it shows the conversation's ticket unfolded. */
export async function openManager(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Manage Ticket', exact: true }).click()
  await expect(tickets(page)).toBeVisible()
  return tickets(page)
}

export const notes = (where: Locator): Locator => where.getByRole('textbox', { name: /^Agent Notes/ })

/** Picks an option of an open or closed field. */
export async function pick(where: Locator, field: string, option: string): Promise<void> {
  await where.getByRole('combobox', { name: field, exact: true }).click()
  await where.page().getByRole('option', { name: option, exact: true }).click()
}
