import type { Person } from '@parley/core/agents/people'
import { expect, test } from 'vitest'
import { isUnder, peopleTabs, standing } from './words.ts'

const person: Person = {
  id: '1' as Person['id'],
  name: 'Brian Odongo',
  email: 'brian@parley.example',
  role: 'AGENT',
  department: null,
  max_capacity: 5,
  takes_conversations: true,
  state: 'active',
  locked_until: null,
  second_factor: false,
  current_workload: 2,
  is_online: true,
  status: 'AVAILABLE',
  status_reason: null,
  status_since: null,
  status_until: null,
  last_seen_at: null,
  session_count: 1,
  created_at: '2026-01-12T08:00:00.000Z',
  created_by: null,
}

test.each<[Partial<Person>, string, readonly string[]]>([
  [{}, 'Available', ['all', 'here']],
  [{ current_workload: 5 }, 'Overloaded', ['all', 'here']],
  [{ current_workload: 6 }, 'Overloaded', ['all', 'here']],
  [{ is_online: false }, 'Offline', ['all']],
  [{ is_online: false, status: 'BUSY' }, 'Busy', ['all']],
  [{ is_online: false, status: 'ON_BREAK' }, 'On a break', ['all']],
  [{ is_online: false, status: 'FINISHING' }, 'Finishing', ['all']],
  [{ is_online: false, state: 'invited' }, 'Invited', ['all', 'look']],
  [{ is_online: false, state: 'locked' }, 'Locked', ['all', 'look']],
  [{ is_online: true, state: 'locked' }, 'Locked', ['all', 'here', 'look']],
  [{ is_online: false, state: 'disabled' }, 'Disabled', ['all']],
])('an account that is %j is %s', (more, label, under) => {
  const one = { ...person, ...more }
  expect(standing(one).label).toBe(label)
  expect(peopleTabs.map(tab => tab.value).filter(tab => isUnder(tab, one))).toEqual(under)
})
