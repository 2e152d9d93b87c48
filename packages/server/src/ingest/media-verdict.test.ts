import { expect, test } from 'vitest'
import { mediaLifeMs, type MediaTrouble, mediaTroubles, troubleOf, verdictOf } from './media.ts'

const minute = 60_000

test.each([
  [1, 2_000],
  [2, 10_000],
  [3, 30_000],
  [4, 2 * minute],
  [5, 10 * minute],
  [6, 30 * minute],
  [7, 30 * minute],
  [300, 30 * minute],
])('[THREAD-08] after try %i of a file the next one comes in %i ms', (tries, pauseMs) => {
  expect(verdictOf('access', { tries, ageMs: minute, channel: 'WhatsApp' })).toMatchObject({
    state: 'waits',
    pauseMs,
  })
})

const ofTheFile: ReadonlySet<MediaTrouble> = new Set(['gone', 'empty', 'too-large', 'unnamed', 'harmful'])

test.each(mediaTroubles)(
  '[THREAD-08] "%s" ends only what waiting cannot mend, until the file’s own life ends',
  trouble => {
    const state = ofTheFile.has(trouble) ? 'failed' : 'waits'
    expect(verdictOf(trouble, { tries: 1, ageMs: 0, channel: 'WhatsApp' }).state).toBe(state)
    expect(verdictOf(trouble, { tries: 400, ageMs: mediaLifeMs - 1, channel: 'WhatsApp' }).state).toBe(state)
    expect(verdictOf(trouble, { tries: 400, ageMs: mediaLifeMs, channel: 'WhatsApp' }).state).toBe('failed')
  },
)

test('[THREAD-08] each reason has words of its own, and one whose life is over says that too', () => {
  const said = mediaTroubles.map(
    trouble => verdictOf(trouble, { tries: 1, ageMs: 0, channel: 'WhatsApp' }).failure,
  )
  expect(new Set(said).size).toBe(mediaTroubles.length)
  expect(verdictOf('access', { tries: 9, ageMs: mediaLifeMs, channel: 'WhatsApp' }).failure).toBe(
    'WhatsApp keeps a file for 7 days, in which it could not be fetched. The last time: WhatsApp does not accept our access. Ask an administrator to look at the WhatsApp account',
  )
})

test.each([
  [{ outcome: 'refused', retry: 'channel', code: 190, details: '' }, 'access'],
  [{ outcome: 'refused', retry: 'rate', code: 80007, details: '' }, 'rate'],
  [{ outcome: 'refused', retry: 'transient', code: 2, details: '' }, 'whatsapp'],
  [{ outcome: 'refused', retry: 'permanent', code: 99_999, details: '' }, 'refused'],
  [{ outcome: 'unreached', reason: 'ECONNREFUSED' }, 'network'],
  [{ outcome: 'misplaced', details: '' }, 'address'],
  [{ outcome: 'gone', code: 100, details: '' }, 'gone'],
  [{ outcome: 'too-large', size: 1 }, 'too-large'],
] as const)('the answer %j means %s', (found, trouble) => {
  expect(troubleOf(found)).toBe(trouble)
})
