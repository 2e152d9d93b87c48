import { expect, type Locator, type Page } from '@playwright/test'
import type { Parley } from './parley.ts'
import type { Phone } from './phone.ts'

interface Row {
  readonly id: string
  readonly user: { readonly name: string | null; readonly phone_number: string }
  readonly status: string
  readonly tags: readonly string[]
  readonly unread_count: number
  readonly inbound_no: number
}

const rowsBy = (page: Page, name: 'search' | 'conversation_id', value: string): Promise<Row[]> =>
  page.evaluate<Row[], string>(async query => {
    const answer = await fetch(`/api/v1/messages/admin/conversations?${query}`, {
      headers: { authorization: `Bearer ${localStorage.getItem('token')}` },
    })
    return (await answer.json()) as Row[]
  }, new URLSearchParams({ [name]: value }).toString())

/** The conversations that match a search, as the server returns them to the signed-in page. */
export const rowsOf = (page: Page, search: string): Promise<Row[]> => rowsBy(page, 'search', search)

/** The customer of a conversation writes, so that WhatsApp accepts replies for the next 24 hours. */
export async function writesAgain(parley: Parley, page: Page, id: string): Promise<void> {
  const [row] = await rowsBy(page, 'conversation_id', id)
  await parley.phone(row?.user.phone_number ?? '').say('I am here')
  await expect
    .poll(async () => (await rowsBy(page, 'conversation_id', id))[0]?.inbound_no)
    .toBe((row?.inbound_no ?? 0) + 1)
}

let customers = 0

/** A new customer writes; the page's agent can open the conversation by its id. */
export async function newCustomer(
  parley: Parley,
  page: Page,
  texts: readonly string[],
): Promise<{ phone: Phone; id: string }> {
  customers += 1
  const number = `+2567000${String(10_000 + (process.pid % 500) * 100 + customers).slice(-5)}`
  const phone = parley.phone(number)
  for (const text of texts) await phone.say(text)
  await expect
    .poll(async () => (await rowsOf(page, number))[0]?.inbound_no ?? 0, { message: `messages of ${number}` })
    .toBe(texts.length)
  const [row] = await rowsOf(page, number)
  return { phone, id: row?.id ?? '' }
}

/** Opens a seeded conversation by the customer's name. */
export async function openByName(page: Page, name: string): Promise<string> {
  const [row] = await rowsOf(page, name)
  if (row === undefined) throw new Error(`The demo has no conversation of ${name}`)
  await openThread(page, row.id)
  return row.id
}

/** Navigates as a link does, without loading the page again. */
export const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate(to => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/**
 * Opens a conversation and waits until its thread is visible. From another screen of the console it navigates as a link does. It
 * loads the page if the conversation is already open, or if the page is not the console.
 */
export async function openThread(page: Page, id: string): Promise<void> {
  const path = `/conversations/${id}`
  const isElsewhere = new URL(page.url()).pathname !== path
  if (isElsewhere && (await page.getByRole('banner').isVisible())) await goTo(page, path)
  else await page.goto(path)
  await expect(page).toHaveURL(path)
  await expect(thread(page).getByRole('listitem').last()).toBeVisible()
}

export const thread = (page: Page): Locator => page.getByRole('region', { name: 'Messages' })

export const messageOf = (page: Page, text: string): Locator =>
  thread(page).getByRole('listitem').filter({ hasText: text })

export const box = (page: Page): Locator => page.getByRole('textbox', { name: 'Message' })

export const sendButton = (page: Page): Locator => page.getByRole('button', { name: 'Send', exact: true })

/**
 * Types texts, and presses Enter after each as soon as it can be sent, which it cannot while the conversation loads. The next
 * one is typed when the box is empty.
 */
export async function say(page: Page, ...texts: readonly string[]): Promise<void> {
  for (const [no, text] of texts.entries()) {
    if (no > 0) await expect(box(page)).toHaveValue('')
    await box(page).fill(text)
    await expect(sendButton(page)).toBeEnabled()
    await box(page).press('Enter')
  }
}
