import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { namedTime, usualTimes } from './named-times.ts'

/** In whatever zone the tests run. */
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute)
/** A Wednesday. */
const now = at(25, 16, 20)

describe('the times that words name', () => {
  test.each([
    ['tomorrow', at(26, 9)],
    ['tomorrow 14:00', at(26, 14)],
    ['tomorrow at 8am', at(26, 8)],
    ['Monday', at(30, 9)],
    ['next Friday', new Date(2026, 11, 4, 9)],
    ['in 20 minutes', at(25, 16, 40)],
    ['in 2 hours', at(25, 18, 20)],
    ['in 3 days', at(28, 9)],
    ['3 Dec', new Date(2026, 11, 3, 9)],
    ['18:00', at(25, 18)],
    ['today 18:30', at(25, 18, 30)],
    ['5/12', new Date(2026, 11, 5, 9)],
    ['05/12/2026', new Date(2026, 11, 5, 9)],
    ['5.12.2026', new Date(2026, 11, 5, 9)],
    ['5-12-2026', new Date(2026, 11, 5, 9)],
    ['5/1', new Date(2027, 0, 5, 9)],
    ['31/12 14:00', new Date(2026, 11, 31, 14)],
    ['2026-12-05', new Date(2026, 11, 5, 9)],
    ['\u2068５/12\u2069', new Date(2026, 11, 5, 9)],
  ])('[Q-221] %s', (words, expected) => {
    const until = namedTime(words, now)
    expect(until?.toString()).toBe(expected.toString())
  })

  test('[Q-221] a day is one of the calendar where the clocks change meanwhile', () => {
    // A thread cannot change its zone.
    const program = `import { namedTime } from './named-times.ts'
      const saturday = new Date(2026, 2, 7, 23, 30)
      for (const words of ['in 1 day', 'in a week', 'tomorrow 23:30', 'in 24 hours'])
        console.log(namedTime(words, saturday).toISOString())`
    const said = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
      cwd: import.meta.dirname,
      env: { ...process.env, TZ: 'America/New_York' },
      encoding: 'utf8',
    })
    expect(said.trim().split('\n')).toEqual([
      '2026-03-08T13:00:00.000Z',
      '2026-03-14T13:00:00.000Z',
      '2026-03-09T03:30:00.000Z',
      '2026-03-09T04:30:00.000Z',
    ])
  })

  test.each(['', 'soon', 'yesterday', 'the bank', '25 Nov 2020'])(
    '[Q-221] "%s" names no time to come',
    words => {
      expect(namedTime(words, now)).toBeNull()
    },
  )

  test.each([
    ['a Wednesday', now, ['Tomorrow', at(26, 9)], ['Monday', at(30, 9)]],
    ['a Monday', at(23, 8), ['Tomorrow', at(24, 9)], ['Monday', at(30, 9)]],
    ['a Sunday', at(29, 8), ['Tomorrow', at(30, 9)], ['In a week', new Date(2026, 11, 7, 9)]],
  ])('[Q-221] the usual ones of %s', (_, moment, ...days) => {
    const times = usualTimes(moment)
    expect(times.map(({ label }) => label).slice(0, 2)).toEqual(['In 1 hour', 'In 3 hours'])
    expect(times[0]?.at.getTime()).toBe(moment.getTime() + 3_600_000)
    expect(times.slice(2).map(({ label, at: time }) => [label, time])).toEqual(days)
  })
})
