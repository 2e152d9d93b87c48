import { box, newCustomer, openThread } from './harness/conversation.ts'
import { expect, test } from './harness.ts'

test('[Q-193] a customer sees blue ticks once an agent types, and not while one only looks', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello'])
  await openThread(page, id)
  const statuses = async () =>
    (await phone.messages()).filter(({ direction }) => direction === 'INBOUND').map(({ status }) => status)
  await expect.poll(statuses).toEqual(['delivered'])
  await box(page).fill('I am')
  await expect.poll(statuses).toEqual(['read'])
})
