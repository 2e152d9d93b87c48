import { expectAccessible } from './harness/accessible.ts'
import { messageOf, openThread, rowsOf, say } from './harness/conversation.ts'
import { startParley } from './harness/parley.ts'
import { Phone } from './harness/phone.ts'
import { signIn } from './harness/sign-in.ts'
import { expect, test } from './harness.ts'

test('[Q-202 Q-211] the bot answers who writes, in their language, until an agent takes over, and not again after that', async ({
  browser,
}) => {
  const parley = await startParley({ env: { BOT_AT_NEW_NUMBERS: 'on', DEMO_CONVERSATIONS: '0' } })
  const context = await browser.newContext({ baseURL: parley.url })
  const page = await context.newPage()
  await signIn(page, 'agent', '/conversations')
  const phone = new Phone(parley.simulatorUrl, '256770000321')
  const heard = async () =>
    (await phone.messages()).filter(one => one.direction === 'OUTBOUND').map(one => one.text ?? '')

  await phone.say('Habari za asubuhi')
  await expect.poll(heard).toEqual([expect.stringContaining('Mimi ni msaidizi wa kiotomatiki')])
  const row = page.getByRole('row').filter({ hasText: '+256770000321' })
  await expect(row).toContainText('Bot')
  await expectAccessible(page)
  // What is in the menu is chosen by its number as well.
  await phone.say('10')
  await expect.poll(heard).toHaveLength(2)
  // What the bot gives to people is offered to who is there.
  const offer = page.getByRole('region', { name: 'New Assignment' })
  await offer.getByRole('button', { name: 'Accept Now' }).click()
  await expect(offer).toHaveCount(0)
  await page.goto('/conversations')
  await expect(row).toContainText(/Assigned\s*you/)

  const second = new Phone(parley.simulatorUrl, '256770000322')
  await second.say('Good morning')
  await expect(page.getByRole('row').filter({ hasText: '+256770000322' })).toContainText('Bot')
  const [found] = await rowsOf(page, '256770000322')
  await openThread(page, found?.id ?? '')
  const header = page.locator('header').filter({ has: page.getByRole('heading', { level: 2 }) })
  await expect(header).toContainText('answered by the bot')
  await expect(page.getByText('The bot answers here until somebody takes over')).toBeVisible()
  await expect(messageOf(page, 'I am the automatic assistant')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Take over' }).click()
  await expect(header).toContainText('assigned to you')
  await second.say('menu')
  await expect(messageOf(page, 'menu')).toBeVisible()
  await say(page, 'Ann here, let me look')
  await expect
    .poll(async () =>
      (await second.messages()).filter(one => one.direction === 'OUTBOUND').map(one => one.text),
    )
    .toEqual([expect.stringContaining('automatic assistant'), 'Ann here, let me look'])
  await context.close()
  await parley.stop()
})
