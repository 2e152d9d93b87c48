import { messageOf, newCustomer, openThread, say } from './harness/conversation.ts'
import type { Parley } from './harness/parley.ts'
import { expect, test } from './harness.ts'

/** The next call to WhatsApp, or so many, goes wrong in this way. */
async function fault(parley: Parley, name: string, code?: number, times = 1): Promise<void> {
  const answer = await fetch(`${parley.simulatorUrl}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, times, code }),
  })
  expect(answer.ok).toBe(true)
}

test('[Q-018 Q-039] an answer whose fate is unknown says so, is not sent again by itself, and Retry sends it once', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Did my payment arrive?'])
  await openThread(page, id)
  await fault(parley, 'bare-500')
  await say(page, 'It arrived this morning')
  const answer = messageOf(page, 'It arrived this morning')
  await expect(answer.getByText(/may or may not have this message/)).toBeVisible()
  await page.reload()
  await expect(answer.getByText(/may or may not have this message/)).toBeVisible()
  expect(await phone.received()).toHaveLength(0)

  await answer.getByRole('button', { name: 'Retry' }).click()
  await expect(answer.getByRole('img', { name: 'Delivered', exact: true })).toBeVisible()
  await expect(answer.getByText(/may or may not/)).toHaveCount(0)
  expect((await phone.received()).map(({ text }) => text)).toEqual(['It arrived this morning'])
})
