import { expectAccessible } from './harness/accessible.ts'
import { box, messageOf, newCustomer, openThread, say } from './harness/conversation.ts'
import { giveRoom } from './harness/room.ts'
import { setSetting } from './harness/settings.ts'
import { call } from './harness/ticket.ts'
import { expect, test } from './harness.ts'

const takes = 'Nobody has this conversation. Your reply takes it'
const question = /has this conversation. Press Send again to answer all the same/

test('[Q-248] a reply takes a conversation that nobody has, and says so before', async ({
  openAs,
  parley,
}) => {
  await setSetting(parley, { replies_take: 'unassigned' })
  try {
    const page = await openAs('brian', '/conversations')
    const { id } = await newCustomer(parley, page, ['Is anybody there?'])
    await openThread(page, id)
    await expect(page.getByText(takes)).toBeVisible()
    await expectAccessible(page)
    await say(page, 'I am')
    await expect(messageOf(page, 'I am')).toBeVisible()
    await expect(page.getByText(takes)).toHaveCount(0)
    const queue = page.getByRole('grid', { name: 'Queue' })
    await page.getByRole('button', { name: /^Mine/ }).click()
    await expect(queue.getByRole('row').filter({ hasText: 'I am' })).toBeVisible()
    await call(page, 'PUT', `conversations/${id}/status`, { status: 'RESOLVED' })
  } finally {
    await setSetting(parley, { replies_take: 'nothing' })
  }
})

test('[Q-248] a colleague’s conversation is answered at the second press, once in a visit', async ({
  openAs,
  parley,
}) => {
  const undo = await giveRoom(parley, 'brian')
  const his = await openAs('brian', '/conversations')
  const { id } = await newCustomer(parley, his, ['My policy, please'])
  // Who has just come in is not there yet, and can claim nothing.
  await expect.poll(() => call(his, 'POST', `handoff/accept/${id}`)).not.toHaveProperty('code')
  const hers = await openAs('agent')
  await openThread(hers, id)
  await box(hers).fill('It is on its way')
  await hers.keyboard.press('Enter')
  await expect(hers.getByRole('alert').filter({ hasText: question })).toBeVisible()
  await expectAccessible(hers)
  await expect(messageOf(hers, 'It is on its way')).toHaveCount(0)
  await expect(box(hers)).toHaveValue('It is on its way')
  await hers.keyboard.press('Enter')
  await expect(messageOf(hers, 'It is on its way')).toBeVisible()
  await expect(hers.getByText(question)).toHaveCount(0)
  await say(hers, 'And the card too')
  await expect(messageOf(hers, 'And the card too')).toBeVisible()
  // Another visit asks again; who has it is asked nothing.
  await hers.reload()
  await expect(messageOf(hers, 'And the card too')).toBeVisible()
  await box(hers).fill('One more thing')
  await hers.keyboard.press('Enter')
  await expect(hers.getByText(question)).toBeVisible()
  await openThread(his, id)
  await say(his, 'Thank you, colleague')
  await expect(messageOf(his, 'Thank you, colleague')).toBeVisible()
  await undo()
})
