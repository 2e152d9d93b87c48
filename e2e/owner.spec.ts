import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { box, messageOf, newCustomer, openThread, say, sendButton } from './harness/conversation.ts'
import { setSetting } from './harness/settings.ts'
import { call } from './harness/ticket.ts'
import { expect, test } from './harness.ts'

const takes = 'Nobody has this conversation. Your reply takes it'
const question = /Assigned to .+\. Press Send again to reply anyway/

test('[Q-248] a reply takes a conversation that nobody has, and says so before', async ({
  openAs,
  parley,
}) => {
  await setSetting(parley, { replies_take: 'unassigned' })
  try {
    const page = await openAs('brian', '/conversations')
    const { id } = await newCustomer(parley, page, ['Is anybody there?'])
    await openThread(page, id)
    await expect(page.getByText(takes)).toBeVisible()
    await expectAccessible(page)
    await say(page, 'I am here for you')
    await expect(messageOf(page, 'I am here for you')).toBeVisible()
    await expect(page.getByText(takes)).toHaveCount(0)
    const queue = page.getByRole('grid', { name: 'Queue' })
    await page.getByRole('button', { name: /^Mine/ }).click()
    await expect(queue.getByRole('row').filter({ hasText: 'I am here for you' })).toBeVisible()
    await call(page, 'PUT', `conversations/${id}/status`, { status: 'RESOLVED' })
  } finally {
    await setSetting(parley, { replies_take: 'nothing' })
  }
})

test('[Q-248] a colleague’s conversation is answered at the second press, once in a visit', async ({
  openAs,
  parley,
}) => {
  const his = await openAs('brian', '/conversations')
  const { phone, id } = await newCustomer(parley, his, ['My policy, please'])
  // Who has just come in is not there yet, and can claim nothing.
  await expect.poll(() => call(his, 'POST', `handoff/accept/${id}`)).not.toHaveProperty('code')
  const hers = await openAs('agent')
  await openThread(hers, id)
  await box(hers).fill('It is on its way')
  await hers.keyboard.press('Enter')
  await expect(hers.getByRole('alert').filter({ hasText: question })).toBeVisible()
  await expectAccessible(hers)
  await expect(messageOf(hers, 'It is on its way')).toHaveCount(0)
  await expect(box(hers)).toHaveValue('It is on its way')
  await hers.keyboard.press('Enter')
  await expect(messageOf(hers, 'It is on its way')).toBeVisible()
  await expect(hers.getByText(question)).toHaveCount(0)
  await say(hers, 'And the card too')
  await expect.poll(async () => (await phone.messages()).at(-1)).toMatchObject({ text: 'And the card too' })
  // Another visit asks again; who has it is asked nothing.
  await hers.reload()
  await expect(messageOf(hers, 'And the card too')).toBeVisible()
  await box(hers).fill('One more thing')
  await hers.keyboard.press('Enter')
  await expect(hers.getByText(question)).toBeVisible()
  await openThread(his, id)
  await say(his, 'Thank you, colleague')
  await expect(messageOf(his, 'Thank you, colleague')).toBeVisible()
})

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

async function open(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Ask or share' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

interface Way {
  /** Makes a message, up to its Send. Answers the button that sends it. */
  readonly make: (page: Page) => Promise<Locator>
  readonly said: string
}

/** Every way to send but the box's own. */
const ways: Readonly<Record<string, Way>> = {
  'a template': {
    make: async page => {
      await page.getByRole('button', { name: 'Send a template' }).click()
      const picker = dialog(page, 'Send a template')
      await picker.getByRole('combobox', { name: 'Search templates' }).fill('continue')
      await picker.getByRole('option').first().click()
      await picker.getByRole('textbox', { name: 'First name' }).fill('Peter')
      return picker.getByRole('button', { name: 'Send template' })
    },
    said: 'Hello Peter, we have an answer',
  },
  buttons: {
    make: async page => {
      await open(page, 'Buttons')
      const form = dialog(page, 'Ask with buttons')
      await form.getByRole('textbox', { name: 'What you ask' }).fill('Is it so?')
      await form.getByRole('textbox', { name: 'Button 1' }).fill('Yes')
      await form.getByRole('textbox', { name: 'Button 2' }).fill('No')
      return form.getByRole('button', { name: 'Send', exact: true })
    },
    said: 'Is it so?',
  },
  'a list': {
    make: async page => {
      await open(page, 'List')
      const form = dialog(page, 'Ask with a list')
      await form.getByRole('textbox', { name: 'What you ask' }).fill('What about?')
      await form.getByRole('textbox', { name: 'Row 1', exact: true }).fill('A claim')
      await form.getByRole('textbox', { name: 'Row 2', exact: true }).fill('My policy')
      return form.getByRole('button', { name: 'Send', exact: true })
    },
    said: 'What about?',
  },
  'a contact card': {
    make: async page => {
      await open(page, 'Contact card')
      const form = dialog(page, 'Send a contact card')
      await form.getByRole('textbox', { name: 'Name' }).fill('Claims desk')
      await form.getByRole('textbox', { name: 'Phone number' }).fill('+256 770 123 456')
      return form.getByRole('button', { name: 'Send', exact: true })
    },
    said: 'Claims desk',
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

test('[Q-248] by whatever way a colleague’s conversation is answered: asked at the first press, sent at the second, once in a visit', async ({
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
      await expectAccessible(hers)
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
