import { newCustomer, openThread, say } from './harness/conversation.ts'
import {
  count,
  expectTile,
  messagesOf,
  monthStart,
  panel,
  reach,
  tile,
  today,
  usersOf,
} from './harness/figures.ts'
import { ownClock, skip } from './harness/times.ts'
import { expect, test } from './harness.ts'

test('[UUSER-06 MSTAT-05 Q-013 Q-014] what customers and agents do is counted, and a figure opens the very rows that it counts', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const day = today()
  const [users, messages] = [await usersOf(page, day, day), await messagesOf(page, day, day)]
  const { phone, id } = await newCustomer(parley, page, ['One', 'Two', 'Three'])
  await openThread(page, id)
  await say(page, 'An answer')
  await phone.expectLatest(['An answer'])

  await page.goto('/')
  const card = panel(page, 'User Interaction Statistics')
  const { total_unique_users: unique, total_new_users: fresh, total_agent_users: human } = users.summary
  for (const where of [card, panel(page, 'Message Statistics')]) {
    await where.getByLabel('From', { exact: true }).fill(day)
    await where.getByRole('button', { name: 'Apply' }).click()
  }
  await expectTile(card, 'Total Unique Users', count(unique + 1))
  await expectTile(card, 'New Users', count(fresh + 1))
  await expectTile(card, 'Human Interaction', count(human + 1))
  const messageCard = panel(page, 'Message Statistics')
  await expectTile(messageCard, 'Inbound Messages', count(messages.summary.inbound.total + 3))
  await expectTile(messageCard, 'Outbound Messages', count(messages.summary.outbound.total + 1))
  await expectTile(messageCard, 'Active Conversations', count(messages.summary.active_conversations + 1))

  // What the number is, and what stands behind it.
  await tile(card, 'New Users').getByRole('button', { name: 'What is this number? New Users' }).click()
  const about = page.getByRole('dialog', { name: 'New Users' })
  await expect(about).toContainText('whose first message ever lies in the range')
  await expect(about).toContainText('Africa/Kampala time')
  await expect(about).toContainText(/at \d\d:\d\d/)
  // Just after midnight it is the day's first.
  const way = fresh === 0 ? 'See the customer' : `See the ${count(fresh + 1)} customers`
  await about.getByRole('button', { name: way, exact: true }).click()
  const counted = page.getByRole('dialog', { name: 'New Users' })
  const rows = counted.getByRole('table')
  const customers = rows.getByRole('row').filter({ has: page.getByRole('cell') })
  // Other tests of this workspace may have made more customers than a page holds.
  for (let shown = 50; shown < fresh + 1; shown += 50) {
    await expect(customers).toHaveCount(shown)
    await counted.getByRole('button', { name: 'Show more' }).click()
  }
  await expect(customers).toHaveCount(fresh + 1)
  const ours = rows
    .getByRole('row')
    .filter({ hasText: phone.number.slice(-3) })
    .first()
  await ours.getByRole('link').click()
  await expect(page).toHaveURL(`/conversations/${id}`)

  // An agent's page that stays open hears of it by itself.
  const other = await openAs('brian')
  await ownClock(other)
  await other.goto('/')
  const theirs = panel(other, 'Message Statistics')
  await reach(other, 'Message Statistics')
  await expect(tile(theirs, 'Inbound Messages').locator('b')).not.toHaveText('')
  const { summary } = await messagesOf(other, monthStart(), day)
  await expectTile(theirs, 'Inbound Messages', count(summary.inbound.total))
  await phone.say('Four')
  // Only what the page has heard of has it ask again.
  await expect(other.getByRole('table', { name: 'Recent Conversations' })).toContainText('Four')
  await skip(other, 30_000)
  await expect(tile(theirs, 'Inbound Messages').locator('b')).toHaveText(count(summary.inbound.total + 1))
})
