import { describe, expect, test } from 'vitest'
import { isTakenBack, standing, takeBackMs } from './delivery.ts'

const failure = (code: string) => ({ code, sentence: '', remedy: '' })
const now = Date.parse('2026-03-02T09:00:00.000Z')

describe('[Q-234] what is taken back before it leaves', () => {
  test.each([
    ['failed', failure('taken-back'), true],
    ['failed', failure('131047'), false],
    ['failed', null, false],
    ['queued', null, false],
    ['sent', failure('taken-back'), false],
  ] as const)('%s with %j: %s', (status, why, wanted) => {
    expect(isTakenBack({ status, failure: why })).toBe(wanted)
  })

  test('what stands is the very list where nothing was taken back', () => {
    const stands = { status: 'sent', failure: null } as const
    const back = { status: 'failed', failure: failure('taken-back') } as const
    const all = [stands, stands]
    expect(standing(all)).toBe(all)
    expect(standing([stands, back])).toEqual([stands])
  })

  test.each([
    ['queued', '7', '2026-03-02T09:00:04.500Z', 4_500],
    ['queued', '7', '2026-03-02T09:00:00.000Z', 0],
    ['queued', '7', '2026-03-02T08:59:00.000Z', 0],
    ['queued', '8', '2026-03-02T09:00:04.500Z', 0],
    ['queued', '7', null, 0],
    ['sending', '7', '2026-03-02T09:00:04.500Z', 0],
  ] as const)('%s, of %s, leaving at %s: %i ms for agent 7', (status, sender_id, leaves_at, ms) => {
    expect(takeBackMs({ status, sender_id, leaves_at }, '7', now)).toBe(ms)
  })
})
