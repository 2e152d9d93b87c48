import { ticketPriorities } from '@parley/core/tickets/constants'
import { countOfStatus } from '@parley/core/tickets/rules'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openConsole } from '../../../test/console.tsx'
import { address } from '../../../test/screen.ts'
import { payment } from '../../../test/tickets.ts'
import type { FakeApi } from '../../../test/fake-api.ts'
import { brian, me, ticketRow } from '../../../test/samples.ts'

type Row = ReturnType<typeof ticketRow>

const mine = { id: me.id, name: me.name }
const low = ticketRow({
  id: '71',
  ticket_number: 'TCK-00071',
  conversation_id: '81',
  title: 'Small thing',
  priority: 'LOW',
  agent: mine,
})
const great = ticketRow({
  id: '72',
  ticket_number: 'TCK-00072',
  conversation_id: '82',
  title: 'Great thing',
  priority: 'URGENT',
  agent: mine,
})
const nobodys = ticketRow({
  id: '73',
  ticket_number: 'TCK-00073',
  conversation_id: '83',
  title: 'Of nobody',
  priority: 'URGENT',
  agent: null,
})
const brians = ticketRow({
  id: '74',
  ticket_number: 'TCK-00074',
  conversation_id: '84',
  title: 'On the way',
  priority: 'HIGH',
  agent: { id: brian.id, name: 'Brian Odongo' },
})

/** The server has these tickets, and narrows and sorts them as asked. Replaces those before. */
function serveList(api: FakeApi, rows: readonly Row[]): void {
  api.answer('ticketList', ({ query }) => {
    const { status, assignee_id: owner, search = '' } = query
    const isWanted = (row: Row) =>
      (status === undefined || countOfStatus({ [row.status]: 1 }, status) === 1) &&
      (owner === undefined || owner === (row.agent?.id ?? 'none')) &&
      [row.title, row.ticket_number].some(text => text.includes(search))
    const urgency = ({ priority }: Row) => ticketPriorities.indexOf(priority)
    return rows.filter(isWanted).toSorted((a, b) => urgency(b) - urgency(a))
  })
  api.answer('ticket', ({ params }) => ({ ...payment, ...rows.find(({ id }) => id === params.id) }))
}

const openList = (list: readonly Row[], path = '/tickets', size: readonly [number, number] = [1366, 768]) =>
  openConsole(path, { size, given: api => serveList(api, list) })

const grid = () => page.getByRole('grid', { name: 'Tickets' })
const rows = () =>
  grid()
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })
const line = (title: string) => rows().filter({ hasText: title })
const titles = () =>
  rows()
    .elements()
    .map(row => row.querySelector('[dir=auto]')?.textContent)
const choose = async (name: string, choice: RegExp) => {
  await page.getByRole('group', { name: 'Filters' }).getByRole('combobox', { name }).click()
  await page.getByRole('option', { name: choice }).click()
}
/** The pointer leaves the rows, which would hold their places under it. */
const pointAway = () => page.getByRole('banner').getByRole('heading').hover()

test('[Q-227] the palette names the tickets with their keys, and G then T lead there', async () => {
  await openList([low], '/conversations')
  const palette = page.getByRole('dialog', { name: 'Search or jump to' })
  // What hears the keys comes a moment after the page.
  const isOpen = async () => {
    if (palette.query() === null) await userEvent.keyboard('{Control>}k{/Control}')
    return palette.query() !== null
  }
  await expect.poll(isOpen).toBe(true)
  await expect.element(palette.getByRole('option', { name: /Tickets/ })).toHaveTextContent('G then T')
  await userEvent.keyboard('{Escape}')
  await expect.element(palette).not.toBeInTheDocument()
  await userEvent.keyboard('gt')
  await expect.poll(() => location.pathname).toBe('/tickets')
  await expect.element(page.getByRole('heading', { name: 'Tickets', level: 2 })).toBeVisible()
  await expect.element(line('Small thing')).toBeVisible()
})

test('[Q-227] the list opens with my open tickets, the most urgent first', async () => {
  const api = await openList([
    low,
    great,
    nobodys,
    brians,
    { ...low, id: '75', title: 'Done', status: 'CLOSED' },
  ])
  await expect.poll(titles).toEqual(['Great thing', 'Small thing'])
  await expect.element(line('Small thing')).toHaveTextContent('You')
  expect(api.askedFor('ticketList')[0]?.query).toEqual({ status: 'OPEN', assignee_id: me.id, limit: 100 })
})

test('[Q-227] what comes and changes while the list is open takes its place by itself', async () => {
  const api = await openList([low])
  await pointAway()
  await expect.poll(titles).toEqual(['Small thing'])
  serveList(api, [low, great])
  api.publish({ event: 'ticket', data: { id: great.id, conversation_id: great.conversation_id } })
  await expect.poll(titles).toEqual(['Great thing', 'Small thing'])
  serveList(api, [{ ...low, priority: 'MEDIUM' }, great])
  api.publish({ event: 'ticket', data: { id: low.id, conversation_id: low.conversation_id } })
  await expect.element(line('Small thing')).toHaveTextContent('Medium')
})

test('[Q-227] filters narrow the list, and stand in the address', async () => {
  await openList([low, nobodys, { ...great, status: 'CLOSED' }])
  await expect.poll(titles).toEqual(['Small thing'])
  await choose('Assigned to', /^Unassigned$/)
  await expect.poll(titles).toEqual(['Of nobody'])
  await expect.poll(address).toBe('/tickets?agent=none')
  await choose('Assigned to', /^Anyone$/)
  await expect.poll(titles).toEqual(['Of nobody', 'Small thing'])
  await expect.poll(address).toBe('/tickets?agent=any')
  await choose('Status', /^Closed/)
  await expect.poll(titles).toEqual(['Great thing'])
  await expect.element(line('Great thing')).toHaveTextContent('Closed')
  await expect.poll(address).toBe('/tickets?agent=any&status=closed')
})

test('[Q-227] a number is searched for; a ticket that is found no more leaves', async () => {
  const api = await openList([low, nobodys], '/tickets?agent=any')
  await expect.poll(titles).toEqual(['Of nobody', 'Small thing'])
  await page.getByRole('searchbox', { name: 'Search tickets' }).fill(nobodys.ticket_number)
  await expect.poll(titles).toEqual(['Of nobody'])
  serveList(api, [low, { ...nobodys, status: 'CLOSED' }])
  api.publish({ event: 'ticket', data: { id: nobodys.id, conversation_id: nobodys.conversation_id } })
  await expect.element(page.getByText('No tickets found')).toBeVisible()
})

test('[Q-227] each line leads to its ticket and to its conversation, and Back to the list', async () => {
  await openList([low])
  await expect
    .element(line('Small thing').getByRole('link', { name: /^Chat/ }))
    .toHaveAttribute('href', '/conversations/81')
  await line('Small thing').getByRole('link', { name: /^View/ }).click()
  await expect.element(page.getByRole('article', { name: 'TCK-00071' })).toBeVisible()
  await expect.poll(address).toBe('/tickets/71')
  history.back()
  await expect.element(line('Small thing')).toBeVisible()
})

test('[Q-227] on a phone a line has its number, and nothing overflows', async () => {
  const long = { ...low, title: 'A thing with many words in its title, more than a line holds' }
  await openList([long], '/tickets', [390, 844])
  await expect.element(line('A thing')).toHaveTextContent('TCK-00071')
  expect(document.documentElement.scrollWidth).toBe(390)
})

test('[Q-227] without open tickets of one’s own the list says so, and leads on to everybody’s', async () => {
  await openList([brians])
  await expect.element(page.getByText('You have no open tickets')).toBeVisible()
  await page.getByRole('button', { name: 'Show all tickets' }).click()
  await expect.element(line('On the way')).toHaveTextContent('Brian Odongo')
  await expect.poll(address).toBe('/tickets?agent=any')
})
