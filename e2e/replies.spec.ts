import { box, newCustomer, openThread, say, sendButton, thread } from './harness/conversation.ts'
import { expectKept } from './harness/device.ts'
import { expect, test } from './harness.ts'

test('[INTENT-03 Q-096] what is being analysed is still in the box after a reload', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello'])
  await openThread(page, id)
  await page.route('**/intent/execute/**', () => undefined)
  await say(page, 'What is the status of your claim LF-20311?')
  await expect(page.getByText('Analyzing your request...')).toBeVisible()
  await expectKept(page, 'What is the status')
  await page.reload()
  await expect(thread(page)).toBeVisible()
  await expect(box(page)).toHaveValue('What is the status of your claim LF-20311?')
  await expect(sendButton(page)).toBeEnabled()
  expect(await phone.received()).toEqual([])
})
