import type { Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { box, messageOf, newCustomer, openThread, rowsOf, say, thread } from './harness/conversation.ts'
import { hold } from './harness/held.ts'
import type { Parley } from './harness/parley.ts'
import { call, raise } from './harness/ticket.ts'
import { pressedAgo } from './harness/times.ts'
import { expect, test } from './harness.ts'

const queue = (page: Page) => page.getByRole('grid', { name: 'Queue' })
const rowOf = (page: Page, words: string) => queue(page).getByRole('row').filter({ hasText: words })
const current = (page: Page) => queue(page).locator('[role="row"][aria-current]')

/** New customers who wait for the page's agent, in the order of their waits. */
async function waiting(parley: Parley, page: Page, texts: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = []
  for (const text of texts) {
    const { id } = await newCustomer(parley, page, [text])
    // Who has just come in is not there yet, and can claim nothing.
    await expect.poll(() => call(page, 'POST', `handoff/accept/${id}`)).not.toHaveProperty('code')
    ids.push(id)
  }
  return ids
}

/** The places of these rows in the queue, from the top. */
const order = async (page: Page, texts: readonly string[]): Promise<readonly string[]> => {
  const rows = await queue(page)
    .getByRole('row')
    .evaluateAll(all =>
      all
        .toSorted((a, b) => Number(a.getAttribute('aria-rowindex')) - Number(b.getAttribute('aria-rowindex')))
        .map(row => row.textContent ?? ''),
    )
  return rows.flatMap(row => texts.find(text => row.includes(text)) ?? [])
}

test('[Q-217 Q-375] a conversation has its queue beside it: answered one after the other by Ctrl Enter, who waits longest first', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('brian', '/conversations')
  const texts = ['First of three', 'Second of three', 'Third of three']
  const ids = await waiting(parley, page, texts)
  await openThread(page, ids[0] ?? '')
  await expect(queue(page)).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toHaveAttribute('data-collapsed', 'true')
  await expect(current(page)).toContainText('First of three')
  await expect(rowOf(page, 'Second of three')).toContainText(/now|\d m/)
  await expect.poll(() => order(page, texts)).toEqual(texts)
  await expectAccessible(page)
  // The rail is one and the same while the desk changes.
  await queue(page).evaluate(element => Object.assign(element, { marked: true }))

  for (const [index, text] of texts.slice(0, 2).entries()) {
    await expect(box(page)).toBeFocused()
    await page.keyboard.type(`Answer to ${text}`)
    await page.keyboard.press('Control+Enter')
    await expect(page).toHaveURL(`/conversations/${ids[index + 1]}`)
    await expect(messageOf(page, texts[index + 1] ?? '')).toBeVisible()
  }
  await expect(current(page)).toContainText('Third of three')
  await expect(box(page)).toBeFocused()
  expect(await queue(page).evaluate(element => 'marked' in element)).toBe(true)
  // Who waits stands before who was answered, and the last answered is the first of those.
  await expect
    .poll(() => order(page, ['Third of three', ...texts.slice(0, 2).map(text => `Answer to ${text}`)]))
    .toEqual(['Third of three', 'Answer to Second of three', 'Answer to First of three'])

  // What is only sent stays.
  await page.keyboard.type('Answer to Third of three')
  await page.keyboard.press('Enter')
  await expect(messageOf(page, 'Answer to Third of three')).toBeVisible()
  await expect(page).toHaveURL(`/conversations/${ids[2]}`)
  // The focus goes with the row that its answer has moved; where it has left the view, on to the row in its place.
  await expect(rowOf(page, 'Answer to Third of three')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(current(page)).toBeFocused()
  await expect(current(page)).toContainText('Answer to Third of three')
  await page.getByRole('button', { name: /^Waiting longest/ }).click()
  await expect(queue(page).getByRole('columnheader', { name: 'by priority, then longest' })).toBeVisible()
  await expect(current(page)).toHaveCount(0)
  await box(page).focus()
  await page.keyboard.press('Escape')
  await expect(queue(page)).toBeFocused()
  await expect(page).toHaveURL(`/conversations/${ids[2]}`)
  await page.keyboard.press('j')
  await expect(current(page)).toBeFocused()
  await expect(page).not.toHaveURL(`/conversations/${ids[2]}`)

  await page.getByRole('button', { name: 'Unassigned' }).click()
  await expect(page.getByRole('button', { name: /^Unassigned/ })).toHaveAttribute('aria-pressed', 'true')
  const { id } = await newCustomer(parley, page, ['Has nobody yet'])
  await openThread(page, id)
  await expect(page.getByRole('button', { name: /^Unassigned/ })).toHaveAttribute('aria-pressed', 'true')
  // However far down it stands.
  await expect(current(page)).toContainText('Has nobody yet')
  await expect(current(page)).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Mine' }).click()
  await page.setViewportSize({ width: 1279, height: 768 })
  await expect(queue(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Send and next' })).toHaveCount(0)
})

test('[Q-218] a key that is pressed before its code is there is done when it comes', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['Is anybody there?'])
  const code = /assets\/Commands-.*\.js$/
  const release = await hold(page, code)
  const asked = page.waitForRequest(code)
  await page.goto(`/conversations/${id}`)
  await expect(thread(page)).toContainText('Is anybody there?')
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('n')
  await asked
  release()
  const note = page.getByRole('textbox', { name: 'Internal note' })
  await expect(note).toBeFocused()

  // Whoever waited for longer has gone on.
  await page.unroute(code)
  const releaseLate = await hold(page, code)
  const askedAgain = page.waitForRequest(code)
  await page.reload()
  await expect(thread(page)).toContainText('Is anybody there?')
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await pressedAgo(page, 'n', 3_500)
  await askedAgain
  releaseLate()
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(note).toHaveCount(0)
})

test('[Q-218 Q-375] by keys alone: along the queue, into a conversation, the lists of keys and of commands', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('brian', '/conversations')
  const texts = ['Keys one', 'Keys two']
  const ids = await waiting(parley, page, texts)
  await openThread(page, ids[0] ?? '')
  await expect(box(page)).toBeFocused()
  const palette = page.getByRole('dialog', { name: 'Search or jump to' })
  // The code that hears keys comes a moment after the page.
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(palette).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)
  await expect(box(page)).toBeFocused()
  // Letters are words there, and Escape leaves them as they are.
  await page.keyboard.type('jk?')
  await expect(box(page)).toHaveValue('jk?')
  await page.keyboard.press('Escape')
  await expect(current(page)).toBeFocused()
  await expect(box(page)).toHaveValue('jk?')
  // What has the focus is what is open.
  for (const [key, words, at] of [
    ['j', 'Keys two', 1],
    ['k', 'Keys one', 0],
    ['j', 'Keys two', 1],
  ] as const) {
    await page.keyboard.press(key)
    await expect(rowOf(page, words)).toBeFocused()
    await expect(page).toHaveURL(`/conversations/${ids[at]}`)
    await expect(messageOf(page, words)).toBeVisible()
    await expect(current(page)).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/conversations/${ids[1]}`)
  await expect(box(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(current(page)).toBeFocused()

  const panel = page.getByRole('complementary', { name: 'Customer' })
  await expect(panel).toBeVisible()
  await page.keyboard.press(']')
  await expect(panel).toHaveCount(0)
  await page.keyboard.press(']')
  await expect(panel).toBeVisible()
  // Held down, composed by an input method, or in a window it is no command.
  for (const how of [{ repeat: true }, { isComposing: true }, { keyCode: 229 }]) {
    await current(page).dispatchEvent('keydown', { key: ']', bubbles: true, ...how })
    await expect(panel).toBeVisible()
  }
  await page.keyboard.press('h')
  const snooze = page.getByRole('dialog', { name: 'Snooze' })
  await snooze.getByRole('button', { name: 'Close' }).focus()
  await page.keyboard.press(']')
  await page.keyboard.press('Escape')
  await expect(snooze).toHaveCount(0)
  await expect(panel).toBeVisible()
  await page.keyboard.press('s')
  await expect(page.getByRole('menu')).toBeVisible()
  // What the queue draws meanwhile takes the focus from nobody: the menu would close.
  const [second] = await rowsOf(page, 'Keys two')
  await parley.phone(second?.user.phone_number ?? '').say('Keys two and more')
  await expect(rowOf(page, 'Keys two and more')).toBeVisible()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await page.keyboard.press('2')
  await expect(page.getByRole('button', { name: /^Unassigned/ })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('1')
  await expect(page.getByRole('button', { name: /^Mine/ })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('e')
  await expect(page.getByRole('button', { name: 'Status: Resolved' })).toBeVisible()

  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys.getByText('Send and next')).toBeVisible()
  await keys.getByRole('searchbox', { name: 'Find a key' }).fill('assign')
  await expect(keys.getByText('Send and next')).toHaveCount(0)
  await expect(keys.getByText('Assign', { exact: true })).toBeVisible()
  await keys.getByRole('checkbox', { name: 'Single-letter keys on' }).uncheck()
  await keys.getByRole('button', { name: 'Close' }).click()
  await expect(keys).toHaveCount(0)
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await page.keyboard.press('?')
  await expect(keys).toHaveCount(0)
  await expect(page).toHaveURL(`/conversations/${ids[1]}`)

  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await expect(palette.getByRole('option', { name: /Keyboard shortcuts/ })).toBeVisible()
  await palette.getByRole('combobox').fill('Keys one')
  await expect(palette.getByRole('option', { name: /Customer \(/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/conversations/${ids[0]}\\?message=\\d+$`))
  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('keyboard shortcuts')
  await expect(palette.getByRole('option', { name: /Keyboard shortcuts/, selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await keys.getByRole('checkbox', { name: 'Single-letter keys on' }).check()
  await keys.getByRole('button', { name: 'Close' }).click()
  await expect(keys).toHaveCount(0)
  await page.getByRole('heading', { level: 2 }).focus()
  // The second of two keys is waited for a moment, and not for ever.
  await pressedAgo(page, 'g', 1_600)
  await page.keyboard.press('d')
  await expect(box(page)).toHaveValue('jk?d')
  await page.keyboard.press('Escape')
  await expect(box(page)).not.toBeFocused()
  await page.keyboard.press('?')
  await expect(keys).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/conversations/${ids[0]}`))
  await keys.getByRole('button', { name: 'Close' }).click()
  await expect(keys).toHaveCount(0)
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await expect(page).toHaveURL('/')
})

test('[Q-253] by keys along the messages: the one that has the focus, else the customer’s newest, is quoted, signed and linked to', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('brian', '/conversations')
  const { id } = await newCustomer(parley, page, ['An older question', 'A newer question'])
  await openThread(page, id)
  await expect(box(page)).toBeFocused()
  const chosen = page.getByRole('group', { name: /^Answering/ })
  const leave = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await say(page, 'What we answered')
  await expect(messageOf(page, 'What we answered')).toBeVisible()
  await leave()
  // The code that hears keys comes a moment after the page.
  await expect(async () => {
    await page.keyboard.press('q')
    await expect(chosen).toContainText('A newer question', { timeout: 1_000 })
  }).toPass()
  await expect(box(page)).toBeFocused()

  await leave()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(messageOf(page, 'What we answered')).toBeFocused()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(messageOf(page, 'A newer question')).toBeFocused()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(messageOf(page, 'An older question')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('q')
  await expect(chosen).toContainText('An older question')
  await expect(box(page)).toBeFocused()

  await leave()
  for (const text of ['What we answered', 'A newer question', 'An older question']) {
    await page.keyboard.press('Alt+ArrowUp')
    await expect(messageOf(page, text)).toBeFocused()
  }
  await page.keyboard.press('i')
  const signs = page.getByRole('dialog', { name: 'React' })
  await expect(signs.getByRole('group', { name: 'Signs' }).getByRole('button').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(messageOf(page, 'An older question').getByRole('button', { name: 'React' })).toBeFocused()
  // From one of its buttons it is still this message; below it comes the next.
  await page.keyboard.press('l')
  await expect(
    messageOf(page, 'An older question').getByRole('button', { name: /Link copied|did not copy/ }),
  ).toBeFocused()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(messageOf(page, 'A newer question')).toBeFocused()

  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const name of [
    'Quote the message',
    'React to the message',
    'Copy a link to the message',
    'To the message above',
  ])
    await expect(keys.getByText(name, { exact: true })).toBeVisible()
  await keys.getByRole('checkbox', { name: 'Single-letter keys on' }).uncheck()
  await keys.getByRole('button', { name: 'Close' }).click()
  await expect(keys).toHaveCount(0)
  await page.getByRole('button', { name: 'Do not quote' }).click()
  await leave()
  await page.keyboard.press('q')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(messageOf(page, 'What we answered')).toBeFocused()
  await expect(chosen).toHaveCount(0)
  await page.keyboard.press('?')
  await expect(keys).toHaveCount(0)
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search or jump to' })
  await palette.getByRole('combobox').fill('quote')
  await expect(palette.getByRole('option', { name: /Quote the message/ })).toBeVisible()
  await page.keyboard.press('Escape')
})

test('[Q-246] a ticket that is made urgent moves who waits up, live, and the row says so', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('brian', '/conversations')
  const texts = ['Waits the longer', 'Waits the shorter']
  const [, second = ''] = await waiting(parley, page, texts)
  await openThread(page, second)
  await expect.poll(() => order(page, texts)).toEqual(texts)
  const { id } = await raise(page, second, { priority: 'URGENT' })
  await expect(rowOf(page, 'Waits the shorter').getByText('Urgent')).toBeVisible()
  await expect.poll(() => order(page, texts)).toEqual(texts.toReversed())
  await call(page, 'PUT', `tickets/${id}`, { priority: 'MEDIUM' })
  await expect.poll(() => order(page, texts)).toEqual(texts)
  await expect(rowOf(page, 'Waits the shorter').getByText('Urgent')).toHaveCount(0)
})

test('[Q-217] headings stand over who waits and over who was answered; no key stops at them, and they count live', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('brian', '/conversations')
  const texts = ['Heading one', 'Heading two']
  const [first, second] = await waiting(parley, page, texts)
  await openThread(page, first ?? '')
  const countOf = async (heading: string) => {
    const text = await queue(page).getByRole('row').filter({ hasText: heading }).textContent()
    return Number(/· (\d+)/.exec(text ?? '')?.[1] ?? Number.NaN)
  }
  await expect(queue(page).getByRole('columnheader', { name: /^Waiting · / })).toBeVisible()
  const before = await countOf('Waiting · ')
  await expect(box(page)).toBeFocused()
  await page.keyboard.type('Answered by Brian')
  await page.keyboard.press('Enter')
  await expect.poll(() => countOf('Waiting · ')).toBe(before - 1)
  const heading = queue(page).getByRole('rowheader', { name: /^Answered · / })
  await expect(heading).toBeVisible()
  await expect(
    queue(page)
      .getByRole('row')
      .filter({ hasText: /^Answered · / }),
  ).not.toHaveAttribute('tabindex')
  const answered = await countOf('Answered · ')
  expect(answered).toBeGreaterThan(0)
  // The list follows the open conversation to its new place, and draws the rows around it then.
  const around = ['Heading two', 'Answered ·', 'Answered by Brian']
  await expect.poll(() => order(page, around)).toEqual(around)
  // Each place is told once, and all of them are counted.
  const places = await queue(page)
    .getByRole('row')
    .evaluateAll(all => all.map(row => Number(row.getAttribute('aria-rowindex'))))
  expect(new Set(places).size).toBe(places.length)
  await expect(queue(page)).toHaveAttribute('aria-rowcount', String(before - 1 + answered + 2))
  // Rows do not lie over the heading; what is scrolled goes under the header.
  const boxes = await queue(page)
    .getByRole('row')
    .evaluateAll(all =>
      all
        .filter(row => row.querySelector('[role="columnheader"]') === null)
        .map(row => row.getBoundingClientRect())
        .toSorted((a, b) => a.top - b.top)
        .map(({ top, bottom }) => [Math.round(top), Math.round(bottom)] as const),
    )
  for (const [at, [, bottom]] of boxes.slice(0, -1).entries())
    expect(boxes[at + 1]?.[0]).toBeGreaterThanOrEqual(bottom - 1)
  await expectAccessible(page)

  // From the last who waits, J leads to the first who was answered.
  await rowOf(page, 'Heading two').focus()
  await page.keyboard.press('j')
  await expect(rowOf(page, 'Answered by Brian')).toBeFocused()
  await page.keyboard.press('k')
  await expect(rowOf(page, 'Heading two')).toBeFocused()

  await openThread(page, second ?? '')
  await page.getByRole('button', { name: 'Waiting longest' }).click()
  await expect(queue(page).getByRole('columnheader', { name: /^Waiting · / })).toBeVisible()
  await expect(heading).toHaveCount(0)
  await page.getByRole('button', { name: 'Mine' }).click()
})
