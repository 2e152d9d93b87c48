import type { Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { box, messageOf, newCustomer, openThread, say } from './harness/conversation.ts'
import type { Parley } from './harness/parley.ts'
import { call } from './harness/ticket.ts'
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

test('[Q-018] an answer that was lost on its way back is settled by its status, and the customer has it once', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Are you open on Saturday?'])
  await openThread(page, id)
  await fault(parley, 'answer-lost')
  await say(page, 'Until one o’clock')
  await expect(
    messageOf(page, 'Until one o’clock').getByRole('img', { name: 'Delivered', exact: true }),
  ).toBeVisible()
  expect((await phone.received()).map(({ text }) => text)).toEqual(['Until one o’clock'])
})

test('[Q-018] a passing failure of WhatsApp is tried again without anybody doing anything', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello'])
  await openThread(page, id)
  await fault(parley, 'server-error')
  await say(page, 'Good morning')
  await say(page, 'How can I help?')
  await expect(
    messageOf(page, 'How can I help?').getByRole('img', { name: 'Delivered', exact: true }),
  ).toBeVisible()
  expect((await phone.received()).map(({ text }) => text)).toEqual(['Good morning', 'How can I help?'])
})

test('[Q-039] Edit takes the text of an undelivered answer back into the box', async ({ openAs, parley }) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['I need the form'])
  await openThread(page, id)
  await fault(parley, 'reset')
  await say(page, 'Here is the wrong form')
  const answer = messageOf(page, 'Here is the wrong form')
  await answer.getByRole('button', { name: 'Edit' }).click()
  await expect(box(page)).toHaveValue('Here is the wrong form')
  await expect(box(page)).toBeFocused()
})

/** Spends what the agent may send, as fast as it comes again: to a conversation that nobody has, so that nothing else comes of it. */
const spendSends = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const spending = new AbortController()
    Object.assign(window, { spending })
    const once = () =>
      fetch('/api/v1/messages/agent/send/1?content=Hi', {
        method: 'POST',
        headers: { authorization: `Bearer ${localStorage.getItem('token')}` },
      })
    const spend = async () => {
      while (!spending.signal.aborted) await Promise.all(Array.from({ length: 50 }, once))
    }
    void spend()
  })

const stopSpending = (page: Page): Promise<void> =>
  page.evaluate(() => (window as unknown as { spending: AbortController }).spending.abort())

test('[Q-163] after more sends than a person makes, what is written waits with its reason and goes once, in order, by itself', async ({
  openAs,
  parley,
  pageErrors,
}) => {
  pageErrors.allow(/429|Failed to send message/)
  const page = await openAs('brian')
  const { phone, id } = await newCustomer(parley, page, ['Is my policy still in force?'])
  await openThread(page, id)
  const held: string[] = []
  page.on('response', answer => {
    if (answer.status() === 429) held.push(new URL(answer.url()).pathname)
  })
  await spendSends(page)
  await expect.poll(() => held.length).toBeGreaterThanOrEqual(40)
  const words = ['It is', 'until the end of June', 'and renews by itself']
  for (const text of words) await say(page, text)
  await expect.poll(() => held).toContain(`/api/v1/messages/agent/send/${id}`)
  await stopSpending(page)
  await expect(messageOf(page, 'and renews by itself').getByRole('img', { name: 'Delivered' })).toBeVisible()
  expect((await phone.received()).map(({ text }) => text)).toEqual(words)
})

test('[Q-189] a click on the tick shows when each thing happened, what it costs and what failed before, and follows', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Is my claim paid?'])
  await openThread(page, id)
  await fault(parley, 'bare-500')
  await say(page, 'It was paid on Friday')
  const answer = messageOf(page, 'It was paid on Friday')
  await answer.getByRole('button', { name: 'Retry' }).click()
  await expect(answer.getByRole('img', { name: 'Delivered', exact: true })).toBeVisible()

  const tick = answer.getByRole('button', { name: 'Delivered: show when' })
  await tick.focus()
  await page.keyboard.press('Enter')
  const times = page.getByRole('dialog', { name: 'When it was sent' })
  await expect(times.getByRole('heading')).toHaveText(['When it was sent', 'Try 2 of 2', 'Try 1 of 2'])
  const clock = /^\d{2}:\d{2}:\d{2}$/
  for (const label of ['Written', 'Handed over', 'At WhatsApp', 'Sent on', 'Delivered']) {
    await expect(times.getByRole('term').filter({ hasText: label }).first()).toBeVisible()
  }
  await expect(times.getByRole('definition').last()).toHaveText(clock)
  await expect(times).toContainText('Free, since the customer wrote within 24 hours.')
  await expect(times).toContainText('may or may not have this message')
  await expectAccessible(page)

  await expect(times.getByRole('term').filter({ hasText: 'Read' })).toHaveCount(0)
  await phone.read()
  await expect(times.getByRole('term').filter({ hasText: 'Read' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(times).toHaveCount(0)
  await expect(answer.getByRole('button', { name: 'Read: show when' })).toBeFocused()

  await answer.getByRole('button', { name: 'Read: show when' }).click()
  await expect(times).toBeVisible()
  await answer.getByRole('button', { name: 'Read: show when' }).click()
  await expect(times).toHaveCount(0)
})

test('[Q-190] an answer that WhatsApp does not take for the moment says why it waits, and goes by itself', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Did you get my form?'])
  await openThread(page, id)
  // The first pause is 4 s, and the second four times as long.
  await fault(parley, 'refused', 131056, 2)
  await say(page, 'We have it')
  await say(page, 'Thank you')
  for (const text of ['We have it', 'Thank you']) {
    await expect(messageOf(page, text).getByRole('status')).toHaveText(
      /^Waiting: We wrote to this customer too often within a short time\. It is tried again by itself at \d\d:\d\d:\d\d\.$/,
    )
  }
  const last = messageOf(page, 'Thank you')
  await expect(last.getByRole('img', { name: 'Delivered', exact: true })).toBeVisible({ timeout: 60_000 })
  await expect(messageOf(page, 'We have it').getByRole('status')).toHaveCount(0)
  expect((await phone.received()).map(({ text }) => text)).toEqual(['We have it', 'Thank you'])
})

test('[Q-247] a row of the list and of the queue says that the last reply was not sent, until it was', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('brian', '/conversations')
  const { id } = await newCustomer(parley, page, ['Can you hear me?'])
  // Who has just come in is not there yet, and can claim nothing.
  await expect.poll(() => call(page, 'POST', `handoff/accept/${id}`)).not.toHaveProperty('code')
  await openThread(page, id)
  await fault(parley, 'refused', 131_008)
  await say(page, 'Yes, I can')
  const row = page.getByRole('grid', { name: 'Queue' }).getByRole('row').filter({ hasText: 'Yes, I can' })
  await expect(row.getByText('Not sent', { exact: true })).toBeVisible()
  await page.goto('/conversations')
  const listed = page.getByRole('row').filter({ hasText: 'Yes, I can' })
  await expect(listed.getByText('Not sent', { exact: true })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(listed.getByText('Not sent', { exact: true })).toBeVisible()
  await page.setViewportSize({ width: 1366, height: 768 })
  await openThread(page, id)
  await messageOf(page, 'Yes, I can').getByRole('button', { name: 'Retry' }).click()
  await expect(row.getByText('Not sent', { exact: true })).toHaveCount(0)
})
