import { type AssistModel, says, startAssistModel } from './harness/assist-model.ts'
import { box, messageOf, newCustomer, openThread, sendButton } from './harness/conversation.ts'
import { startParley } from './harness/parley.ts'
import { expect, test as base } from './harness.ts'

const test = base.extend<object, { model: AssistModel }>({
  model: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are needed
    async ({}, provide) => {
      const model = await startAssistModel()
      await provide(model)
      await model.close()
    },
    { scope: 'worker' },
  ],
  parley: [
    async ({ model }, provide) => {
      const parley = await startParley({ env: model.env })
      await provide(parley)
      await parley.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

test('[Q-214] a message is translated without its number; a draft from the knowledge keeps its mark over a reload, and a person sends it', async ({
  openAs,
  parley,
  model,
}) => {
  const page = await openAs('agent')
  const { id, phone } = await newCustomer(parley, page, [
    'Am I still covered if I missed a payment? I am 0772 123 456',
  ])
  await openThread(page, id)
  const message = messageOf(page, 'Am I still covered')
  model.answer = says('Nkyali [PHONE-1]')
  await message.hover()
  await message.getByRole('button', { name: 'Translate', exact: true }).click()
  await page.getByRole('menuitem', { name: 'To Luganda' }).click()
  await expect(message.getByRole('group', { name: 'Translation to Luganda' })).toContainText(
    'Nkyali 0772 123 456',
  )
  expect(model.asked.user).not.toContain('0772')

  model.answer = says('You are covered for 30 days.\nUSED: 1')
  await page.getByRole('button', { name: 'Assist', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Draft a reply', exact: true }).click()
  await expect(box(page)).toHaveValue('You are covered for 30 days.')
  const mark = page.getByRole('status').filter({ hasText: 'Drafted by assist from: ' })
  await expect(mark).toContainText('Read before sending')
  await page.reload()
  await expect(box(page)).toHaveValue('You are covered for 30 days.')
  await expect(mark).toBeVisible()
  expect(await phone.received()).toEqual([])
  await sendButton(page).click()
  await phone.expectLatest(['You are covered for 30 days.'])
})
