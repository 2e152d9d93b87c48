import { createHmac } from 'node:crypto'
import { expectAccessible } from './harness/accessible.ts'
import { postMessage, webhookPath } from './harness/meta.ts'
import { expect, test } from './harness.ts'

const post = async (url: string, body: object) => {
  const bytes = JSON.stringify(body)
  const signature = createHmac('sha256', 'demo-app-secret').update(bytes).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` }
  expect((await fetch(`${url}${webhookPath}`, { method: 'POST', headers, body: bytes })).status).toBe(200)
}
const changes = (...all: readonly object[]) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: '1', time: 7, changes: all }],
})

test('[Q-177] a supervisor sees what became of what WhatsApp sent, as sums and with reasons', async ({
  openAs,
  parley,
}) => {
  await postMessage(parley, '256702000011', 'wamid.channel-1', 'Secret words')
  await postMessage(parley, '256702000011', 'wamid.channel-1', 'Secret words')
  await post(parley.url, changes({ field: 'account_update', value: { event: 'VERIFIED_ACCOUNT' } }))
  await post(
    parley.url,
    changes({
      field: 'messages',
      value: { metadata: { phone_number_id: '100000000000001' }, messages: [{ from: '256702000011' }] },
    }),
  )
  const page = await openAs('carol', '/channel')
  const sums = page.getByRole('region', { name: 'Sums' })
  await expect(sums).toContainText('received')
  const [received = 0, ...parts] =
    ((await sums.textContent()) ?? '').match(/\d[\d,.]*/g)?.map(text => Number(text.replaceAll(/\D/g, ''))) ??
    []
  expect(parts).toHaveLength(4)
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(received)
  expect(parts.every(part => part > 0)).toBe(true)
  await expect(page.getByRole('table', { name: 'By hour' }).getByRole('row')).not.toHaveCount(1)
  const items = page.getByRole('table', { name: 'Noted and refused items' })
  await expect(items.getByRole('row', { name: /Noted Account update/ })).toContainText('account_update')
  await expect(items.getByRole('row', { name: /Refused Message/ })).toContainText('The message has no id')
  await expect(page.getByText('Secret words')).toHaveCount(0)
  await page.getByRole('combobox', { name: /^Which: / }).click()
  await page.getByRole('option', { name: 'Refused', exact: true }).click()
  const refused = page.getByRole('table', { name: 'Refused items' })
  await expect(refused.getByRole('row', { name: /Refused Message/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Account update/ })).toHaveCount(0)
  await page.getByRole('combobox', { name: /^Which: / }).click()
  await page.getByRole('option', { name: 'Folded', exact: true }).click()
  const folded = page.getByRole('table', { name: 'Folded items' })
  const repeated = folded.getByRole('row', { name: /Folded Message/ }).first()
  await expect(repeated.getByRole('link', { name: 'Show the message' })).toHaveAttribute(
    'href',
    /^\/conversations\/\d+\?message=\d+$/,
  )
  const chart = page.getByRole('slider', { name: 'What came, last 24 hours, by hour' })
  await expect(chart).toHaveAttribute('aria-valuetext', /[1-9]\d* shown, .* folded, .* noted, .* refused$/)
  await page.getByRole('combobox', { name: /^When: / }).click()
  await page.getByRole('option', { name: 'Last 7 days' }).click()
  await expect(page.getByRole('table', { name: 'By day' })).toBeVisible()
  await expect(page.getByRole('slider', { name: 'What came, last 7 days, by day' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(sums).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessible(page)
})

test('[Q-177] what cannot be fetched says so, and is fetched again', async ({ openAs, pageErrors }) => {
  pageErrors.allow(/500/)
  const page = await openAs('carol', '/people')
  await page.route('**/channels/whatsapp/ledger**', route => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('link', { name: 'Numbers and channels' }).click()
  await expect(page.getByText('What WhatsApp sent could not be fetched')).toBeVisible()
  await page.unroute('**/channels/whatsapp/ledger**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('region', { name: 'Sums' })).toBeVisible()
})
