import type { Locator, Page } from '@playwright/test'
import { messageOf, newCustomer, openThread, say, sendButton } from './harness/conversation.ts'
import { call } from './harness/ticket.ts'
import { expect, test } from './harness.ts'

const question = /Assigned to .+\. Press Send again to reply anyway/

interface Way {
  /** Makes a message, up to its Send. Answers the button that sends it. */
  readonly make: (page: Page) => Promise<Locator>
  readonly said: string
}

/** The ways to send that need a server: its templates, and its files. */
const ways: Readonly<Record<string, Way>> = {
  'a template': {
    make: async page => {
      await page.getByRole('button', { name: 'Send a template' }).click()
      const picker = page.getByRole('dialog', { name: 'Send a template' })
      await picker.getByRole('combobox', { name: 'Search templates' }).fill('continue')
      await picker.getByRole('option').first().click()
      await picker.getByRole('textbox', { name: 'First name' }).fill('Peter')
      return picker.getByRole('button', { name: 'Send template' })
    },
    said: 'Hello Peter, we have an answer',
  },
  'a file': {
    make: async page => {
      await page.getByLabel('Files to attach').setInputFiles({
        name: 'plan.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
      })
      await expect(sendButton(page)).toBeEnabled()
      return sendButton(page)
    },
    said: 'plan.pdf',
  },
}

test('[Q-248] by template or file too a colleague’s conversation is answered at the second press, once in a visit', async ({
  openAs,
  parley,
}) => {
  const his = await openAs('brian', '/conversations')
  const { id } = await newCustomer(parley, his, ['My policy, please'])
  await expect.poll(() => call(his, 'POST', `handoff/accept/${id}`)).not.toHaveProperty('code')
  const hers = await openAs('agent')
  for (const [what, { make, said }] of Object.entries(ways)) {
    await test.step(what, async () => {
      await hers.goto(`/conversations/${id}`)
      const send = await make(hers)
      await send.click()
      const asked = hers.getByRole('alert').filter({ hasText: question })
      await expect(asked).toHaveCount(1)
      await expect(asked).toBeVisible()
      await expect(messageOf(hers, said)).toHaveCount(0)
      await send.click()
      await expect(messageOf(hers, said)).toBeVisible()
      await expect(hers.getByText(question)).toHaveCount(0)
    })
  }
  await say(hers, 'Once is enough')
  await expect(messageOf(hers, 'Once is enough')).toBeVisible()
})

test('[Q-248] another try of what was not delivered asks too, once', async ({
  openAs,
  parley,
  pageErrors,
}) => {
  pageErrors.allow(/409/)
  const his = await openAs('brian', '/conversations')
  const { phone, id } = await newCustomer(parley, his, ['My policy, please'])
  const hers = await openAs('agent')
  await openThread(hers, id)
  const refuse = await fetch(`${parley.simulatorUrl}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'refused', code: 131_009, times: 1 }),
  })
  expect(refuse.ok).toBe(true)
  await say(hers, 'It is on its way')
  const message = messageOf(hers, 'It is on its way')
  const retry = message.getByRole('button', { name: 'Retry' })
  await expect(retry).toBeVisible()
  await expect.poll(() => call(his, 'POST', `handoff/accept/${id}`)).not.toHaveProperty('code')
  await expect(hers.locator('header').filter({ hasText: 'assigned to Brian' })).toBeVisible()
  await retry.click()
  await expect(message.getByRole('alert')).toContainText(/Assigned to .+. Press Retry again to send it/)
  expect(await phone.received()).toEqual([])
  await retry.click()
  await phone.expectLatest(['It is on its way'])
})
