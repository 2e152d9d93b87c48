import { expect, test } from 'vitest'
import { openConsole, setTime } from '../../../test/console.tsx'
import { panel, reach, tile } from '../../../test/figures.ts'
import { brian } from '../../../test/samples.ts'

/** What stands beside a panel's title, which is also its description. */
const periodOf = (title: string): string | null => {
  const id = panel(title).query()?.getAttribute('aria-describedby')
  return (id && document.getElementById(id)?.textContent) || null
}

test.each([
  ['Daily User Statistics', 'Mar 1, 2026 to Mar 12, 2026'],
  ['Waiting by Agent', 'now'],
  ['User Interaction Statistics', 'Mar 1, 2026 to Mar 12, 2026'],
  ['Message Statistics', 'Mar 1, 2026 to Mar 12, 2026'],
  ['Performance Metrics', 'this week since Monday'],
  ['Customer Service Metrics', 'March 2026'],
  ['Workload Distribution', 'now'],
])('[Q-419] beside the title of %s stands its period, %s', async (title, period) => {
  setTime('2026-03-12T12:30:00+03:00')
  await openConsole('/')
  await reach(title)
  await expect.poll(() => periodOf(title)).toBe(period)
})

test.each([
  [{ agent_id: brian.id, agent_name: 'Brian' }, 70, 'a customer of Brian'],
  [{ agent_id: null, agent_name: null }, 70, 'a customer whom nobody has'],
  // A colleague whom the viewer may not see has waited on longer.
  [{ agent_id: brian.id, agent_name: 'Brian' }, 90, 'for a person, until now'],
])('[Q-419] the longest wait, of %j, names its owner', async (owner, longest, words) => {
  await openConsole('/', {
    given: api =>
      api.answer('dashboard', {
        waiting_now: { current: 1, previous: null },
        longest_wait: { current: longest, previous: null },
        waits: [{ ...owner, waiting: 1, longest_minutes: 70 }],
      }),
  })
  const shown = tile(panel('Key figures'), 'Longest Wait')
  await expect.element(shown.getByRole('link', { name: words })).toBeVisible()
})
