import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openConsole, setTime } from '../../../test/console.tsx'
import { panel, reach, tile } from '../../../test/figures.ts'
import { brian, countedRow } from '../../../test/samples.ts'

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
  await expect.element(shown.getByText(words)).toBeVisible()
})

test('[Q-434] the words about the longest wait lead to the conversations, the longest wait first', async () => {
  await openConsole('/', {
    given: api => {
      api.answer('dashboard', {
        waiting_now: { current: 1, previous: null },
        longest_wait: { current: 70, previous: null },
        waits: [{ agent_id: brian.id, agent_name: 'Brian', waiting: 1, longest_minutes: 70 }],
      })
      const row = { kind: 'conversation', id: '7', conversation_id: '7', name: 'Nakato Prossy' } as const
      api.answer('countedRows', { figure: 70, rows: [countedRow(row)] })
    },
  })
  await tile(panel('Key figures'), 'Longest Wait')
    .getByRole('button', { name: /^a customer of Brian, / })
    .click()
  await page.getByRole('button', { name: 'See the conversations' }).click()
  const rows = page.getByRole('dialog', { name: 'Longest Wait' })
  await expect.element(rows.getByRole('link', { name: 'Nakato Prossy' })).toBeVisible()
})
