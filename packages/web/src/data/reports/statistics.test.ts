import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiFailure } from '../../client/api-failure.ts'
import { fetchCountedRows, fetchEveryCountedRow } from './counted-rows.ts'
import {
  fetchAgentMetrics,
  fetchAverages,
  fetchMessageStats,
  fetchUniqueUsers,
  loadPerformance,
} from './statistics.ts'
import { fetchOverloadedAgents } from './workload.ts'

const warn = vi.spyOn(console, 'warn')
beforeEach(() => {
  warn.mockReset()
  warn.mockImplementation(() => undefined)
})

const refused = (status: number, detail: string | null = null) =>
  new ApiFailure({ kind: 'refused', status, detail })
const failing = (cause: unknown) => () => Promise.reject(cause)

/** A server that answers every call with this, and keeps what it was asked. */
function answering(value: unknown) {
  const asked: unknown[] = []
  const call = (args?: { query?: unknown }) => {
    asked.push(args?.query)
    return Promise.resolve({ value, seq: null, total: null, counts: null } as never)
  }
  return {
    asked,
    uniqueUsers: call,
    messageStats: call,
    agentMetrics: call,
    averages: call,
    countedRows: call,
  }
}

describe('[API-52 Q-019] without dates a call asks for the built-in ones, with dates for those', () => {
  const builtIn = { start_date: '2025-04-01', end_date: '2025-04-30' }
  test.each([
    ['unique users', fetchUniqueUsers],
    ['messages', fetchMessageStats],
    ['agents', fetchAgentMetrics],
    ['averages', fetchAverages],
  ])('%s', async (_, fetch) => {
    const server = answering({})
    const own = { start_date: '2026-11-01', end_date: '2026-11-21' }
    await fetch(undefined, server)
    await fetch(own, server)
    expect(server.asked).toEqual([builtIn, own])
  })

  test('daily rows are asked for only where they are wanted', async () => {
    const server = answering({})
    await fetchUniqueUsers({ include_daily: true }, server)
    await fetchMessageStats({ include_daily: false }, server)
    expect(server.asked).toEqual([{ ...builtIn, include_daily: 'true' }, builtIn])
  })
})

describe('[ERR-24 ERR-25 ERR-28 Q-044 Q-045] a failure has the fixed words unless the server has its own, and is a warning', () => {
  const calls = (cause: unknown) => ({
    uniqueUsers: failing(cause),
    messageStats: failing(cause),
    agentMetrics: failing(cause),
    averages: failing(cause),
    overloadedAgents: failing(cause),
    countedRows: failing(cause),
  })
  const which = { metric: 'total_messages', range: null, agent: null } as const
  test.each<[string, (ask: ReturnType<typeof calls>) => Promise<unknown>, string]>([
    ['unique users', ask => fetchUniqueUsers({}, ask), 'API request failed with status 500'],
    ['messages', ask => fetchMessageStats({}, ask), 'API request failed with status 500'],
    ['agents', ask => fetchAgentMetrics({}, ask), 'API request failed with status 500'],
    ['averages', ask => fetchAverages({}, ask), 'Metrics API request failed with status 500'],
    ['overloaded agents', ask => fetchOverloadedAgents(ask), 'API request failed with status 500'],
    ['rows', ask => fetchCountedRows(which, null, 50, ask), 'API request failed with status 500'],
  ])('%s', async (_, fetch, words) => {
    await expect(fetch(calls(refused(500)))).rejects.toThrow(words)
    await expect(fetch(calls(refused(400, 'The end is before the start.')))).rejects.toThrow(
      'The end is before the start.',
    )
    await expect(fetch(calls(refused(404)))).rejects.toMatchObject({ status: 404 })
    await expect(fetch(calls(new ApiFailure({ kind: 'network' })))).rejects.toThrow(
      'The server could not be reached',
    )
    expect(warn).toHaveBeenCalledTimes(4)
  })
})

describe('[ERR-26 Q-045] agent performance that fails is an empty result with the message', () => {
  const zeros = {
    avg_response_time: 0,
    avg_resolution_time: 0,
    avg_satisfaction: 0,
    avg_fcr_rate: 0,
    fcr_pending: 0,
  }
  const fine = answering([])
  test.each([
    [
      'the rows',
      { agentMetrics: failing(refused(502)), averages: fine.averages },
      'API request failed with status 502',
    ],
    [
      'the averages',
      { agentMetrics: fine.agentMetrics, averages: failing(refused(503)) },
      'Metrics API request failed with status 503',
    ],
    ['in the server’s words', { agentMetrics: failing(refused(400, 'No.')), averages: fine.averages }, 'No.'],
  ])('%s', async (_, ask, message) => {
    expect(await loadPerformance({}, ask)).toEqual({ agents: [], averages: zeros, message })
  })

  test('without a failure there is no message', async () => {
    expect(await loadPerformance({}, fine)).toMatchObject({ agents: [], message: null })
  })
})

test('[Q-014] all that a figure counts is fetched page after page, for the days and the agent of the figure', async () => {
  const asked: unknown[] = []
  const row = (id: number) => ({ kind: 'message', id: String(id), conversation_id: '9', name: 'Sarah' })
  const pages: Record<string, unknown> = {
    start: { figure: 3, rows: [row(1), row(2)], next: 'two' },
    two: { figure: 3, rows: [row(3)], next: null },
  }
  const countedRows = async ({ query }: { query: { after?: string } }) => {
    asked.push(query)
    return { value: pages[query.after ?? 'start'], seq: null, total: null, counts: null } as never
  }
  const rows = await fetchEveryCountedRow(
    {
      metric: 'agent_responses',
      range: { from: '2026-11-01', to: '2026-11-21' },
      agent: { id: '7', name: 'Amina' },
    },
    { countedRows: countedRows as never },
  )
  expect(rows.map(({ id }) => id)).toEqual(['1', '2', '3'])
  const query = {
    metric: 'agent_responses',
    limit: 200,
    start_date: '2026-11-01',
    end_date: '2026-11-21',
    agent_id: '7',
  }
  expect(asked).toEqual([query, { ...query, after: 'two' }])
})
