import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import { openConsole } from '../../../../test/console.tsx'
import type { FakeApi, ReplyOf } from '../../../../test/fake-api.ts'
import { firstOffer, openWholeOffer } from '../../../../test/offers.ts'
import { beyondEdge } from '../../../../test/reach.ts'
import { brian, me, notification } from '../../../../test/samples.ts'
import { openReplying, serve, ServedConversation } from '../../../../test/replying.ts'
import { button } from '../../../../test/screen.ts'

const card = () => page.getByRole('dialog', { name: 'New Assignment' })
const inCard = (name: string) => card().getByRole('button', { name, exact: true })
const part = (name: string) =>
  [...card().element().querySelectorAll('section')].find(one => one.querySelector('h3')?.textContent === name)
    ?.textContent
const entry = (name: string) => page.getByRole('menuitem', { name, exact: true })

const known: Partial<ReplyOf<'handoffBrief'>> = {
  handed_over: { at: '2026-03-02T08:59:00.000Z', reason: 'asked' },
  wants: { intent: 'claim_status', label: 'Claim Status', confidence: 0.93 },
  slots: [{ name: 'amount_ugx', label: 'Amount', value: 'UGX 1,200,000' }],
  answered: [{ question: 'What is the status of my claim?', answer: 'Claims' }],
  language: 'sw',
  last_lines: [
    { from: 'customer', text: 'Zungumza na mtu', message_type: 'text', at: '2026-03-02T08:59:00.000Z' },
  ],
}

let lastNotice = 7_900

/** An offer by Brian is open as the page opens. */
async function openOffer(
  brief: Partial<ReplyOf<'handoffBrief'>> = known,
  { size = [1366, 768], given }: { size?: readonly [number, number]; given?: (api: FakeApi) => void } = {},
) {
  const api = await openConsole('/tickets', {
    size,
    given: fake => {
      const served = new ServedConversation(fake, ['Zungumza na mtu'])
      serve(fake, served)
      served.offerTo(me, brian)
      lastNotice += 1
      fake.answer('pollNotifications', [
        notification({
          id: String(lastNotice),
          type: 'ASSIGNMENT',
          conversation_id: served.id,
          timestamp: new Date().toISOString(),
        }),
      ])
      fake.answer('handoffBrief', brief)
      given?.(fake)
    },
  })
  await openWholeOffer()
  return api
}

test.each([
  [1366, 768],
  [390, 844],
])('[Q-212] at %d × %d px an offer says what the bot knew, and why it handed over', async (...size) => {
  await openOffer(known, { size })
  await expect.poll(() => part('Intent')).toMatch(/Claim Status.*93% sure/)
  expect(part('Details given to the bot')).toContain('UGX 1,200,000')
  expect(part('Why the bot handed over')).toContain('The customer asked for a person.')
  expect(part('Last messages')).toContain('Zungumza na mtu')
  await expect.element(card()).toHaveTextContent('No open ticket')
  await expect.element(card()).toHaveTextContent('No application')
  await expectAccessible()
})

const words = `Wait for her <b>doctor</b>.\n${'She calls back. '.repeat(60).trim()}`
const noted = { ...known, offer_note: { name: 'Brian Okello', text: words } }

test.each([
  [1366, 768],
  [390, 844],
])(
  '[Q-433] at %d × %d px an offer has its note first, whole, as plain text, with its writer',
  async (...size) => {
    await openOffer(noted, { size })
    await expect.poll(() => part('Note from Brian Okello')).toContain('Wait for her <b>doctor</b>.')
    const first = card().element().querySelector('section')
    expect(first?.querySelector('h3')?.textContent).toBe('Note from Brian Okello')
    const note = card().getByRole('region', { name: 'Note from Brian Okello' }).element()
    expect(note.textContent).toBe(words)
    expect(note.children).toHaveLength(0)
    expect(getComputedStyle(note).whiteSpace).toBe('pre-wrap')
    // All of it can be reached, by the keys too.
    expect(note.clientHeight).toBeLessThanOrEqual(120)
    expect(note.scrollHeight).toBeGreaterThan(note.clientHeight)
    expect(note).toHaveProperty('tabIndex', 0)
    expect(part('Last messages')).toContain('Zungumza na mtu')
    await expectAccessible()
  },
)

test.each([
  [1366, 768],
  [390, 844],
])(
  '[Q-433] at %d × %d px the line says the note in place of other words, cut to its room',
  async (...size) => {
    const api = await openOffer(noted, { size })
    await card().getByRole('button', { name: 'Close' }).click()
    const about = firstOffer().getByTitle('Show the whole offer')
    await expect.element(about).toHaveTextContent(/· Brian: Wait for her <b>doctor<\/b>\. She calls back\./)
    await expect.element(about).not.toHaveTextContent('Claim Status')
    const line = about.element()
    expect(line.scrollWidth).toBeGreaterThan(line.clientWidth)
    expect(firstOffer().element().getBoundingClientRect().height).toBeLessThanOrEqual(60)
    expect(beyondEdge()).toEqual([])
    await expectAccessible()
    api.answer('handoffBrief', known)
    await about.click()
    await expect.poll(() => card().element().querySelector('h3')?.textContent).toBe('Intent')
  },
)

test('[Q-212] an offer can be answered before anything is known, and where nothing can be; it is asked again', async () => {
  let release = (): void => undefined
  const api = await openOffer(known, {
    given: fake => {
      fake.fail('handoffBrief')
      release = fake.hold('handoffBrief')
    },
  })
  await expect.element(card().getByRole('status', { name: 'Loading bot context' })).toBeVisible()
  await expect.element(inCard('Accept Now')).toBeEnabled()
  release()
  await expect.element(card()).toHaveTextContent('The bot context could not be loaded')
  await expect.element(card()).toHaveTextContent('Last message')
  await expectAccessible()
  api.answer('handoffBrief', known)
  await inCard('Try again').click()
  await expect.poll(() => part('Intent')).toContain('Claim Status')
})

test('[Q-212] an offer is rejected for a reason, the customer’s language among them', async () => {
  const api = await openOffer()
  await expect.poll(() => part('Intent')).toContain('Claim Status')
  await inCard('Reject').click()
  await entry('I do not speak Swahili').click()
  await expect.element(card()).not.toBeInTheDocument()
  expect(api.askedFor('rejectHandoff').map(({ body }) => body)).toEqual([
    { reason: 'I do not speak Swahili', reason_code: 'language' },
  ])
})

test('[Q-212] another reason is asked for in a word or two', async () => {
  const api = await openOffer()
  await inCard('Reject').click()
  await entry('Other…').click()
  const why = page.getByRole('dialog', { name: 'Why do you reject it?' })
  await why.getByRole('button', { name: 'Reject' }).click()
  await expect.element(why).toHaveTextContent('Enter a reason')
  await expectAccessible()
  await why.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(inCard('Accept Now')).toBeVisible()
  expect(api.askedFor('rejectHandoff')).toEqual([])
})

test('[Q-212] who has the conversation reads what the bot knew beside it', async () => {
  await openReplying({
    row: { agent: { id: me.id, name: me.name } },
    given: fake => fake.answer('handoffBrief', known),
  })
  const knew = page.getByRole('region', { name: 'Bot context' })
  await knew.getByRole('button', { name: 'Bot context' }).click()
  await expect.element(knew).toHaveTextContent('Claim Status')
  await expect.element(knew).toHaveTextContent('“What is the status of my claim?”')
  await expectAccessible()
})

test('[Q-212] a conversation is given back to the bot; a refusal stands beside the control', async () => {
  const { api } = await openReplying({
    row: { agent: { id: me.id, name: me.name } },
    given: fake => fake.answer('handoffBrief', { ...known, bot_on: true }),
  })
  await button('Assign').click()
  await button('Return to bot').click()
  const asks = page.getByRole('dialog', { name: 'Return this conversation to the bot?' })
  await expect.element(asks).toHaveTextContent('You are no longer the owner')
  await expectAccessible()
  const mend = api.cut('handToBot')
  await asks.getByRole('button', { name: 'Return to bot' }).click()
  await expect
    .element(asks.getByRole('alert'))
    .toHaveTextContent('Not returned to the bot. The server could not be reached.')
  mend()
  await asks.getByRole('button', { name: 'Return to bot' }).click()
  await expect.element(asks).not.toBeInTheDocument()
  expect(api.askedFor('handToBot')).toHaveLength(2)
})
