import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import {
  current,
  expectCurrent,
  expectFocusOnCurrent,
  openQueue,
  order,
  type Row,
  viewButton,
  waiter,
} from '../../../../test/queue.ts'
import { focusOn, messageWith, queue, queueRow, replyBox } from '../../../../test/screen.ts'
import { keysAreHeard } from '../../../../test/keys.ts'
import { brian, me } from '../../../../test/samples.ts'

const texts = ['First of three', 'Second of three', 'Third of three'] as const
const three = () => texts.map((text, at) => waiter(101 + at, text, 30 - 10 * at))
const path = () => location.pathname
const rail = () => page.getByRole('region', { name: 'Queue' })

test('[Q-217] a conversation has its queue beside it, who waits longest first; the sidebar makes room', async () => {
  await openQueue(three())
  await expectCurrent('First of three')
  await expect
    .element(page.getByRole('complementary', { name: 'Sidebar' }))
    .toHaveAttribute('data-collapsed', 'true')
  await expect.element(queueRow('Second of three')).toHaveTextContent('20 m')
  expect(order(texts)).toEqual(texts)
  await expectAccessible()
})

test('[Q-217 Q-375] Ctrl Enter answers one after the other, and the queue stays the same while the conversation changes', async () => {
  await openQueue(three())
  await expectCurrent('First of three')
  const before = queue().element()
  for (const [at, text] of texts.slice(0, 2).entries()) {
    await expect.element(replyBox()).toHaveFocus()
    await userEvent.keyboard(`Answer to ${text}`)
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(path).toBe(`/conversations/${102 + at}`)
    await expect.element(messageWith(texts[at + 1] ?? '')).toBeVisible()
  }
  await expectCurrent('Third of three')
  await expect.element(replyBox()).toHaveFocus()
  expect(queue().element()).toBe(before)
  // Who waits stands before who was answered, and the last answered is the first of those.
  const after = ['Third of three', 'Answer to Second of three', 'Answer to First of three']
  await expect.poll(() => order(after)).toEqual(after)
})

test('[Q-217 Q-375] an answer that is only sent stays, and the focus goes with the row that it moves', async () => {
  await openQueue(three())
  await userEvent.keyboard('Answer to the first{Enter}')
  await expect.element(messageWith('Answer to the first')).toBeVisible()
  await expect.element(queueRow('Answer to the first')).toBeVisible()
  expect(path()).toBe('/conversations/101')
  await userEvent.keyboard('{Escape}')
  await expectFocusOnCurrent()
  await expectCurrent('Answer to the first')
})

test('[Q-217] where the open conversation has left the view, Escape leads to the queue and J to a row of it', async () => {
  await openQueue(
    [
      ...three().map(row => ({ ...row, closes_soon: true })),
      waiter(104, 'Was answered', 40, { waiting_since: null }),
    ],
    { at: '104' },
  )
  await keysAreHeard()
  await viewButton('Closing soon').click()
  await expect.poll(current).toBe(null)
  focusOn(replyBox())
  await userEvent.keyboard('{Escape}')
  await expect.element(queue()).toHaveFocus()
  expect(path()).toBe('/conversations/104')
  await userEvent.keyboard('j')
  await expectFocusOnCurrent()
  await expect.poll(path).not.toBe('/conversations/104')
})

test('[Q-217] the view stays while another conversation is opened, whose row is shown however far down it stands', async () => {
  const many = Array.from({ length: 40 }, (_, at) =>
    waiter(200 + at, `Nobody has ${200 + at}`, 90 - at, { agent: null }),
  )
  await openQueue([waiter(101, 'Mine', 5), ...many])
  await viewButton('Unassigned').click()
  await expect.element(viewButton('Unassigned')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(queueRow('Nobody has 200')).toBeVisible()
  history.pushState(null, '', '/conversations/239')
  dispatchEvent(new PopStateEvent('popstate'))
  await expect.element(messageWith('Nobody has 239')).toBeVisible()
  await expect.element(viewButton('Unassigned')).toHaveAttribute('aria-pressed', 'true')
  await expectCurrent('Nobody has 239')
  // All of it, but for a part of a pixel.
  await expect.element(queueRow('Nobody has 239')).toBeInViewport({ ratio: 0.99 })
})

test('[Q-217] a window narrower than 1280 px has no queue, and nothing that goes on in it', async () => {
  await openQueue(three(), { size: [1280, 768] })
  await expect.element(queue()).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Send and next' })).toBeVisible()
  await page.viewport(1279, 768)
  await expect.element(queue()).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Send and next' })).not.toBeInTheDocument()
})

test('[Q-246] a ticket that is made urgent moves who waits up, live, and the row says so', async () => {
  const waits = ['Waits the longer', 'Waits the shorter']
  const { server } = await openQueue(waits.map((text, at) => waiter(101 + at, text, 20 - 10 * at)))
  await expect.poll(() => order(waits)).toEqual(waits)
  server.become(102, { ticket_priority: 'URGENT' })
  await expect.element(queueRow('Waits the shorter').getByText('Urgent')).toBeVisible()
  await expect.poll(() => order(waits)).toEqual(waits.toReversed())
  server.become(102, { ticket_priority: 'MEDIUM' })
  await expect.poll(() => order(waits)).toEqual(waits)
  await expect.element(queueRow('Waits the shorter').getByText('Urgent')).not.toBeInTheDocument()
})

/** Two who wait, the second of whom is open, and two who were answered. */
const inGroups = (): Row[] => [
  waiter(102, 'Heading two', 10),
  waiter(101, 'Heading one', 20),
  waiter(103, 'Answered long ago', 50, { waiting_since: null }),
  waiter(104, 'Answered before', 40, { waiting_since: null }),
]
const heading = () => queue().getByRole('rowheader', { name: /^Answered · / })
const gridRows = () => queue().getByRole('row').elements()

test('[Q-217] headings stand over who waits and over who was answered, and count live', async () => {
  await openQueue(inGroups())
  await expect.element(queue().getByRole('columnheader', { name: 'Waiting · 2' })).toBeVisible()
  await expect.element(heading()).toHaveTextContent(/^Answered · 2$/)
  await userEvent.keyboard('Answered just now{Enter}')
  await expect.element(queue().getByRole('columnheader', { name: 'Waiting · 1' })).toBeVisible()
  await expect.element(heading()).toHaveTextContent(/^Answered · 3$/)
  const around = ['Heading one', 'Answered ·', 'Answered just now', 'Answered before', 'Answered long ago']
  await expect.poll(() => order(around)).toEqual(around)
  await expectAccessible()
})

test('[Q-217] the places of the rows count the heading once, and no row lies over it', async () => {
  await openQueue(inGroups())
  await expect.element(heading()).toBeVisible()
  const places = gridRows().map(row => Number(row.getAttribute('aria-rowindex')))
  expect(places.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6])
  await expect.element(queue()).toHaveAttribute('aria-rowcount', '6')
  const edges = () =>
    gridRows()
      .map(row => row.getBoundingClientRect())
      .toSorted((a, b) => a.top - b.top)
      .map(({ top, bottom }) => [Math.round(top), Math.round(bottom)] as const)
  const areApart = () => {
    const all = edges()
    return all.every(([top], at) => at === 0 || top >= (all[at - 1]?.[1] ?? 0) - 1)
  }
  await expect.poll(areApart).toBe(true)
})

test('[Q-217] no key stops at the heading: from the last who waits J leads to the first who was answered', async () => {
  await openQueue(inGroups())
  await keysAreHeard()
  await expect.element(heading()).toBeVisible()
  const headingRow = gridRows().find(row => row.textContent?.startsWith('Answered · '))
  expect(headingRow?.hasAttribute('tabindex')).toBe(false)
  focusOn(queueRow('Heading two'))
  await userEvent.keyboard('j')
  await expect.element(queueRow('Answered before')).toHaveFocus()
  await userEvent.keyboard('k')
  await expect.element(queueRow('Heading two')).toHaveFocus()
})

test('[Q-380] the order is said in words, rows say their place, and failed replies and who cannot be contacted come last', async () => {
  const reach = {
    has_window: true,
    wrote_at: '2026-03-01T12:50:00.000Z',
    closes_at: '2026-03-02T09:50:00.000Z',
  }
  await openQueue([
    waiter(101, 'Longest wait', 90),
    waiter(102, 'Reply failed', 120, { last_reply: 'failed' }),
    waiter(103, 'Is blocked', 110, { reach: { ...reach, unreachable: 'blocked' } }),
    waiter(104, 'Has a ticket', 5, { ticket_priority: 'URGENT' }),
    waiter(105, 'Window closes', 10, { closes_within_hour: true, reach: { ...reach, unreachable: null } }),
  ])
  const wanted = ['Window closes', 'Has a ticket', 'Longest wait', 'Reply failed', 'Is blocked']
  await expect.poll(() => order(wanted)).toEqual(wanted)
  await expect.element(rail().getByText('1 h left, then priority, then wait')).toBeVisible()
  await expect.element(queueRow('Window closes')).toHaveTextContent('20 min left')
  await expect.element(queueRow('Has a ticket')).toHaveTextContent('Urgent')
  await expect.element(queueRow('Reply failed')).toHaveTextContent('Not sent')
  await expect.element(queueRow('Is blocked')).toHaveTextContent('Cannot be contacted')
  await expectAccessible()
})

test('[Q-380] the view Team has everybody’s with their owners, and the view Failed what was not sent', async () => {
  await openQueue([
    waiter(101, 'Is mine', 30),
    waiter(102, 'Is Brian’s', 20, theirs),
    waiter(103, 'Is nobody’s', 10, { agent: null, last_reply: 'failed' }),
  ])
  await keysAreHeard()
  focusOn(viewButton('Mine'))
  await userEvent.keyboard('3')
  await expect.element(viewButton('Team')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(queueRow('Is mine')).toHaveTextContent('you')
  await expect.element(queueRow('Is Brian’s')).toHaveTextContent(brian.name)
  await expect.element(queueRow('Is nobody’s')).toHaveTextContent('Unassigned')
  await expectAccessible()
  focusOn(viewButton('Team'))
  await userEvent.keyboard('5')
  await expect.element(rail()).toHaveTextContent('1 with a reply that was not sent')
  await expect.element(queueRow('Is nobody’s')).toBeVisible()
  await expect.element(queueRow('Is mine')).not.toBeInTheDocument()
})

const mention = (minute: number) => ({
  mentioned: [{ agent_id: me.id, at: `2026-03-02T09:0${minute}:00.000Z` }],
})
const theirs = { agent: { id: brian.id, name: brian.name } }

test('[Q-237] the view Mentions shows and counts where colleagues mention one, newest first, live', async () => {
  const { server } = await openQueue([
    waiter(101, 'Is open', 30),
    waiter(102, 'Where is my form?', 20, theirs),
    waiter(103, 'Where is my card?', 10, theirs),
  ])
  await keysAreHeard()
  focusOn(viewButton('Mine'))
  await userEvent.keyboard('7')
  await expect.element(viewButton('Mentions')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(rail()).toHaveTextContent('No mentions')
  server.become(102, mention(1))
  await expect.element(queueRow('Where is my form?')).toBeVisible()
  server.become(103, mention(2))
  await expect.element(viewButton('Mentions')).toHaveTextContent(/^Mentions2$/)
  await expect.element(rail()).toHaveTextContent('2 that mention you, newest first')
  await expect.poll(() => order(['form?', 'card?'])).toEqual(['card?', 'form?'])
  await expectAccessible()
  // Seen elsewhere, or taken back.
  server.become(103, { mentioned: [] })
  await expect.element(viewButton('Mentions')).toHaveTextContent(/^Mentions1$/)
  await expect.element(queueRow('Where is my card?')).not.toBeInTheDocument()
})

test('[Q-237] a mention is reported as seen once its conversation is open, and again while one looks', async () => {
  const { api, server } = await openQueue([
    waiter(101, 'Is open', 30),
    waiter(102, 'Where is my card?', 20, { ...theirs, ...mention(1) }),
  ])
  api.answer('markSeen', ({ params }) => {
    server.become(params.id, { mentioned: [] })
    return {}
  })
  await viewButton('Mentions').click()
  await queueRow('Where is my card?').click()
  await expect.element(rail()).toHaveTextContent('No mentions')
  const reports = () => api.askedFor('markSeen').filter(({ params }) => params.id === '102').length
  const before = reports()
  expect(before).toBeGreaterThan(0)
  const release = api.hold('markSeen')
  server.become(102, mention(3))
  await expect.element(rail()).toHaveTextContent('1 that mention you')
  release()
  await expect.element(rail()).toHaveTextContent('No mentions')
  expect(reports()).toBeGreaterThan(before)
})
