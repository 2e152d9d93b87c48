import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openIntake } from './intake.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** After how many milliseconds it was quiet. */
async function quietAfter(wait: Promise<void>): Promise<number> {
  let isOver = false
  const noted = async () => {
    await wait
    isOver = true
  }
  void noted()
  await vi.advanceTimersByTimeAsync(0)
  let ms = 0
  for (; !isOver && ms < 1_000; ms += 1) await vi.advanceTimersByTimeAsync(1)
  return ms
}
const taking = (ms: number) => () => new Promise<void>(resolve => setTimeout(resolve, ms))

test('nobody waits while nothing is taken in', async () => {
  expect(await quietAfter(openIntake().quiet(100))).toBe(0)
})

test('what waits goes a moment after the last one was taken in', async () => {
  const intake = openIntake()
  void intake.during(taking(20))
  void intake.during(taking(30))
  expect(await quietAfter(intake.quiet(100))).toBe(35)
  expect(await quietAfter(intake.quiet(100))).toBe(0)
})

test('one that comes within the moment is waited for too', async () => {
  const intake = openIntake()
  void intake.during(taking(10)).then(() => intake.during(taking(10)))
  expect(await quietAfter(intake.quiet(100))).toBe(25)
})

test('while they never stop it waits for so long and no longer', async () => {
  const intake = openIntake()
  void intake.during(taking(10_000))
  expect(await quietAfter(intake.quiet(100))).toBe(100)
  expect(await quietAfter(intake.quiet(50))).toBe(50)
})

test('one that fails is over too, and its failure is its caller’s', async () => {
  const intake = openIntake()
  await expect(intake.during(() => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk')
  expect(await quietAfter(intake.quiet(100))).toBe(5)
})
