import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openIngestGate } from './ingest.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

/** After how many milliseconds it was quiet. */
async function quietAfter(wait: Promise<void>): Promise<number> {
  let isOver = false
  const noted = async () => {
    await wait
    isOver = true
  }
  void noted()
  let ms = 0
  for (await vi.advanceTimersByTimeAsync(0); !isOver; ms += 1) await vi.advanceTimersByTimeAsync(1)
  return ms
}

test('nobody waits while nothing is ingested', async () => {
  expect(await quietAfter(openIngestGate().quiet(100))).toBe(0)
})

test('work that waits goes on a moment after the last message was ingested', async () => {
  const gate = openIngestGate()
  void gate.during(() => pause(20))
  void gate.during(() => pause(30))
  const ms = await quietAfter(gate.quiet(100))
  expect(ms).toBeGreaterThanOrEqual(35)
  expect(ms).toBeLessThanOrEqual(40)
  expect(await quietAfter(gate.quiet(100))).toBe(0)
})

test('a message that comes within the moment is waited for too', async () => {
  const gate = openIngestGate()
  void gate.during(() => pause(10)).then(() => gate.during(() => pause(10)))
  expect(await quietAfter(gate.quiet(100))).toBeGreaterThanOrEqual(25)
})

test('while messages never stop it waits for so long and no longer', async () => {
  const gate = openIngestGate()
  void gate.during(() => pause(10_000))
  expect(await quietAfter(gate.quiet(100))).toBe(100)
  expect(await quietAfter(gate.quiet(50))).toBe(50)
})

test('ingestion that fails is over too, and its failure is its caller’s', async () => {
  const gate = openIngestGate()
  await expect(gate.during(() => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk')
  expect(await quietAfter(gate.quiet(100))).toBeLessThanOrEqual(10)
})
