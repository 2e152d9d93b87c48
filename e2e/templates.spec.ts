import type { Page } from '@playwright/test'
import { box, messageOf, openThread, rowsOf, say } from './harness/conversation.ts'
import { postMessage } from './harness/meta.ts'
import type { Parley } from './harness/parley.ts'
import { expect, test } from './harness.ts'

let customers = 0

/** A customer of this name who wrote more than a day ago. Answers their digits and their conversation's id. */
async function wroteYesterday(parley: Parley, page: Page): Promise<{ from: string; id: string }> {
  customers += 1
  const from = `25676${String((process.pid % 10_000) * 100 + customers).padStart(7, '0')}`
  const at = new Date(Date.now() - 25 * 3600_000)
  await postMessage(parley, from, `wamid.t${from}`, 'Is the form ready?', at)
  const [row] = await rowsOf(page, from)
  return { from, id: row?.id ?? '' }
}

const picker = (page: Page) => page.getByRole('dialog', { name: 'Send a template' })

/** Opens the templates at the English one that these words find. */
async function choose(page: Page, words: string): Promise<void> {
  await page.getByRole('button', { name: 'Send a template' }).click()
  await picker(page).getByRole('combobox', { name: 'Search templates' }).fill(words)
  await picker(page).getByRole('option').filter({ hasText: 'English' }).click()
}

test('[Q-184 Q-185] a template reaches the customer from a closed window; the press of its button opens the window', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { from, id } = await wroteYesterday(parley, page)
  await openThread(page, id)
  await choose(page, 'continue')
  await picker(page).getByRole('textbox', { name: 'First name' }).fill('Peter')
  await picker(page).getByRole('button', { name: 'Send template' }).click()
  const bubble = messageOf(page, 'Hello Peter, we have an answer')
  await expect(bubble.getByRole('button', { name: /^Delivered/ })).toBeVisible()

  const phone = parley.phone(`+${from}`)
  const [shown] = await phone.received()
  expect(shown?.text).toContain('Hello Peter')
  await fetch(`${parley.simulatorUrl}/phones/+${from}/taps`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message_id: shown?.id, choice_id: '0' }),
  })
  await expect(messageOf(page, 'Go on').last()).toBeVisible()
  await expect(box(page)).toBeVisible()
  await say(page, 'Here is the answer')
  await expect.poll(async () => (await phone.received()).length).toBe(2)
})
