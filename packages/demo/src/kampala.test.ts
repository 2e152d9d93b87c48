import { expect, test } from 'vitest'
import { hourOf, hours, withinHours } from './kampala.ts'
import { drawFor } from './random.ts'

test.each([
  ['a Monday noon stays', '2026-03-02T09:00:00.000Z', '2026-03-02'],
  ['before the doors open it was Saturday, not Sunday', '2026-03-02T04:59:00.000Z', '2026-02-28'],
  ['a Sunday becomes the Saturday before', '2026-03-01T09:00:00.000Z', '2026-02-28'],
  ['an evening becomes that day', '2026-03-03T18:00:00.000Z', '2026-03-03'],
  ['after midnight in Kampala it becomes the day before', '2026-03-03T21:30:00.000Z', '2026-03-03'],
])('%s', (_, instant, day) => {
  for (let seed = 0; seed < 50; seed += 1) {
    const at = withinHours(new Date(instant), hours.agent, drawFor(seed, 0))
    expect(at.toISOString().slice(0, 10)).toBe(day)
    expect(at <= new Date(instant)).toBe(true)
    expect(hourOf(at)).toBeGreaterThanOrEqual(8)
    expect(hourOf(at)).toBeLessThan(18)
  }
})
