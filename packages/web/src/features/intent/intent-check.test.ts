import { readIntent } from '@parley/core/read/entities'
import { expect, test } from 'vitest'
import { IntentCheck } from './intent-check.ts'

const sure = readIntent({
  success: true,
  intent_result: { intent: 'claim_status', confidence: 0.76, entities: { reference: ['LF-20311'] } },
  response: { suggestions: [{ text: 'Which claim?' }] },
})
const unsure = readIntent({ success: true, intent_result: { intent: 'claim_status', confidence: 0.7 } })
const metadata = { intent: 'claim_status', confidence: 0.76, entities: { reference: ['LF-20311'] } }

interface Asked {
  readonly text: string
  readonly signal: AbortSignal
  readonly answer: (analysis: typeof sure | null) => Promise<void>
}

/** A box with a text in it, a thread, and an analysis that answers when told to. */
function world(text: string, { canAnalyse = true, files = 0, refused = new Set<string>() } = {}) {
  const at = { text, files, seen: '1' }
  let taken = { text: '', files: 0 }
  const sent: unknown[] = []
  const asked: Asked[] = []
  const check = new IntentCheck({
    text: () => at.text,
    setText: next => {
      at.text = next
    },
    take: () => {
      if (at.text.trim() === '' && at.files === 0) return null
      taken = { text: at.text, files: at.files }
      at.text = ''
      at.files = 0
      return taken
    },
    giveBack: () => {
      at.text = taken.text + at.text
    },
    seen: () => at.seen,
    refused,
    canAnalyse: () => canAnalyse,
    analyse: (analysed, signal) =>
      new Promise(resolve => {
        const answer = async (analysis: typeof sure | null) => {
          resolve(analysis)
          await Promise.resolve()
          await Promise.resolve()
        }
        asked.push({ text: analysed, signal, answer })
      }),
    send: (message, what, seen) => sent.push([message.text, what, seen]),
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
  expect([check.state.is, last().text, at.text, sent]).toEqual(['analysing', 'My claim', '', []])
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
  ['[INTENT-02] one of the ignored words', ' MENU ', {}],
  ['[INTENT-02 Q-096] nothing but files', '', { files: 1 }],
  ['while the line is bad', 'My claim', { canAnalyse: false }],
])('%s goes at once', (_, text, more) => {
  const { check, sent, asked } = world(text, more)
  check.press()
  expect([sent, asked]).toEqual([[[text, null, '1']], []])
})

test('[INTENT-07 Q-095] "Yes, proceed" sends what was suggested, once, with what the agent had seen by then', async () => {
  const { check, at, sent, last } = world('My claim')
  check.press()
  check.proceed()
  expect(sent).toEqual([])
  await last().answer(sure)
  expect([check.state.is, at.text]).toEqual(['suggested', 'My claim'])
  at.seen = '2'
  check.proceed()
  check.proceed()
  expect(sent).toEqual([['My claim', metadata, '2']])
})

test.each(['before', 'after'])(
  '[INTENT-08 Q-096] a second press sends the text as a regular message, once: %s the analysis ended',
  async when => {
    const { check, sent, asked, last } = world('My claim')
    check.press()
    if (when === 'after') await last().answer(sure)
    check.press()
    check.press()
    if (when === 'before') await last().answer(sure)
    expect([check.state.is, sent]).toEqual(['idle', [['My claim', null, '1']]])
    expect([asked.length, last().signal.aborted]).toEqual([1, when === 'before'])
  },
)

test('[INTENT-10] a chip takes the place of the text, which can be brought back until it is sent', async () => {
  const { check, at, sent, last } = world('My claim')
  check.press()
  await last().answer(sure)
  check.choose('Which claim?')
  expect([at.text, check.state.is]).toEqual(['Which claim?', 'replaced'])
  check.restore()
  expect([at.text, check.state.is]).toEqual(['My claim', 'idle'])
  check.choose('Which claim?')
  check.edited()
  at.text = 'Which one?'
  check.restore()
  expect(at.text).toBe('My claim\nWhich one?')
  check.choose('Which claim?')
  at.text = 'Which claim is it?'
  check.edited()
  check.press()
  expect([check.state.is, last().text, sent]).toEqual(['analysing', 'Which claim is it?', []])
})

test('[INTENT-10 Q-151] a chosen suggestion goes with one press: it is not asked about again', async () => {
  const { check, sent, asked, last } = world('My claim')
  check.press()
  await last().answer(sure)
  check.choose('Which claim?')
  check.press()
  expect([check.state.is, sent, asked.length]).toEqual(['idle', [['Which claim?', null, '1']], 1])
})

test('[INTENT-08 Q-151] an intent refused once in a conversation is not asked about again there; another is', async () => {
  const refused = new Set<string>()
  const first = world('My claim', { refused })
  first.check.press()
  await first.last().answer(sure)
  first.check.press()
  const second = world('My claim again', { refused })
  second.check.press()
  await second.last().answer(sure)
  expect([second.check.state.is, second.sent]).toEqual(['idle', [['My claim again', null, '1']]])
  const third = world('My balance', { refused })
  third.check.press()
  const other = readIntent({ success: true, intent_result: { intent: 'balance', confidence: 0.9 } })
  await third.last().answer(other)
  expect(third.check.state.is).toBe('suggested')
})

test('the question belongs to the text: an edit ends it, as Escape does, and nothing is sent', async () => {
  const { check, at, sent, last } = world('My claim')
  check.press()
  await last().answer(sure)
  check.edited()
  expect([at.text, check.state.is]).toEqual(['My claim', 'idle'])
  check.press()
  check.cancel()
  await last().answer(sure)
  expect([at.text, check.state.is, sent]).toEqual(['My claim', 'idle', []])
})

test('who writes on while a message waits is asked nothing; the next press sends the first and analyses the second', async () => {
  const first = world('My claim')
  first.check.press()
  first.at.text = 'And'
  await first.last().answer(sure)
  expect([first.at.text, first.sent]).toEqual(['And', [['My claim', null, '1']]])
  const second = world('My claim')
  second.check.press()
  second.at.text = 'And my balance'
  second.check.press()
  expect(second.sent).toEqual([['My claim', null, '1']])
  expect([second.last().text, second.check.state.is]).toEqual(['And my balance', 'analysing'])
})

test('leaving the conversation sends what waits for its analysis, and nothing that waits for the agent', async () => {
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
