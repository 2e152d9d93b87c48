import { readAgent, readConversation } from '@parley/core/read/entities'
import { expect, test } from 'vitest'
import { placeholderAgents } from '../../data/agents/queries.ts'
import { agentChoices } from './agent-choices.tsx'

const viewer = { id: '7', name: 'amina' }
const agents = [readAgent({ id: '7', name: 'Amina' }), readAgent({ id: '8', name: 'Brian' })]
const offer = { id: '1', agent_id: '8', deadline: '2026-11-19T09:05:00.000Z' }

const shown = (row: object, list = { state: 'ready', agents } as Parameters<typeof agentChoices>[0]) =>
  agentChoices(list, readConversation({ id: '1', ...row }), viewer).map(({ agent, mark, choosable }) => [
    agent.name,
    mark,
    choosable,
  ])

test.each([
  [{}, [null, true], [null, true]],
  [{ agent: { id: '8' } }, [null, true], ['Assigned', false]],
  [{ agent: { id: '7' }, offer }, ['Assigned', true], ['Offered', true]],
])('the choices for a conversation like %j', (row, amina, brian) => {
  expect(shown(row)).toEqual([
    ['Amina', ...amina],
    ['Brian', ...brian],
  ])
})

test('[Q-327] namesakes are told apart', () => {
  const two = [
    readAgent({ id: '8', name: 'Moses Kato', department: 'Claims' }),
    readAgent({ id: '9', name: 'moses kato', department: 'Pensions' }),
  ]
  const choices = agentChoices({ state: 'ready', agents: two }, readConversation({ id: '1' }), viewer)
  expect(choices.map(({ name }) => name)).toEqual(['Moses Kato (Claims)', 'moses kato (Pensions)'])
})

test('[ERR-06] in place of a list that failed, the data layer has three agents who are marked as nobody', () => {
  expect(placeholderAgents.map(agent => agent.placeholder)).toEqual([true, true, true])
  expect(new Set(placeholderAgents.map(agent => agent.id)).size).toBe(3)
})

test('[ERR-07 Q-003] the screen then offers the viewer and "System", and only the viewer can be chosen', () => {
  const choices = shown({}, { state: 'unavailable', agents: placeholderAgents })
  expect(choices).toEqual([
    ['amina', null, true],
    ['System', null, false],
  ])
  // Should one ever be listed, it cannot be chosen either.
  expect(shown({}, { state: 'ready', agents: placeholderAgents }).every(([, , choosable]) => choosable)).toBe(
    false,
  )
})
