import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { type Opening, openConsole, setTime } from '../../../test/console.tsx'
import { keysAreHeard } from '../../../test/keys.ts'
import { hits, type Searchable, searchField, serveSearch } from '../../../test/search.ts'
import { serveThread } from '../../../test/thread.ts'
import { openDevice, sealedDevice } from '../../client/device/device-store.ts'

const openSearch = async (query: string, held: Searchable, opening: Opening = {}) => {
  setTime('2026-03-02T12:30:00+03:00')
  return openConsole(`/search${query}`, { ...opening, given: api => serveSearch(api, held) })
}

const count = (length: number) => expect.poll(() => hits().elements().length).toBe(length)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const choose = async (filter: string, choice: string) => {
  await page.getByRole('combobox', { name: filter }).click()
  await page.getByRole('option', { name: choice }).click()
}

const zebrafish = {
  messages: [
    { id: '12', text: 'Both zebrafishes were paid' },
    { id: '11', text: 'The zebrafish payment is pending', at: '2026-01-20T09:00:00.000Z' },
  ],
  people: [{ id: '31', text: '+256 709 000 001', name: [{ text: 'Nakato Prossy', hit: false }] }],
}

test('[Q-220] words are searched while they are typed: each hit is marked, and leads to its message', async () => {
  const api = await openSearch('', zebrafish)
  await expect.element(searchField()).toHaveFocus()
  await expect.element(page.getByText('Find anything')).toBeVisible()
  expect(api.askedFor('search')).toEqual([])
  await searchField().fill('zebrafish')
  await expect.poll(() => location.search).toBe('?q=zebrafish')
  await count(2)
  const marks = hits()
    .elements()
    .map(one => one.querySelector('mark')?.textContent)
  expect(marks).toEqual(['zebrafishes', 'zebrafish'])
  await expect.element(page.getByText('2 messages in 1 conversation, newest first')).toBeVisible()
  await expect.element(page.getByRole('tab', { name: 'Messages 2' })).toBeVisible()
  await expect.element(hits().first()).toHaveAttribute('href', '/conversations/7?message=12')
})

test('[Q-220] a search is narrowed by date and by who wrote, and said to find nothing, until the filters are taken away', async () => {
  const api = await openSearch('?q=zebrafish', zebrafish)
  await count(2)
  await choose('Date: Any time', 'Last 30 days')
  await count(1)
  expect(location.search).toBe('?q=zebrafish&date=30')
  await choose('Written by: Anyone', 'Bot')
  await expect.element(page.getByText('Nothing was found')).toBeVisible()
  expect(api.askedFor('search').at(-1)?.query).toMatchObject({
    q: 'zebrafish',
    written_by: 'BOT',
    from: '2026-01-31T21:00:00.000Z',
  })
  await expectAccessible()
  await button('Clear filters').click()
  await count(2)
  expect(location.search).toBe('?q=zebrafish')
})

test('[Q-220] the number of a customer in another spelling finds them among the people', async () => {
  await openSearch('', zebrafish)
  await searchField().fill('zebrafish "paid were"')
  await expect.element(page.getByText('Nothing was found')).toBeVisible()
  await searchField().fill('0709 000 001')
  const person = page.getByRole('region', { name: 'Customers' }).getByRole('link')
  await expect.element(person).toHaveTextContent('+256 709 000 001')
})

test.each([390, 320])(
  '[Q-220] at %d px people and work stand above the messages, and nothing is cut off',
  async width => {
    const messages = [{ id: '11', text: 'A very long pangolin '.repeat(20) }]
    const people = [{ id: '31', text: 'pangolin', name: [{ text: 'Nakato Prossy', hit: false }] }]
    await openSearch('?q=pangolin', { messages, people }, { size: [width, 844] })
    await count(1)
    const named = page.getByRole('region', { name: 'Customers' })
    await expect.element(named).toBeVisible()
    const { bottom } = named.element().getBoundingClientRect()
    expect(bottom).toBeLessThanOrEqual(hits().first().element().getBoundingClientRect().top)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await expectAccessible()
  },
)

test.each([1366, 1000, 720, 390])(
  '[Q-220] at %d px a hit stands before the end of its line, however far behind it was said',
  async width => {
    const before =
      'A long story of how I went from office to office and asked about it everywhere and nobody knew '
    const messages = [{ id: '11', text: `${before}anything of my wombat policy` }]
    await openSearch('?q=wombat', { messages }, { size: [width, 844] })
    await count(1)
    const mark = hits().first().element().querySelector('mark')
    expect(mark?.textContent).toBe('wombat')
    // Within its line, not beyond where that is cut off.
    const [inner, line] = [mark?.getBoundingClientRect(), mark?.parentElement?.getBoundingClientRect()]
    expect(inner?.right).toBeLessThanOrEqual(line?.right ?? 0)
    expect(inner?.bottom).toBeLessThanOrEqual((line?.bottom ?? 0) + 1)
  },
)

test.each([
  [1366, /^Good morning Rebecca, this is Carol of the insurer, about your wombat/],
  [390, /^… of the insurer, about your wombat/],
])('[Q-426] at %d px a line begins as early as there is room for', async (width, begins) => {
  const text = 'Good morning Rebecca, this is Carol of the insurer, about your wombat'
  await openSearch('?q=wombat', { messages: [{ id: '11', text }] }, { size: [width, 844] })
  await count(1)
  await expect
    .poll(() => hits().first().element().querySelector('mark')?.parentElement?.textContent)
    .toMatch(begins)
})

test('[Q-426] the palette says of a message when it was written', async () => {
  await openSearch('', { messages: [{ id: '11', text: 'The axolotl policy' }] })
  await keysAreHeard()
  await userEvent.keyboard('{Control>}k{/Control}')
  const palette = page.getByRole('dialog', { name: 'Search or jump to' })
  await palette.getByRole('combobox').fill('axolotl')
  const hit = palette.getByRole('option', { name: /^Messages/ })
  await expect.element(hit).toHaveTextContent(/The axolotl policy, \d\d:\d\d$/)
})

const axolotl = { messages: [{ id: '11', text: 'The axolotl policy' }] }
const recent = () => page.getByRole('region', { name: 'Recent searches' })
const recentTexts = () =>
  recent()
    .getByRole('link')
    .elements()
    .map(one => one.textContent)

/** The places and the bytes of what this browser keeps, as text. */
async function kept(): Promise<string> {
  const found: string[] = []
  const take = (value: unknown): void => {
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) found.push(new TextDecoder().decode(value))
    else if (typeof value === 'object' && value !== null) Object.entries(value).flat().forEach(take)
    else found.push(String(value))
  }
  for (const device of [openDevice, sealedDevice]) take(await device.entries())
  return found.join('\n')
}

/** Searches for the words, and for nothing any more. */
async function confirm(words: string): Promise<void> {
  await searchField().fill(words)
  await expect.poll(() => new URLSearchParams(location.search).get('q')).toBe(words)
  await userEvent.keyboard('{Enter}')
  await searchField().clear()
  await expect.element(recent()).toBeVisible()
}

test('[Q-220] words that were only typed are not offered again; those that were opened are', async () => {
  const api = await openSearch('', axolotl)
  serveThread(api, [])
  await searchField().fill('axolotl')
  await count(1)
  await searchField().clear()
  await expect.element(page.getByText('Find anything')).toBeVisible()
  await expect.element(recent()).not.toBeInTheDocument()
  await searchField().fill('axolotl')
  await count(1)
  await hits().click()
  await expect.poll(() => location.pathname).toBe('/conversations/7')
  history.back()
  await expect.poll(() => location.pathname).toBe('/search')
  await searchField().clear()
  await expect.poll(recentTexts).toEqual(['axolotl'])
})

test('[Q-220] what was confirmed by Enter is offered, the newest first and unreadable to others, until it is removed', async () => {
  await openSearch('', axolotl)
  await confirm('axolotl')
  await confirm('0709 000 005')
  await expect.poll(recentTexts).toEqual(['0709 000 005', 'axolotl'])
  await expectAccessible(['best-practice'])
  await expect.poll(kept).toContain('recent-searches:')
  expect(await kept()).not.toContain('axolotl')
  await recent().getByRole('link', { name: 'axolotl' }).click()
  await expect.poll(() => location.search).toBe('?q=axolotl')
  await expect.element(searchField()).toHaveValue('axolotl')
  await count(1)
  await searchField().clear()
  await recent().getByRole('button', { name: 'Remove “0709 000 005”' }).click()
  await expect.poll(recentTexts).toEqual(['axolotl'])
  await recent().getByRole('button', { name: 'Remove all' }).click()
  await expect.element(recent()).not.toBeInTheDocument()
  await expect.poll(kept).not.toContain('recent-searches:')
})

test('[Q-220] the palette offers the last searches; Delete removes one, and Enter searches again', async () => {
  await openSearch('', axolotl)
  await confirm('axolotl')
  await confirm('0709 000 005')
  await page.getByRole('link', { name: 'Conversations' }).click()
  await expect.poll(() => location.pathname).toBe('/conversations')
  await keysAreHeard()
  await userEvent.keyboard('{Control>}k{/Control}')
  const palette = page.getByRole('dialog', { name: 'Search or jump to' })
  const first = palette.getByRole('option', { name: /^Recent searches/ }).first()
  await expect.element(first).toHaveTextContent('0709 000 005')
  await expect.element(palette.getByRole('combobox')).toHaveFocus()
  await expectAccessible(['best-practice'])
  await userEvent.keyboard('{Delete}')
  await expect.element(first).toHaveTextContent('axolotl')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => location.pathname + location.search).toBe('/search?q=axolotl')
})
