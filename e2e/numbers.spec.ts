import { expectAccessible } from './harness/accessible.ts'
import { messageOf, say } from './harness/conversation.ts'
import { startParley } from './harness/parley.ts'
import { Phone } from './harness/phone.ts'
import { signIn } from './harness/sign-in.ts'
import { expect, test } from './harness.ts'

const numbers = [
  { phone_number_id: '100000000000001', name: 'Pensions' },
  { phone_number_id: '100000000000007', name: 'Life cover', access_token: 'life-token' },
]

test('[Q-196] of two business numbers the list and the thread say which a customer wrote to, and the answer goes from there', async ({
  browser,
}) => {
  const parley = await startParley({ env: { WHATSAPP_NUMBERS: JSON.stringify(numbers) } })
  const context = await browser.newContext({ baseURL: parley.url })
  const page = await context.newPage()
  await signIn(page, 'admin', '/conversations')
  const phone = new Phone(parley.simulatorUrl, '256770000123')
  await phone.say('When is my pension due?')
  await phone.say('Is my son covered?', { number: '100000000000007' })

  // Whole, since the text of a row has no spaces between its cells: TCK-00001 at 23:06 has 000123.
  const rows = page.getByRole('row').filter({ hasText: '+256770000123' })
  await expect(rows).toHaveCount(2)
  const about = (words: string) => rows.filter({ hasText: words })
  await expect(about('When is my pension due?')).toContainText('Pensions')
  await expect(about('Is my son covered?')).toContainText('Life cover')
  await expectAccessible(page)

  await about('Is my son covered?').getByRole('link', { name: 'View' }).click()
  await expect(page.locator('header').filter({ has: page.getByRole('heading', { level: 2 }) })).toContainText(
    'wrote to Life cover',
  )
  await expect(messageOf(page, 'Is my son covered?')).toBeVisible()
  await say(page, 'Yes, he is.')
  await expect(messageOf(page, 'Yes, he is.')).toBeVisible()
  await expect
    .poll(async () =>
      (await phone.messages()).filter(one => one.direction === 'OUTBOUND').map(one => one.number),
    )
    .toEqual(['100000000000007'])
  await expectAccessible(page)

  const health = page.getByRole('region', { name: 'Health' })
  // The page asks again only after half a minute.
  await expect(async () => {
    await page.goto('/channel')
    for (const name of ['Pensions', 'Life cover']) {
      await expect(health.getByRole('region', { name })).toContainText('Good', { timeout: 5_000 })
    }
  }).toPass()
  await expectAccessible(page)

  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/conversations')
  await expect(page.getByRole('row').filter({ hasText: 'Yes, he is.' })).toContainText('Life cover')
  await expectAccessible(page)
  await context.close()
  await parley.stop()
})
