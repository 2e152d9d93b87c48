import { expect, test } from 'vitest'
import type { Plain } from '../call.ts'
import type { AgentMetrics } from './api.ts'
import { agentViews, performanceFigures, totalConversations } from './rules.ts'

const row = (over: Partial<Plain<AgentMetrics>>): Plain<AgentMetrics> => ({
  agent_id: '1',
  agent_name: 'Amina',
  total_conversations: 4,
  total_responses: 9,
  average_response_time_minutes: 2.5,
  period_start: '2026-11-01',
  period_end: '2026-11-21',
  resolution_rate: null,
  satisfaction: null,
  ...over,
})

test('[DATA-24 PERF-13 PERF-05 Q-125] agents are shown with the most conversations first, equals by name', () => {
  const views = agentViews([
    row({}),
    row({ agent_id: '2', agent_name: 'Carol', total_conversations: 7, resolution_rate: 50, satisfaction: 4 }),
    row({ agent_id: '3', agent_name: 'Abel', average_response_time_minutes: null }),
  ])
  expect(views.map(({ name }) => name)).toEqual(['Carol', 'Abel', 'Amina'])
  expect(views[0]).toEqual({
    id: '2',
    name: 'Carol',
    conversations: 7,
    messages: 9,
    avgResponseTime: 2.5,
    resolutionRate: 50,
    satisfaction: 4,
  })
  expect(totalConversations(views)).toBe(15)
  expect(totalConversations([])).toBe(0)
})

test('[DATA-25 Q-008] what was not measured stays so: nothing is made up in its place', () => {
  const [view] = agentViews([row({ average_response_time_minutes: null })])
  expect(view).toMatchObject({ avgResponseTime: null, resolutionRate: null, satisfaction: null })
})

test('[DATA-26 DASH-25 DASH-26 DASH-27] the week against last week: for the response time alone down is good', () => {
  expect(
    performanceFigures({
      week_response_time: { current: 4, previous: 5 },
      week_resolution_rate: { current: 80, previous: 100 },
      week_satisfaction: { current: null, previous: 4 },
      week_conversations: { current: 30, previous: 20 },
    }),
  ).toEqual({
    responseTime: { current: 4, previous: 5, trend: 'down', trendValue: 20, good: true },
    resolutionRate: { current: 80, previous: 100, trend: 'down', trendValue: 20, good: false },
    customerSatisfaction: { current: null, previous: 4, trend: null, trendValue: null, good: null },
    conversationsHandled: { current: 30, previous: 20, trend: 'up', trendValue: 50, good: true },
  })
})
