import { readIntent } from '@parley/core/read/intent'
import { expect, test } from 'vitest'
import { IntentCheck } from './intent-check.ts'

const sure = readIntent({
  success: true,
  intent_result: { intent: 'claim_status', confidence: 0.76, entities: { reference: ['LF-20311'] } },
  response: { suggestions: [{ text: 'Which claim?' }] },
})
const unsure = readIntent({ success: true, intent_result: { intent: 'claim_status', confidence: 0.7 } })
const metadata = { intent: 'claim_status', confidence: 0.76, entities: { reference: ['LF-20311'] } }

/** A box with a text in it, a thread, and an analysis that answers when told to. */
function world(text: string, canAnalyse = true) {
  const at = { text, seen: '1' }
  const sent: unknown[] = []
  const asked: { text: string; signal: AbortSignal; answer: (with_: typeof sure | null) => Promise<void> }[] =
    []
  const check = new IntentCheck({
    text: () => at.text,
    setText: next => {
      at.text = next
    },
    seen: () => at.seen,
    canAnalyse: () => canAnalyse,
    analyse: (analysed, signal) =>
      new Promise(resolve => {
        asked.push({
          text: analysed,
          signal,
          answer: async analysis => {
            resolve(analysis)
            await Promise.resolve()
            await Promise.resolve()
          },
        })
      }),
    send: (what, seen) => {
      sent.push([at.text, what, seen])
      at.text = ''
    },
  })
  const last = () => {
    const call = asked.at(-1)
    if (call === undefined) throw new Error('Nothing was analysed')
    return call
  }
  return { check, at, sent, asked, last }
}

test('[INTENT-01 INTENT-03 INTENT-04] a text waits for its analysis and goes when there is nothing to suggest', async () => {
  const { check, at, sent, last } = world('My claim')
  check.press()
  expect([check.state.is, last().text, sent]).toEqual(['analysing', 'My claim', []])
  at.seen = '2'
  await last().answer(unsure)
  expect([check.state.is, sent]).toEqual(['idle', [['My claim', null, '1']]])
})

test('[INTENT-11] a failed analysis sends the text as it is', async () => {
  const { check, sent, last } = world('My claim')
  check.press()
  await last().answer(null)
  expect(sent).toEqual([['My claim', null, '1']])
})

test.each([
  ['[INTENT-02] one of the ignored words', ' MENU ', true],
  ['[INTENT-02 Q-096] nothing but files', '', true],
  ['while the line is bad', 'My claim', false],
])('%s goes at once', (_, text, canAnalyse) => {
  const { check, sent, asked } = world(text, canAnalyse)
  check.press()
  expect([sent, asked]).toEqual([[[text, null, '1']], []])
})

test('[INTENT-07 Q-095] "Yes, proceed" sends what was suggested, with what the agent had seen by then', async () => {
  const { check, at, sent, last } = world('My claim')
  check.press()
  check.proceed()
  expect(sent).toEqual([])
  await last().answer(sure)
  expect(check.state.is).toBe('suggested')
  at.seen = '2'
  check.proceed()
  check.proceed()
  expect(sent).toEqual([['My claim', metadata, '2']])
})

test.each(['before', 'after'])(
  '[INTENT-08 Q-096] a second press sends the text as a regular message, once: %s the analysis ended',
  async when => {
    const { check, sent, last } = world('My claim')
    check.press()
    if (when === 'after') await last().answer(sure)
    check.press()
    if (when === 'before') await last().answer(sure)
    expect([check.state.is, sent]).toEqual(['idle', [['My claim', null, '1']]])
    expect(last().signal.aborted).toBe(when === 'before')
  },
)

test('[INTENT-10] a chip takes the place of the text, which can be brought back until it is sent', async () => {
  const { check, at, sent, last } = world('My claim')
  check.press()
  await last().answer(sure)
  check.choose('Which claim?')
  expect([at.text, check.state]).toEqual(['Which claim?', { is: 'replaced', text: 'My claim' }])
  check.typed('Which claim is it?')
  check.restore()
  expect([at.text, check.state.is]).toEqual(['My claim', 'idle'])
  check.choose('Which claim?')
  check.press()
  expect([check.state.is, last().text, sent]).toEqual(['analysing', 'Which claim?', []])
})

test('the box belongs to the text: an edit closes it, as Escape does, and nothing is sent', async () => {
  const { check, at, sent, last } = world('My claim')
  check.press()
  await last().answer(sure)
  check.typed('My claims')
  expect([at.text, check.state.is]).toEqual(['My claims', 'idle'])
  check.press()
  check.cancel()
  await last().answer(sure)
  expect([at.text, check.state.is, sent]).toEqual(['My claims', 'idle', []])
})

test('whoever types on while the analysis runs is at the next message: the first one goes', async () => {
  const { check, at, sent, last } = world('My claim')
  check.press()
  check.typed('My claimA')
  await last().answer(sure)
  expect([at.text, sent]).toEqual(['A', [['My claim', null, '1']]])
})

test('leaving the conversation sends what was pressed to be sent, and nothing that waits for an answer of the agent', async () => {
  const pressed = world('My claim')
  pressed.check.press()
  pressed.check.leave()
  expect(pressed.sent).toEqual([['My claim', null, '1']])
  const suggested = world('My claim')
  suggested.check.press()
  await suggested.last().answer(sure)
  suggested.check.leave()
  expect([suggested.at.text, suggested.sent]).toEqual(['My claim', []])
})
