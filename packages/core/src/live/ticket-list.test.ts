import { describe, expect, test } from 'vitest'
import type { ChangeFrame } from '../api/sockets.ts'
import { readTicketRow } from '../read/ticket-row.ts'
import type { TicketFilter } from '../rules/ticket-list.ts'
import { stateOf, ticketOf } from './live.fixture.ts'
import { applyToTicketList, type TicketListState } from './ticket-list.ts'

type Agent = ReturnType<typeof stateOf>['agent']
const agent = (id: string | null) => (id === null ? null : { id, name: `agent ${id}` }) as Agent

/** Ticket 9 of conversation 3 changes, which the list does not hold. */
const changed: ChangeFrame = {
  event: 'ticket',
  data: ticketOf(9, { conversation_id: '3' as never, status: 'IN_PROGRESS', version: 2 }),
  seq: 12,
}
/** What a frame says of conversation 3: who has it. */
const has = (id: string | null): ChangeFrame => ({
  event: 'conversation',
  data: stateOf(3, { agent: agent(id), ticket: { id: '9' as never, ticket_number: 'TCK-00009' } }),
  seq: 11,
})
const listOf = (filter: TicketFilter): TicketListState => ({
  filter,
  rows: [
    readTicketRow({ ...ticketOf(1), customer: { id: '900', name: 'Nakato Prossy' }, agent: agent('7') }),
  ],
  hasMore: false,
  edge: null,
  counts: { NEW: 1 },
  last: {},
  lacks: false,
})
/** Who has the conversation is told (undefined: it is not) and what that left open is fetched; then the ticket changes. */
const after = (filter: TicketFilter, owner: string | null | undefined) => {
  const list = listOf(filter)
  const told = owner === undefined ? list : { ...applyToTicketList(list, has(owner)), lacks: false }
  return applyToTicketList(told, changed)
}

describe('[Q-227] a ticket that a list does not hold changes', () => {
  test.each([
    ['8', '7', false],
    ['8', 'none', false],
    [null, '7', false],
    ['7', '7', true],
    [null, 'none', true],
    [undefined, '7', true],
  ] as const)('it is with %s, the list is of %s: is it asked for? %s', (owner, assigneeId, asked) => {
    expect(after({ assigneeId }, owner).lacks).toBe(asked)
  })

  test('in a list of everybody’s it is asked for, whoever has it', () => {
    expect(after({}, '8').lacks).toBe(true)
  })

  test('who takes its conversation over since has it in theirs', () => {
    const told = { ...applyToTicketList(listOf({ assigneeId: '7' }), has('8')), lacks: false }
    const taken = { ...applyToTicketList(told, has('7')), lacks: false }
    expect(applyToTicketList(taken, changed).lacks).toBe(true)
  })
})
