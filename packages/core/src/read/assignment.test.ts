import { expect, test } from 'vitest'
import { assignmentStates } from '../words/assignments.ts'
import { readAssignments } from './assignment.ts'
import { anyJson, draws } from './readers.fixture.ts'

const names = [
  'assignment_history',
  'id',
  'agent_id',
  'agent_name',
  'by',
  'name',
  'state',
  'reason',
  '__proto__',
]
const entry = { id: 5, agent_id: 7, agent_name: 'Amina', by: { id: 8, name: 'Brian' }, state: 'REJECTED' }

test('bare or wrapped, numbers or texts, any case', () => {
  const read = {
    id: '5',
    agent_id: '7',
    agent_name: 'Amina',
    by_id: '8',
    by_name: 'Brian',
    state: 'rejected',
    reason: null,
    offered_at: null,
    ended_at: null,
  }
  expect(readAssignments([entry])).toEqual([read])
  expect(readAssignments({ assignment_history: [entry] })).toEqual([read])
})

test('what lacks an id, an agent or a known state is left out', () => {
  const { agent_id: _, ...nobody } = entry
  expect(readAssignments([nobody, { ...entry, id: null }, { ...entry, state: 'lent' }, null, 5])).toEqual([])
})

test('no answer of a server, however strange, throws or leaves a field of the wrong kind', () => {
  for (let seed = 0; seed < 1_000; seed += 1) {
    const value = anyJson(draws(seed), names)
    for (const one of readAssignments({
      assignment_history: [value, { ...entry, by: value, reason: value }],
    })) {
      expect(one).toMatchObject({ id: expect.any(String), agent_id: expect.any(String) })
      expect(assignmentStates).toContain(one.state)
      expect(one.reason === null || typeof one.reason === 'string').toBe(true)
      expect(one.by_name === null || typeof one.by_name === 'string').toBe(true)
    }
  }
})
