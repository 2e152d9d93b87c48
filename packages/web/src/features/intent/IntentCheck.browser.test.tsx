import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import type { FakeApi } from '../../../test/fake-api.ts'
import { openReplying } from '../../../test/replying.ts'
import { button, messageWith, replyBox, sendReply } from '../../../test/screen.ts'
import { sentReplies } from '../../../test/thread.ts'

const aboutClaim = 'What is the status of your claim LF-20311?'
const meaning = { intent: 'claim_status', confidence: 0.87, entities: { reference: ['LF-20311'] } } as const
const suggestions = ['Your claim is approved.', 'Your claim is paid.', 'Please send the form.']

const question = () => page.getByText('Did you mean to:')
const yes = () => button('Yes, proceed')
const no = () => button('No, send as regular message')
const chips = () => page.getByRole('group', { name: 'Quick suggestions' }).getByRole('button')
const analysing = () => page.getByText('Analyzing your request...')
const press = (keys: string) => userEvent.keyboard(keys)
const contents = (api: FakeApi) => sentReplies(api).map(body => body?.content)
const metadata = (api: FakeApi) => sentReplies(api).map(body => body?.metadata)

afterEach(() => {
  vi.restoreAllMocks()
})

/** A conversation in which texts are taken for questions about a claim, this sure. */
const openAnalysed = (confidence: number = meaning.confidence) =>
  openReplying({
    given: api =>
      api.answer('executeIntent', {
        success: true,
        intent_result: { ...meaning, confidence, entities: { reference: ['LF-20311'] } },
        response: { suggestions: suggestions.map(text => ({ text })) },
      }),
  })

/** The same, where the question stands. */
async function openAsked() {
  const opened = await openAnalysed()
  await sendReply(aboutClaim)
  await expect.element(question()).toBeVisible()
  return opened
}

test('[GEN-05 INTENT-01 INTENT-04 INTENT-05 INTENT-06 Q-094 Q-151] what a message seems to mean is asked before it goes', async () => {
  const { api } = await openAsked()
  await expect.element(page.getByText('Claim Status', { exact: true })).toBeVisible()
  await expect.element(page.getByText('87%', { exact: true })).toBeVisible()
  await expect
    .poll(() =>
      chips()
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(suggestions)
  await expect.element(replyBox()).toHaveValue(aboutClaim)
  await expect.element(replyBox()).toHaveFocus()
  expect(sentReplies(api)).toEqual([])
  await expectAccessible(['best-practice'])
  await page.viewport(390, 844)
  for (const one of [yes(), no()]) await expect.element(one).toBeInViewport({ ratio: 0.99 })
})

test('[INTENT-08 Q-095] Escape and typing take the question back, and keep the words', async () => {
  const { api } = await openAsked()
  await press('{Escape}')
  await expect.element(question()).not.toBeInTheDocument()
  await expect.element(replyBox()).toHaveValue(aboutClaim)
  await replyBox().click()
  await press('{Enter}')
  await expect.element(question()).toBeVisible()
  await press('{End}!')
  await expect.element(question()).not.toBeInTheDocument()
  await expect.element(replyBox()).toHaveValue(`${aboutClaim}!`)
  expect(sentReplies(api)).toEqual([])
})

test('[INTENT-09 INTENT-10] a suggestion takes the place of the words, which can be brought back', async () => {
  const { api } = await openAsked()
  await chips().first().click()
  await expect.element(replyBox()).toHaveValue(suggestions[0])
  await expect.element(replyBox()).toHaveFocus()
  await expect.element(question()).not.toBeInTheDocument()
  await button('Restore my text').click()
  await expect.element(replyBox()).toHaveValue(aboutClaim)
  expect(sentReplies(api)).toEqual([])
})

test('[INTENT-07 Q-095] by keyboard: Yes is reached from the box, and sends what was understood', async () => {
  const { api } = await openAsked()
  // Over the choice between reply and note.
  for (let back = 0; back < 3; back += 1) await userEvent.tab({ shift: true })
  await expect.element(chips().last()).toHaveFocus()
  for (let back = 0; back < 3; back += 1) await userEvent.tab({ shift: true })
  await expect.element(yes()).toHaveFocus()
  expect(sentReplies(api)).toEqual([])
  await press('{Enter}')
  await expect.element(messageWith(aboutClaim)).toBeVisible()
  await expect.poll(() => metadata(api)).toEqual([meaning])
  await expect.element(replyBox()).toHaveFocus()
  await expect.element(replyBox()).toHaveValue('')
})

test('[INTENT-08 Q-095] refused once, it is sent without a meaning and not asked about again', async () => {
  const { api } = await openAsked()
  await no().click()
  await expect.element(messageWith(aboutClaim)).toBeVisible()
  await sendReply(`${aboutClaim} Please.`)
  await expect.element(messageWith(`${aboutClaim} Please.`)).toBeVisible()
  await expect.poll(() => contents(api)).toEqual([aboutClaim, `${aboutClaim} Please.`])
  expect(metadata(api)).toEqual([undefined, undefined])
})

test.each(['0', '00', 'menu', 'Help', 'RESET'])(
  '[INTENT-02] "%s" is sent without being analysed',
  async word => {
    const { api } = await openAnalysed()
    await sendReply(word)
    await expect.poll(() => contents(api)).toEqual([word])
    expect(api.askedFor('executeIntent')).toEqual([])
  },
)

test('[INTENT-04] what is 0.7 sure is sent as it is', async () => {
  const { api } = await openAnalysed(0.7)
  await sendReply('Not sure enough')
  await expect.poll(() => contents(api)).toEqual(['Not sure enough'])
  expect(metadata(api)).toEqual([undefined])
})

test.each<[string, (api: FakeApi) => void]>([
  ['fails', api => api.fail('executeIntent')],
  ['is not there', api => api.fail('executeIntent', 404)],
  ['reaches no server', api => api.cut('executeIntent')],
])('[INTENT-11 Q-096] an analysis that %s is logged without the words, which are sent', async (_, given) => {
  const warned = vi.spyOn(console, 'warn')
  const { api } = await openReplying({ given })
  await sendReply(aboutClaim)
  await expect.poll(() => contents(api)).toEqual([aboutClaim])
  expect(metadata(api)).toEqual([undefined])
  const logged = warned.mock.calls.map(words => words.map(String).join(' '))
  expect(logged.filter(text => text.startsWith('Failed to analyse message'))).toHaveLength(1)
  expect(logged.join()).not.toContain('claim')
})

/** A conversation whose analysis takes its time, with a text in it. */
async function openSlow() {
  let release = (): void => undefined
  const opened = await openReplying({
    given: api => {
      release = api.hold('executeIntent')
    },
  })
  await sendReply(aboutClaim)
  await expect.element(analysing()).toBeVisible()
  expect(sentReplies(opened.api)).toEqual([])
  return { ...opened, release }
}

test.each<[string, () => Promise<void>]>([
  ['a second Enter', () => press('{Enter}')],
  ['"Send now"', () => button('Send now').click()],
  ['leaving', () => page.getByRole('link', { name: 'Back to list' }).click()],
])('[INTENT-03 Q-096] a slow analysis is skipped by %s', async (_, skip) => {
  const { api } = await openSlow()
  await skip()
  await expect.poll(() => contents(api)).toEqual([aboutClaim])
  await expect.element(analysing()).not.toBeInTheDocument()
  expect(metadata(api)).toEqual([undefined])
})

test('[INTENT-03 Q-096] the next message skips a slow analysis; Escape takes the text back', async () => {
  const { api } = await openSlow()
  await sendReply('And the next')
  await expect.poll(() => contents(api)).toEqual([aboutClaim])
  await expect.element(analysing()).toBeVisible()
  await press('{Escape}')
  await expect.element(analysing()).not.toBeInTheDocument()
  await expect.element(replyBox()).toHaveValue('And the next')
  expect(contents(api)).toEqual([aboutClaim])
})
