import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '../tools/steps/ports.mjs'
import { expectAccessible } from './harness/accessible.ts'
import { Phone } from './harness/phone.ts'
import { Program } from './harness/program.ts'
import { expect, test } from './harness.ts'

const pensions = { phone_number_id: '100000000000011', name: 'Pensions' }
const claims = {
  phone_number_id: '100000000000012',
  name: 'Claims',
  access_token: 'claims-token',
  business_account_id: '100000000000022',
}

/** The simulator alone; nobody takes its webhooks. */
async function startSimulator(directory: string, numbers: readonly object[]) {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const list = path.join(directory, 'numbers.json')
  fs.writeFileSync(list, JSON.stringify(numbers))
  const program = new Program({
    script: 'simulator/main.js',
    env: {
      ...process.env,
      SIMULATOR_PORT: port,
      HOST: '127.0.0.1',
      WEBHOOK_URL: 'http://127.0.0.1:9/webhook',
      WHATSAPP_ACCESS_TOKEN: 'pensions-token',
      WHATSAPP_NUMBERS: list,
    },
    readyUrl: `${url}/phones`,
    log: path.join(directory, 'simulator.log'),
  })
  await program.start()
  return { url, program }
}

/** The business writes from this number. */
async function write(url: string, number: string, token: string, to: string, words: string): Promise<void> {
  const answer = await fetch(`${url}/v23.0/${number}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ messaging_product: 'whatsapp', to, type: 'text', text: { body: words } }),
  })
  expect(answer.status).toBe(200)
}

let directory = ''
test.beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-phones-'))
})
test.afterEach(() => fs.rmSync(directory, { recursive: true, force: true }))

test('a phone has a chat with each number: one is shown, the others say what is new, and what is written goes to the one shown', async ({
  browser,
}) => {
  const { url, program } = await startSimulator(directory, [pensions, claims])
  try {
    const page = await browser.newPage()
    await page.goto(url)
    const card = page.getByRole('article', { name: 'Phone of Nakato Prossy' })
    const chat = card.getByRole('group', { name: 'Chat with' })
    await expect(chat.getByRole('button', { name: 'Pensions', pressed: true })).toBeVisible()
    const number = '256700000001'
    await write(url, pensions.phone_number_id, 'pensions-token', number, 'From Pensions')
    await write(url, claims.phone_number_id, 'claims-token', number, 'From Claims')
    await expect(card.getByText('From Pensions')).toBeVisible()
    await expect(card.getByText('From Claims')).toBeHidden()
    const other = chat.getByRole('button', { name: 'Claims, 1 not read' })
    await expectAccessible(page)
    await other.press('Enter')
    await expect(card.getByText('From Claims')).toBeVisible()
    await expect(card.getByText('From Pensions')).toBeHidden()
    await expect(chat.getByRole('button', { name: 'Claims', exact: true, pressed: true })).toBeVisible()
    await card.getByRole('textbox', { name: 'Message' }).fill('To Claims')
    await page.keyboard.press('Enter')
    // The words stand in the box too until the message has left.
    const written = card.getByRole('paragraph').filter({ hasText: 'To Claims' })
    await expect(written).toBeVisible()
    await chat.getByRole('button', { name: 'Pensions' }).click()
    await expect(written).toBeHidden()
    const messages = await new Phone(url, number).messages()
    expect(messages.map(message => `${message.number} ${message.text}`)).toEqual([
      '100000000000011 From Pensions',
      '100000000000012 From Claims',
      '100000000000012 To Claims',
    ])

    const judged = page.getByRole('region', { name: 'Business number' })
    await judged.getByRole('combobox', { name: 'Number' }).selectOption('Claims, +256200000001')
    await judged.getByRole('combobox', { name: 'Quality' }).selectOption('Quality: Low')
    await expect
      .poll(async () => (await (await fetch(`${url}/numbers`)).json()) as unknown)
      .toMatchObject([
        { name: 'Pensions', quality: 'GREEN' },
        { name: 'Claims', quality: 'RED' },
      ])
    await page.close()
  } finally {
    await program.kill('SIGTERM')
  }
})

test('with one number there is nothing to choose', async ({ browser }) => {
  const { url, program } = await startSimulator(directory, [pensions])
  try {
    const page = await browser.newPage()
    await page.goto(url)
    await expect(page.getByRole('article', { name: 'Phone of Nakato Prossy' })).toBeVisible()
    await expect(page.getByRole('group', { name: 'Chat with' })).toHaveCount(0)
    await expect(page.getByRole('combobox', { name: 'Number' })).toHaveCount(0)
    await page.close()
  } finally {
    await program.kill('SIGTERM')
  }
})
