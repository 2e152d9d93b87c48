import { newCustomer, openThread, thread } from './harness/conversation.ts'
import { expect, test } from './harness.ts'

test('[DATA-07] the phone on the simulator’s page sends each kind', async ({ openAs, parley }) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello'])
  const simulator = await page.context().newPage()
  await simulator.goto(parley.simulatorUrl)
  const others = simulator
    .getByRole('article')
    .filter({ hasText: phone.number.replace(/(\d{3})(?=\d)/g, '$1 ') })
    .getByRole('combobox', { name: 'Send another kind' })
  await others.selectOption('Location')
  await others.selectOption('Missed call')
  await openThread(page, id)
  await expect(thread(page).getByRole('group', { name: 'Location' })).toContainText('Ntinda Shopping Centre')
  await expect(thread(page).getByRole('group', { name: 'Call' })).toContainText('Missed call')
})
