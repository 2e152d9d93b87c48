import type { Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { box, messageOf, openByName, say, sendButton, thread } from './harness/conversation.ts'
import { expect, test } from './harness.ts'

const picture = {
  name: 'card.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
}

const log = (page: Page) => page.getByRole('log', { name: 'Conversation' })

async function writes(page: Page, words: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(words)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(log(page)).toContainText(words)
}

test('[Q-197] a customer of the web chat and an agent write to each other, with pictures, quotes and ticks', async ({
  browser,
  openAs,
  parley,
}) => {
  const name = `Web Visitor ${Date.now()}`
  const context = await browser.newContext()
  const customer = await context.newPage()
  await customer.goto(`${parley.simulatorUrl}/web-chat/`)
  await customer.getByLabel('Your name').fill(name)
  await writes(customer, 'Do you insure bicycles?')

  const agent = await openAs('admin', '/conversations')
  const row = agent.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Web chat')
  // There is no number to be shown.
  await expect(row).not.toContainText('Unknown')
  await openByName(agent, name)
  await expect(agent.getByRole('heading', { level: 2, name })).toBeVisible()
  await expect(agent.getByText('by Web chat')).toBeVisible()
  await expect(messageOf(agent, 'Do you insure bicycles?')).toBeVisible()

  // What goes by WhatsApp alone is not offered.
  await expect(sendButton(agent)).toBeVisible()
  for (const offered of ['Send a template', 'Record a voice note', 'React']) {
    await expect(agent.getByRole('button', { name: offered })).toHaveCount(0)
  }
  await expect(agent.getByRole('button', { name: 'Attach files' })).toBeVisible()
  await expectAccessible(agent)

  await say(agent, 'We do. How old is it?')
  await expect(log(customer)).toContainText('We do. How old is it?')
  const answer = messageOf(agent, 'We do. How old is it?')
  await expect(answer.getByRole('button', { name: /^Read/ })).toBeVisible()
  await answer.getByRole('button', { name: /^Read/ }).click()
  const times = agent.getByRole('dialog', { name: 'When it was sent' })
  await expect(times).toContainText('Received by Web chat')
  await agent.keyboard.press('Escape')

  // A picture each way.
  await customer.getByLabel('Picture').setInputFiles(picture)
  await writes(customer, 'This is it')
  await expect(messageOf(agent, 'This is it').getByRole('img', { name: /card\.png/ })).toBeVisible()
  await agent.getByLabel('Files to attach').setInputFiles({ ...picture, name: 'offer.png' })
  await expect(agent.getByRole('list', { name: 'Attached files' })).toContainText('offer.png')
  await box(agent).fill('Our offer')
  await expect(sendButton(agent)).toBeEnabled()
  await box(agent).press('Enter')
  await expect(log(customer)).toContainText('Our offer')
  await expect(log(customer).getByRole('img', { name: /offer\.png/ })).toBeVisible()

  // An answer to one message says which, on both sides.
  await messageOf(agent, 'This is it').getByRole('button', { name: 'Reply' }).click()
  await say(agent, 'A fine one')
  const quoting = log(customer).getByRole('listitem').filter({ hasText: 'A fine one' })
  await expect(quoting).toContainText('This is it')
  await quoting.getByRole('button', { name: /answer|reply|quote/i }).click()
  await writes(customer, 'I think so too')
  await expect(messageOf(agent, 'I think so too')).toContainText('A fine one')

  // Nobody loses anything by loading the page anew.
  await customer.reload()
  for (const words of ['Do you insure bicycles?', 'We do. How old is it?', 'This is it', 'Our offer']) {
    await expect(log(customer)).toContainText(words)
  }
  await expectAccessible(customer)
  await context.close()
})

test('[Q-197] an answer that the bridge takes without saying so reaches the customer once; a refused one says why, and goes by Retry', async ({
  browser,
  openAs,
  parley,
}) => {
  const name = `Lost Answer ${Date.now()}`
  const context = await browser.newContext()
  const customer = await context.newPage()
  await customer.goto(`${parley.simulatorUrl}/web-chat/`)
  await customer.getByLabel('Your name').fill(name)
  await writes(customer, 'Hello?')
  const agent = await openAs('admin', '/conversations')
  await openByName(agent, name)
  await expect(messageOf(agent, 'Hello?')).toBeVisible()

  const next = (answer: string) =>
    agent.request.post(`${parley.simulatorUrl}/web-chat/control/next`, { data: { answer } })
  await next('lose-answer')
  await say(agent, 'Here we are')
  await expect(messageOf(agent, 'Here we are').getByRole('button', { name: /^Read/ })).toBeVisible()
  await expect(log(customer).getByText('Here we are')).toHaveCount(1)

  await next('refuse')
  await say(agent, 'Written at noon')
  const refused = messageOf(agent, 'Written at noon')
  await expect(refused).toContainText('The web chat was told to refuse this message.')
  await refused.getByRole('button', { name: 'Retry' }).click()
  await expect(log(customer).getByText('Written at noon')).toHaveCount(1)
  await expect(thread(agent).getByText('Written at noon')).toHaveCount(1)
  await expect(box(agent)).toHaveValue('')
  await context.close()
})
