import { expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'

// The parts of the screen that many tests name, each by one name. What one screen alone has stands in its test.

/** The page's path with its query. */
export const address = () => location.pathname + location.search

export const button = (name: string) => page.getByRole('button', { name, exact: true })

/** The links to the screens: a sidebar, on a phone a bar. */
export const navigation = () => page.getByRole('navigation', { name: 'Main' })

/** The list of all conversations. */
export const conversationList = () => page.getByRole('grid', { name: 'Conversations' })

/** Its rows without the header's. */
export const conversationRows = () =>
  conversationList()
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })

export const conversationCell = (row: number, column: number) =>
  conversationRows().nth(row).getByRole('gridcell').nth(column)

/** The list of who waits, beside an open conversation. */
export const queue = () => page.getByRole('grid', { name: 'Queue' })

/** The row of the queue that has these words. */
export const queueRow = (words: string) => queue().getByRole('row').filter({ hasText: words })

/** The words above an open conversation. */
export const headerText = () => document.querySelector('main header')?.textContent ?? ''

/** What is known of the customer, beside an open conversation. */
export const customerPanel = () => page.getByRole('complementary', { name: 'Customer' })

/** The messages of the open conversation. */
export const thread = () => page.getByRole('region', { name: 'Messages' })

/** The row of the thread that has these words. */
export const messageWith = (words: string | RegExp) =>
  thread().getByRole('listitem').filter({ hasText: words })

/** The words of the row at which a link opened the thread. */
export const linkedRowText = () => document.querySelector('[data-revealed]')?.textContent ?? ''

/** The box in which a reply is written. */
export const replyBox = () => page.getByRole('textbox', { name: 'Message', exact: true })

/** Its text, and what of it is selected. */
export const replyTextarea = () => replyBox().element() as HTMLTextAreaElement

export const sendButton = () => button('Send')

/** Above the reply box: the message that the reply quotes. */
export const quotedMessage = () => page.getByRole('group', { name: /^Replying to / })

/** Writes a reply and presses Enter. */
export async function sendReply(text: string): Promise<void> {
  await replyBox().fill(text)
  await expect.element(replyBox()).toHaveFocus()
  await userEvent.keyboard('{Enter}')
}

/** Leaves the reply box, so that single letters are commands. */
export async function leaveReplyBox(): Promise<void> {
  await page.getByRole('heading', { level: 2 }).first().click()
  await expect.element(replyBox()).not.toHaveFocus()
}

/** Puts the focus there, as the Tab key does. */
export function focusOn(target: Locator): void {
  const element = target.element()
  if (element instanceof HTMLElement) element.focus()
}

/** Moves the pointer away from all that shows on hover. */
export const pointElsewhere = () => page.getByRole('banner').getByRole('heading').first().hover()

/** Waits until what is measured has stayed the same for ten frames, and returns it. */
export async function settled(measure: () => number): Promise<number> {
  let last = Number.NaN
  await expect
    .poll(async () => {
      const before = measure()
      for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame)
      last = measure()
      return last === before
    })
    .toBe(true)
  return last
}
