import { box, messageOf, newCustomer, openThread, say, sendButton, thread } from './harness/conversation.ts'
import { expectKept } from './harness/device.ts'
import { expect, test } from './harness.ts'

test('[COMP-02 API-03 Q-039 Q-042 Q-249] an unanswered send survives a reload, is found in the history, and goes by itself where it is not', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello'])
  await openThread(page, id)
  // The server gets it; the answer, and everything else that would tell of it, is lost.
  await page.route('**/messages/agent/send/**', async route => {
    await route.fetch()
    await route.abort()
  })
  await page.route('**/history?**', route => route.abort())
  await say(page, 'Written at the desk')
  await phone.expectLatest(['Written at the desk'])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await expect(messageOf(page, 'Written at the desk')).toHaveCount(1)
  await expect(messageOf(page, 'Written at the desk')).not.toContainText('On this device')
  expect(await phone.received()).toHaveLength(1)

  await page.route('**/messages/agent/send/**', () => undefined)
  await say(page, 'Still on its way')
  await expect(messageOf(page, 'Still on its way')).toContainText('On this device')
  await expectKept(page, 'Still on its way')
  // In the session in which it was written it goes by itself.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await phone.expectLatest(['Written at the desk', 'Still on its way'])
  await expect(messageOf(page, 'Still on its way')).not.toContainText('On this device')
  expect(await phone.received()).toHaveLength(2)
})

test('[COMP-13 Q-039 Q-040 Q-249] offline, what was begun stays over a reload, and what is sent waits', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello'])
  await openThread(page, id)
  await page.context().setOffline(true)
  await box(page).fill('Written in the lift')
  await expect(sendButton(page)).toBeEnabled()
  await box(page).press('Enter')
  await expect(messageOf(page, 'Written in the lift')).toContainText('Waiting for the connection')
  await box(page).fill('Begun in the lift')
  await page.context().setOffline(false)
  await phone.expectLatest(['Written in the lift'])
  await expectKept(page, 'Begun in the lift')
  await page.reload()
  await expect(box(page)).toHaveValue('Begun in the lift')
  await expect(sendButton(page)).toBeEnabled()
  await box(page).press('Enter')
  await phone.expectLatest(['Written in the lift', 'Begun in the lift'])
  await page.reload()
  await expect(thread(page)).toBeVisible()
  await expect(box(page)).toHaveValue('')
})
