import { expect, test } from 'vitest'
import { sampleDashboard } from './dashboard.ts'

const delays: number[] = []
const source = sampleDashboard(
  async ms => void delays.push(ms),
  () => new Date('2026-11-21T09:00:00Z'),
)

test('[API-53 DATA-29 DATA-30 DATA-31 Q-011] the sample stats, activities and queue come after half a second, without a call', async () => {
  delays.length = 0
  const [stats, activities, queue] = [await source.stats(), await source.activities(), await source.queue()]
  expect(delays).toEqual([500, 500, 500])
  const number = expect.any(Number)
  expect(stats).toEqual({
    pendingConversations: number,
    activeConversations: number,
    resolvedConversations: number,
    averageResponseTime: number,
    averageResolutionTime: number,
    customerSatisfaction: number,
    agentAvailability: number,
  })
  expect(activities.map(({ type }) => type)).toEqual(['message', 'handoff', 'resolution'])
  for (const activity of activities) {
    expect(activity.description).toMatch(/^Sample activity/)
    expect(Object.keys(activity).toSorted()).toEqual([
      'agent',
      'conversationId',
      'description',
      'id',
      'timestamp',
      'type',
    ])
  }
  expect(queue).toEqual({
    currentQueue: number,
    averageWaitTime: number,
    serviceLevel: number,
    trends: { queue: number, waitTime: number, serviceLevel: number },
  })
})

test('[GEN-12 Q-009 Q-010 Q-013] the sample figures are marked, the same at every load, and leave out what can be counted', async () => {
  delays.length = 0
  const figures = await source.figures()
  expect(delays).toEqual([500])
  expect(figures).toMatchObject({
    sample: true,
    handled_today: null,
    pending_conversations: { current: null, previous: null },
    active_conversations: { current: null, previous: null },
    week_resolution_rate: { current: expect.any(Number), previous: expect.any(Number) },
  })
  expect(await source.figures()).toEqual(figures)
})
