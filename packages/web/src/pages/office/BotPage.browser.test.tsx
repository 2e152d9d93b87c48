import type { TriedTurn } from '@parley/core/bot/api'
import type { UnclearMeaning } from '@parley/core/intent/constants'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { openConsole } from '../../../test/console.tsx'
import type { FakeApi, ReplyOf } from '../../../test/fake-api.ts'

const region = (name: string) => page.getByRole('region', { name })
const supervisor = (given?: (api: FakeApi) => void) =>
  openConsole('/bot', { role: 'SUPERVISOR', ...(given && { given }) })

test('[Q-200] an agent has no such screen by its address', async () => {
  await openConsole('/bot')
  await expect.element(page.getByText('You do not have access to this screen')).toBeVisible()
})

const number = { id: '1', name: null, bot_on: false, conversations: 0 }

test('[Q-202] a supervisor turns the bot on for a number, and is asked before it is turned off', async () => {
  const api = await supervisor(given => given.answer('botNumbers', [number]))
  api.answer('setBotNumber', ({ body }) => [{ ...number, bot_on: body.bot_on }])
  const panel = region('Where the bot answers')
  await panel.getByRole('button', { name: 'Turn on the bot for WhatsApp' }).click()
  await expect.element(panel).toHaveTextContent('Bot answers first · 0 open conversations')
  await expectAccessible()
  const off = panel.getByRole('button', { name: 'Turn off the bot for WhatsApp' })
  await off.click()
  const asked = page.getByRole('dialog', { name: 'Turn off the bot for WhatsApp?' })
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(asked).not.toBeInTheDocument()
  await expect.element(panel).toHaveTextContent('Bot answers first')
  expect(api.askedFor('setBotNumber').length).toBe(1)
  await off.click()
  await asked.getByRole('button', { name: 'Turn off' }).click()
  await expect.element(panel.getByRole('button', { name: 'Turn on the bot for WhatsApp' })).toBeVisible()
  expect(api.askedFor('setBotNumber').map(({ body }) => body.bot_on)).toEqual([true, false])
})

const texts = () => page.getByRole('list', { name: 'Texts that were not understood' }).getByRole('listitem')
type UnclearText = ReplyOf<'unclearTexts'>['texts'][number]

const vroom: UnclearText = {
  id: '61',
  conversation_id: '7',
  text: 'Vroom zak lipp',
  count: 2,
  at: '2026-03-02T08:00:00.000Z',
  guess: null,
  meaning: null,
}
const frob: UnclearText = {
  ...vroom,
  id: '62',
  text: '<b>frob</b> nik dax',
  count: 1,
  guess: { intent: 'make_claim', confidence: 0.2 },
}

/** A server that keeps what these texts were said to mean. */
function givenTexts(api: FakeApi, all: readonly UnclearText[]): void {
  const meanings = new Map<string, UnclearMeaning | null>()
  const now = () => all.map(text => ({ ...text, meaning: meanings.get(text.id) ?? null }))
  const isJudged = ({ meaning }: UnclearText) => meaning !== null
  api.answer('unclearTexts', ({ query }) => {
    const [judged, open] = [now().filter(isJudged), now().filter(text => !isJudged(text))]
    return { texts: query.state === 'judged' ? judged : open, open: open.length, judged: judged.length }
  })
  api.answer('judgeUnclear', ({ params, body }) => {
    meanings.set(params.id, body.meaning)
    return now().find(({ id }) => id === params.id) ?? vroom
  })
}

test('[Q-205] texts that were not understood are there by themselves, as they were written', async () => {
  const api = await supervisor(given => givenTexts(given, []))
  await expect.element(region('Not understood')).toHaveTextContent('No messages to review')
  givenTexts(api, [vroom, frob])
  api.publish({ event: 'bot', data: {} })
  await expect.poll(() => texts().elements().length).toBe(2)
  await expect.element(texts().first()).toHaveTextContent('2 times')
  await expect.element(texts().last()).toHaveTextContent('<b>frob</b> nik dax')
  await expect.element(texts().last()).toHaveTextContent('Nearest: Make Claim')
  await expectAccessible()
  await texts().first().getByRole('link').click()
  await expect.poll(() => location.pathname + location.search).toBe('/conversations/7?message=61')
})

test('[Q-205] a supervisor gives a text a meaning by keyboard, and takes it back', async () => {
  const api = await supervisor(given => givenTexts(given, [vroom, frob]))
  const panel = region('Not understood')
  const meaning = texts().first().getByRole('combobox')
  await expect.element(meaning).toBeVisible()
  ;(meaning.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  // The focus goes into the list, and to what is typed, a frame later.
  await expect.element(meaning).not.toHaveFocus()
  await userEvent.keyboard('Make Cl')
  await expect.element(page.getByRole('option', { name: 'Make Claim', exact: true })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => texts().elements().length).toBe(1)
  expect(api.askedFor('judgeUnclear').map(({ body }) => body.meaning)).toEqual(['make_claim'])
  await panel.getByRole('tab', { name: /^Labelled/ }).click()
  await expect.element(texts()).toHaveTextContent('zak lipp')
  await expect.element(texts().getByRole('combobox')).toHaveTextContent('Make Claim')
  await expectAccessible()
  await texts().getByRole('combobox').click()
  await page.getByRole('option', { name: 'Choose a label' }).click()
  await expect.element(panel).toHaveTextContent('No labelled messages yet')
  await panel.getByRole('tab', { name: 'Unlabelled' }).click()
  await expect.poll(() => texts().elements().length).toBe(2)
})

const turn: TriedTurn = {
  text: '',
  replies: [{ text: 'I do not know that.', choices: ['Menu', 'Talk to a person'] }],
  intent: null,
  confidence: 0,
  next_best: null,
  entities: {},
  language: 'en',
  answer: null,
  handover: null,
}

/** How the bot answers: it greets, and gives who presses for a person to one. */
const turnOf = (text: string): TriedTurn => {
  if (text === 'hello')
    return {
      ...turn,
      text,
      replies: [{ text: 'I am the automatic assistant.', choices: [] }],
      intent: 'greeting',
      confidence: 0.9,
    }
  return { ...turn, text, handover: text === 'Talk to a person' ? 'asked' : null }
}

test('[Q-205] a supervisor tries what the bot would say, by typing and by pressing, and with a draft', async () => {
  const api = await supervisor(given =>
    given.answer('tryBot', ({ body }) => ({ turns: body.texts.map(turnOf) })),
  )
  const box = region('Test it')
  const field = box.getByLabelText('Write as a customer')
  const said = box.getByRole('list', { name: 'What was said' }).getByRole('listitem')
  const count = () => said.elements().length
  await field.fill('hello')
  await userEvent.keyboard('{Enter}')
  await expect.poll(count).toBe(1)
  await expect.element(said).toHaveTextContent('automatic assistant')
  await expect.element(box).toHaveTextContent('Greeting')
  await expect.element(field).toHaveFocus()
  await expectAccessible()
  await field.fill('do you sell yellow umbrellas')
  await box.getByRole('button', { name: 'Ask' }).click()
  await expect.poll(count).toBe(2)
  await box.getByRole('checkbox', { name: 'With answers that are not published yet' }).click()
  await expect.poll(() => api.askedFor('tryBot').at(-1)?.body.drafts).toBe(true)
  expect(count()).toBe(2)
  await said.last().getByRole('button').last().click()
  await expect.poll(count).toBe(3)
  await expect.element(box).toHaveTextContent('Yes: the customer asked for a person')
  await expect.element(field).toBeDisabled()
  await expectAccessible()
  await box.getByRole('button', { name: 'Start again' }).click()
  await expect.element(box).toHaveTextContent('Write as a new customer would')
  expect(api.askedFor('tryBot').at(-1)?.body).toEqual({
    texts: ['hello', 'do you sell yellow umbrellas', 'Talk to a person'],
    drafts: true,
  })
})
