import type { Page } from '@playwright/test'
import { applicationsOf } from './harness/applications.ts'
import { box, goTo, messageOf, newCustomer, rowsOf } from './harness/conversation.ts'
import { postMessage } from './harness/meta.ts'
import { startParley } from './harness/parley.ts'
import { call } from './harness/ticket.ts'
import { expect, signIn, test } from './harness.ts'

const queue = (page: Page) => page.getByRole('grid', { name: 'Queue' })
const card = (page: Page) => page.getByRole('region', { name: 'New Assignment' })
const accept = (page: Page) => card(page).getByRole('button', { name: 'Accept Now' }).first()

/** How long these customers have waited, in minutes, in the order in which they wrote. */
const waits = [12, 44, 3, 27, 51, 8, 33, 19, 5, 38]
/** With three customers it runs among the short tests. */
const forms = [
  { count: 3, tag: [] },
  { count: waits.length, tag: ['@long'] },
]

for (const { count, tag } of forms)
  test(`[Q-270] ${count} unread conversations are answered one after the other with at most four keys each, longest wait first, each once`, {
    tag,
  }, async ({ browser, pageErrors }) => {
    const parley = await startParley({ env: { DEMO_CONVERSATIONS: '0' } })
    const context = await browser.newContext({
      baseURL: parley.url,
      viewport: { width: 1366, height: 768 },
    })
    pageErrors.watch(context)
    try {
      const page = await context.newPage()
      await signIn(page, 'brian', '/conversations')
      const customers = waits.slice(0, count).map((minutes, at) => ({
        number: `25670099${String(100 + at)}`,
        words: `Waits for ${minutes} minutes`,
        minutes,
      }))
      for (const { number, words, minutes } of customers)
        await postMessage(
          parley,
          number,
          `wamid.ten-${number}`,
          words,
          new Date(Date.now() - minutes * 60_000),
        )
      const rowOf = async (number: string) => (await rowsOf(page, number))[0]
      const ids: string[] = []
      for (const { number } of customers) {
        await expect.poll(async () => (await rowOf(number))?.unread_count).toBe(1)
        const id = (await rowOf(number))?.id ?? ''
        await expect.poll(() => call(page, 'POST', `handoff/accept/${id}`)).not.toHaveProperty('code')
        ids.push(id)
      }
      await page.goto('/inbox')
      await expect(queue(page).getByRole('row')).toHaveCount(count + 1)

      // A key that is held down with another counts as one of its own.
      let pressed = 0
      const press = async (keys: string) => {
        pressed += keys.split('+').length
        await page.keyboard.press(keys)
      }
      const shown: string[] = []
      const longestFirst = customers.toSorted((a, b) => b.minutes - a.minutes)
      for (const [at, { words }] of longestFirst.entries()) {
        pressed = 0
        if (at === 0) {
          await press('j')
          await expect(queue(page).locator('[role=row]:focus')).toBeVisible()
          await press('Enter')
        }
        await expect(messageOf(page, words)).toBeVisible()
        await expect(box(page)).toBeFocused()
        shown.push(new URL(page.url()).pathname.split('/').at(-1) ?? '')
        await page.keyboard.type(`Answer: ${words}`)
        await press('Control+Enter')
        // The next one is on the screen.
        await expect(messageOf(page, words)).toHaveCount(0)
        expect(pressed).toBeLessThanOrEqual(4)
      }
      expect(shown).toEqual(longestFirst.map(one => ids[customers.indexOf(one)]))
      for (const { number, words } of customers) {
        const received = () => parley.phone(`+${number}`).received()
        await expect
          .poll(async () => (await received()).map(({ text }) => text))
          .toEqual([`Answer: ${words}`])
        await expect.poll(async () => (await rowOf(number))?.unread_count).toBe(0)
      }
      await expect(queue(page).getByRole('columnheader', { name: /^Waiting/ })).toHaveCount(0)
      await expect(queue(page).getByRole('row').filter({ hasText: 'Answer: Waits' })).toHaveCount(count)
    } finally {
      await context.close()
      await parley.stop()
    }
  })

const screens = (own: string, application: string): readonly (readonly [string, string, string | null])[] => [
  ['the dashboard', '/', null],
  ['the list', '/conversations', 'Search conversations'],
  ['a thread', `/conversations/${own}`, 'Message'],
  ['the queue', '/inbox', null],
  ['the search', '/search', 'Search everything'],
  ['the tickets', '/tickets', 'Search tickets'],
  ['the canned replies', '/canned-replies', null],
  ['applications', '/applications', 'Search applications'],
  ['an application', `/applications/${application}`, null],
  ['the account', '/account', 'Current password'],
]

test('[Q-271 Q-400 Q-402 Q-403] an offer comes up with Accept on every screen, and stays there; who writes keeps the focus and their words', async ({
  openAs,
  parley,
}) => {
  const [amina, brian] = [await openAs('agent'), await openAs('brian', '/')]
  const me = await call<{ id: string }>(brian, 'GET', 'account')
  const own = await newCustomer(parley, brian, ['Served meanwhile'])
  await expect.poll(() => call(brian, 'POST', `handoff/accept/${own.id}`)).not.toHaveProperty('code')
  const { id } = await newCustomer(parley, amina, ['Never miss me'])
  const [application] = await applicationsOf(brian, 'ipp')
  const offer = () => call(amina, 'POST', `assignments/conversation/${id}/assign`, { agent_id: me.id })
  const refuse = () => call(brian, 'POST', `handoff/reject/${id}`, { reason: 'Not my field' })
  const table = screens(own.id, application?.id ?? '')

  for (const [name, path, label] of table)
    await test.step(`it comes at ${name}`, async () => {
      await goTo(brian, path)
      const field = label === null ? null : brian.getByLabel(label, { exact: true }).first()
      await field?.fill('')
      await field?.pressSequentially('half')
      await offer()
      await expect(accept(brian)).toBeEnabled()
      await expect(card(brian).getByRole('alert')).toHaveText('New Assignment')
      await expect(card(brian).locator(':focus')).toHaveCount(0)
      if (field !== null) {
        await expect(field).toBeFocused()
        await brian.keyboard.type(' a word')
        await expect(field).toHaveValue('half a word')
      }
      if (label === 'Message') {
        // Enter is the composer's, and neither takes nor refuses what is offered.
        await brian.keyboard.press('Enter')
        await expect(messageOf(brian, 'half a word')).toBeVisible()
        await expect(accept(brian)).toBeEnabled()
      } else await field?.fill('')
      await refuse()
      await expect(card(brian)).toContainText('This conversation is not offered to you any more')
      await expect(card(brian)).toHaveCount(0, { timeout: 10_000 })
    })

  await offer()
  for (const [name, path] of table)
    await test.step(`it stays at ${name}`, async () => {
      await goTo(brian, path)
      await expect(accept(brian)).toBeVisible()
    })
  for (const path of ['/', '/conversations', `/conversations/${own.id}`])
    await test.step(`it is there after a reload of ${path}`, async () => {
      await brian.goto(path)
      await expect(accept(brian)).toBeEnabled()
    })

  // A page that loads the offered conversation asks there; who leaves without an answer is asked again.
  await brian.goto(`/conversations/${id}`)
  await expect(brian.getByRole('button', { name: 'Accept', exact: true })).toBeVisible()
  await expect(card(brian)).toHaveCount(0)
  await goTo(brian, '/tickets')
  await expect(accept(brian)).toBeVisible()

  // Over a window it stands in the window, and takes no focus; what comes meanwhile is behind it.
  await card(brian).getByRole('button', { name: 'Maybe Later' }).click()
  await expect(card(brian)).toHaveCount(0)
  await expect(brian.getByText(/^No offers until \d\d:\d\d$/)).toBeVisible()
  await brian.keyboard.press('Control+k')
  const palette = brian.getByRole('dialog', { name: 'Search or jump to' })
  await expect(palette.getByRole('combobox')).toBeFocused()
  await offer()
  await expect(palette.getByRole('alert')).toHaveText('New Assignment')
  await expect(palette.getByRole('button', { name: 'Accept Now' })).toBeVisible()
  await expect(palette.getByRole('combobox')).toBeFocused()
  await brian.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)
  await expect(accept(brian)).toBeVisible()
  const second = await newCustomer(parley, amina, ['Nor me'])
  await call(amina, 'POST', `assignments/conversation/${second.id}/assign`, { agent_id: me.id })
  await expect(card(brian)).toContainText('2 offers')
  await card(brian).getByRole('button', { name: 'Maybe Later' }).click()
  await expect(card(brian).getByRole('button', { name: '2 offers' })).toHaveCount(0)
  await card(brian).getByRole('button', { name: 'Maybe Later' }).click()
  await expect(card(brian)).toHaveCount(0)

  // On a phone it stands above the thread: the line that somebody writes and Send stay free.
  await brian.setViewportSize({ width: 390, height: 844 })
  await goTo(brian, `/conversations/${own.id}`)
  await box(brian).fill('')
  await box(brian).pressSequentially('half')
  await offer()
  await expect(accept(brian)).toBeInViewport({ ratio: 1 })
  await expect(box(brian)).toBeFocused()
  await brian.keyboard.type(' a word')
  await expect(box(brian)).toHaveValue('half a word')
  await box(brian).click({ trial: true })
  await accept(brian).click({ trial: true })
  await brian.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(messageOf(brian, 'half a word')).toHaveCount(2)
  await brian.goto('/conversations')
  await expect(accept(brian)).toBeInViewport({ ratio: 1 })
  await accept(brian).click()
  await expect(brian).toHaveURL(`/conversations/${id}`)
  await expect(card(brian)).toHaveCount(0)
})

const sentences = [
  'Sorry Grace, one moment',
  'eat well, and take care',
  'hello, just a second',
  'Your receipt, Prossy.',
  'a moment please, it is here',
  'no need for a form',
  'glad to help, rest well',
  'I am here',
]
/** As on a busy machine: nothing that waits for a frame happens. Returns how to end that. */
async function stopDrawing(page: Page): Promise<() => Promise<void>> {
  const drawing = await page.evaluateHandle(() => {
    const draw = window.requestAnimationFrame.bind(window)
    const held: FrameRequestCallback[] = []
    window.requestAnimationFrame = callback => held.push(callback)
    return () => {
      window.requestAnimationFrame = draw
      held.forEach(callback => draw(callback))
    }
  })
  return () => drawing.evaluate(start => start())
}

const rounds = [
  { count: 4, tag: [] },
  { count: 200, tag: ['@long'] },
]

for (const { count, tag } of rounds)
  test(`[Q-370 Q-371] ${count} times accepted, attached, chosen, closed and dismissed, with a sentence at once: every letter is in the box, and no command runs`, {
    tag,
  }, async ({ openAs, parley }) => {
    test.setTimeout(240_000 + count * 30_000)
    const brian = await openAs('brian', '/')
    const me = await call<{ id: string }>(brian, 'GET', 'account')
    // Pages that make calls alone, and so do not renew their sessions of 15 minutes.
    const openCallers = async () => ({ amina: await openAs('agent'), own: await openAs('brian') })
    let callers = await openCallers()
    const offered = async (words: string) => {
      const { id, phone } = await newCustomer(parley, callers.amina, [words])
      await call(callers.amina, 'POST', `assignments/conversation/${id}/assign`, { agent_id: me.id })
      return { id, phone, words }
    }
    const statusOf = async (id: string) => {
      const path = `messages/admin/conversations?conversation_id=${id}`
      return (await call<readonly { status: string }[]>(callers.own, 'GET', path))[0]?.status
    }
    let said = 0
    /** Types at once, as fast as a person, and looks that nothing is lost and nothing else has happened. */
    const typeAtOnce = async (id: string, drawAgain = async () => {}) => {
      const sentence = sentences[said % sentences.length] ?? ''
      said += 1
      await brian.keyboard.type(sentence, { delay: 40 })
      await drawAgain()
      await expect(box(brian)).toHaveValue(sentence)
      await expect(box(brian)).toBeFocused()
      await expect(brian).toHaveURL(new RegExp(`/conversations/${id}$`))
      await expect(brian.locator('[data-modal]')).toHaveCount(0)
      await expect(brian.getByRole('menu')).toHaveCount(0)
      await box(brian).fill('')
    }
    const button = (name: string) => brian.getByRole('button', { name, exact: true })
    let next = await offered('The first of many')
    for (let round = 0; round < count; round += 1) {
      const { id, phone, words } = next
      if (round % 50 === 49) callers = await openCallers()
      await expect(card(brian)).toContainText(words)
      // A second one waits, which is shown as soon as the first is accepted.
      const meanwhile = offered(`Waits behind ${round}`)
      if (await box(brian).isVisible()) {
        await box(brian).focus()
        await brian.keyboard.press('Escape')
      }
      next = await meanwhile
      await brian.keyboard.press('a')
      await expect(brian).toHaveURL(new RegExp(`/conversations/${id}$`))
      await typeAtOnce(id)
      const status = await statusOf(id)

      const [chooser] = await Promise.all([brian.waitForEvent('filechooser'), button('Attach files').click()])
      void phone.say(`And more ${round}`)
      await chooser.setFiles({ name: 'receipt.txt', mimeType: 'text/plain', buffer: Buffer.from('Paid') })
      await typeAtOnce(id)
      await button('Remove receipt.txt').click()
      await typeAtOnce(id)

      await button('Assign').click()
      await expect(brian.getByRole('combobox', { name: 'Find an agent' })).toBeVisible()
      const drawAgain = await stopDrawing(brian)
      await brian.keyboard.press('Escape')
      await typeAtOnce(id, drawAgain)

      await button('Snooze').click()
      await brian
        .getByRole('dialog', { name: /^Snooze / })
        .getByRole('button', { name: 'Close' })
        .click()
      await typeAtOnce(id)

      const toasts = brian.getByRole('region', { name: 'New notifications' })
      const close = toasts.getByRole('button', { name: 'Close' }).first()
      if (await close.isVisible()) await close.click()
      await typeAtOnce(id)

      expect(await statusOf(id)).toBe(status)
      // Room for the next ones; the last stays open.
      if (round < count - 1)
        await call(callers.own, 'PUT', `conversations/${id}/status`, { status: 'RESOLVED' })
    }

    // Nobody types now: the focus goes to the box by itself, and an offer that comes takes it from nobody.
    await box(brian).focus()
    const [chooser] = await Promise.all([brian.waitForEvent('filechooser'), button('Attach files').click()])
    await chooser.setFiles({ name: 'more.txt', mimeType: 'text/plain', buffer: Buffer.from('Paid') })
    await expect(box(brian)).toBeFocused()
    await button('Snooze').click()
    await brian
      .getByRole('dialog', { name: /^Snooze / })
      .getByRole('button', { name: 'Close' })
      .click()
    await expect(box(brian)).toBeFocused()
    await brian.keyboard.press('Escape')
    await card(brian).getByRole('button', { name: 'Maybe Later' }).click()
    const { words: last } = await offered('The last of many')
    await expect(card(brian)).toContainText(last)
    await expect(card(brian).locator(':focus')).toHaveCount(0)
  })
