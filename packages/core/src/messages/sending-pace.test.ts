import { describe, expect, test } from 'vitest'
import { freeAt, numberPace, owedAfter, type Pace, pairPace, pairPauseMs, roomAt } from './delivery.ts'

const start = new Date('2026-03-02T09:00:00.000Z')
const after = (ms: number) => new Date(start.getTime() + ms)

/** Sends as early as allowed, `times` times; returns the times in milliseconds from the start. */
function send(pace: Pace, times: number, owed: Date | null = null, from = start) {
  const went: number[] = []
  let [owedUntil, now] = [owed, from]
  for (let time = 0; time < times; time += 1) {
    now = freeAt(pace, owedUntil, now) ?? now
    owedUntil = owedAfter(pace, owedUntil, now)
    went.push(now.getTime() - start.getTime())
  }
  return { went, owedUntil }
}

describe('[Q-190] messages to one customer', () => {
  test('45 go at once, and each further one 6 s later', () => {
    const { went } = send(pairPace, 48)
    expect(went.slice(0, 45).every(ms => ms === 0)).toBe(true)
    expect(went.slice(45)).toEqual([6_000, 12_000, 18_000])
  })

  test.each([
    ['one every 6 s owes no more than itself', 6_000, 6_000],
    ['one every 10 s too', 10_000, 6_000],
    ['one every 3 s owes half of them', 3_000, 18_000],
  ])('%s', (_, everyMs, owes) => {
    let owedUntil: Date | null = null
    for (let time = 0; time < 5; time += 1) owedUntil = owedAfter(pairPace, owedUntil, after(time * everyMs))
    expect((owedUntil?.getTime() ?? 0) - after(4 * everyMs).getTime()).toBe(owes)
  })

  test.each([
    ['nothing of it', 0, 0],
    ['ten', 60_000, 10],
    ['all of it', 45 * 6_000, 45],
    ['no more than all of it', 3_600_000, 45],
  ])('who waited has %s again', (_, waitedMs, again) => {
    const { owedUntil } = send(pairPace, 45)
    const { went } = send(pairPace, again + 1, owedUntil, after(waitedMs))
    const atOnce = went.filter(ms => ms === waitedMs).length
    expect(atOnce).toBe(again)
  })

  test('WhatsApp’s own refusal pauses for 4, 16, 64 and at most 256 s', () => {
    expect([0, 1, 2, 3, 4, 5, 100].map(pairPauseMs)).toEqual([
      4_000, 4_000, 16_000, 64_000, 256_000, 256_000, 256_000,
    ])
  })
})

test('[Q-190] a number sends no more than 80 within any second, and not much less', () => {
  const { went } = send(numberPace, 400)
  const within = (from: number) => went.filter(ms => ms >= from && ms < from + 1_000).length
  expect(Math.max(...went.map(within))).toBeLessThanOrEqual(80)
  expect(within(0)).toBeGreaterThanOrEqual(70)
})

test('[Q-190] what may go at once is as many as go one by one without waiting', () => {
  for (let waitedMs = 0; waitedMs <= 200; waitedMs += 7) {
    const { owedUntil } = send(numberPace, 12)
    const { went } = send(numberPace, 20, owedUntil, after(waitedMs))
    const oneByOne = went.filter(ms => ms === waitedMs).length
    expect({ waitedMs, room: roomAt(numberPace, owedUntil, after(waitedMs)) }).toEqual({
      waitedMs,
      room: oneByOne,
    })
  }
  expect(roomAt(numberPace, null, start)).toBe(8)
})
