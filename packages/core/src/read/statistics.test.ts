import { describe, expect, test } from 'vitest'
import { readAgentMetrics, readAverages } from './agent-metrics.ts'
import { readTimeZone } from './capabilities.ts'
import { readCountedRows } from './counted-rows.ts'
import { readDashboard } from './dashboard.ts'
import { readMessageStats } from './message-stats.ts'
import { anyJson, draws } from './readers.fixture.ts'
import { readUniqueUsers } from './unique-users.ts'
import { readOverloadedAgents, readWorkload } from './workload.ts'

const names = [
  'summary',
  'daily',
  'date',
  'message_date',
  'start_date',
  'inbound',
  'outbound',
  'by_source',
  'BOT',
  'agent_id',
  'agent_name',
  'total_conversations',
  'average_response_time_minutes',
  'resolution_rate',
  'avg_fcr_rate',
  'week_response_time',
  'current',
  'previous',
  'as_of',
  'week_start',
  'rows',
  'next',
  'kind',
  'id',
  'value',
  'metrics',
  'overloaded_agents',
  'user_id',
  'current_workload',
  'max_capacity',
  'time_zone',
  'waits',
  'waiting',
  'longest_minutes',
]
const values = Array.from({ length: 1_000 }, (_, seed) => anyJson(draws(seed), names))
const now = new Date('2026-11-21T09:00:00Z')

/** Every number anywhere in a value, and every text that is named as a day. */
function expectSound(value: unknown): void {
  JSON.stringify(value, (name, part: unknown) => {
    if (typeof part === 'number') expect(Number.isFinite(part)).toBe(true)
    if (/^(date|message_date|start_date|end_date|week_start|period_start|period_end)$/.test(name))
      expect(part === '' || !Number.isNaN(Date.parse(`${part as string}T00:00:00Z`))).toBe(true)
    return part
  })
}

describe('no answer of a server, however strange, throws or leaves a figure that is no number', () => {
  test.each<[string, (raw: unknown) => unknown]>([
    ['[DATA-18 DATA-19] unique users', readUniqueUsers],
    ['[DATA-20 DATA-21] messages', readMessageStats],
    ['[DATA-22] agents', readAgentMetrics],
    ['[DATA-23] averages', readAverages],
    ['[DATA-27] workload', readWorkload],
    ['[DATA-28] overloaded agents', readOverloadedAgents],
    ['[DATA-26 Q-009] the dashboard', raw => readDashboard(raw, now)],
    ['[Q-014] counted rows', raw => readCountedRows(raw, now)],
  ])('%s', (_, read) => {
    for (const value of values) expectSound(read(value))
  })
})

test('[DATA-18 DATA-19] the unique-user answer is read whole; without daily rows there is no list', () => {
  const answer = {
    summary: {
      start_date: '2026-11-01',
      end_date: '2026-11-21',
      total_unique_users: 12,
      total_new_users: 3,
      total_bot_users: 2,
      total_agent_users: 5,
      total_mixed_users: 1,
    },
    daily: [{ date: '2026-11-01', unique_users: 4, new_users: 1 }],
  }
  expect(readUniqueUsers(answer)).toEqual(answer)
  expect(readUniqueUsers({ summary: answer.summary }).daily).toBeUndefined()
  expect(
    readUniqueUsers({ ...answer, daily: [{ date: '2026-11-31' }, { unique_users: 2 }, null] }).daily,
  ).toEqual([])
})

test('[DATA-20 DATA-21] the message answer is read whole', () => {
  const answer = {
    summary: {
      start_date: '2026-11-01',
      end_date: '2026-11-21',
      total_messages: 10,
      inbound: { total: 6, by_source: { USER: 6 } },
      outbound: { total: 4, by_source: { BOT: 1, AGENT: 3 } },
      active_conversations: 2,
      bot_automation_rate: 0.25,
      agent_handling_rate: 0.75,
    },
    daily: [
      {
        message_date: '2026-11-01',
        total_messages: 10,
        total_inbound: 6,
        total_outbound: 4,
        outbound_bot: 1,
        outbound_agent: 3,
        active_conversations: 2,
        bot_automation_percentage: 25,
      },
    ],
  }
  expect(readMessageStats(answer)).toEqual(answer)
})

test('[DATA-22 DATA-23 Q-008] what an agent was not measured in is null, also where a provider knows no such field', () => {
  const row = {
    agent_id: 7,
    agent_name: 'Amina',
    total_conversations: 4,
    total_responses: 9,
    average_response_time_minutes: 2.5,
    period_start: '2026-11-01',
    period_end: '2026-11-21',
  }
  expect(readAgentMetrics([row])).toEqual([
    { ...row, agent_id: '7', resolution_rate: null, satisfaction: null },
  ])
  expect(readAverages({ avg_response_time: 3 })).toEqual({
    avg_response_time: 3,
    avg_resolution_time: null,
    avg_satisfaction: null,
    avg_fcr_rate: null,
    fcr_pending: 0,
  })
})

test('[Q-135] who has the conversations that wait; the ones that nobody has are of no agent', () => {
  const waits = [
    { agent_id: null, agent_name: null, waiting: 3, longest_minutes: 90.5 },
    { agent_id: 7, waiting: 1, longest_minutes: 4 },
    { agent_id: 8, agent_name: 'Brian' },
  ]
  expect(readDashboard({ waits, waiting_now: { current: 4 } }, now)).toMatchObject({
    waiting_now: { current: 4, previous: null },
    longest_wait: { current: null, previous: null },
    waits: [
      { agent_id: null, agent_name: null, waiting: 3, longest_minutes: 90.5 },
      { agent_id: '7', agent_name: 'Agent 7', waiting: 1, longest_minutes: 4 },
    ],
  })
})

test('[DATA-28] an overloaded agent; a capacity that is missing is 5', () => {
  expect(
    readOverloadedAgents({ overloaded_agents: [{ user_id: 3, user_name: 'Brian', current_workload: 7 }] }),
  ).toEqual([
    { user_id: '3', user_name: 'Brian', current_workload: 7, max_capacity: 5, capacity_exceeded_by: 2 },
  ])
})

test.each([
  [{ areas: [], time_zone: 'Africa/Kampala' }, 'Africa/Kampala'],
  [{ areas: [] }, null],
  [{ time_zone: 'Atlantis/Deep' }, null],
  [[], null],
])('[Q-101] the zone of the figures in %j is %s', (answer, zone) => {
  expect(readTimeZone(answer)).toBe(zone)
})
