import { afterEach, expect, test, vi } from 'vitest'
import { ApiFailure } from '../../client/api-failure.ts'
import { fetchOverloadedAgents, loadWorkload } from './workload.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const zeros = { total_agents: 0, overloaded_agents: 0, avg_utilization_percentage: 0, max_workload: 0 }
const answering = (value: unknown) => ({
  workloadMonitor: async () => ({ value, seq: null, total: null, counts: null }) as never,
})

test('[API-50 DATA-27] the figures are read from the answer', async () => {
  const metrics = { total_agents: 3, overloaded_agents: 1, avg_utilization_percentage: 63.3, max_workload: 6 }
  expect(await loadWorkload(answering({ metrics }))).toEqual({ metrics, failed: false })
})

test('[ERR-08 Q-004] a failure answers zeros that are marked as such', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const failing = { workloadMonitor: () => Promise.reject(new ApiFailure({ kind: 'refused', status: 500 })) }
  expect(await loadWorkload(failing)).toEqual({ metrics: zeros, failed: true })
  expect(warn).toHaveBeenCalledOnce()
})

test('[DATA-28] the overloaded agents are read from the answer, bare or wrapped', async () => {
  const agent = {
    user_id: '3',
    user_name: 'Brian',
    current_workload: 7,
    max_capacity: 5,
    capacity_exceeded_by: 2,
  }
  for (const value of [[agent, {}], { overloaded_agents: [{ ...agent, user_id: 3 }] }]) {
    const answer = async () => ({ value, seq: null, total: null, counts: null }) as never
    expect(await fetchOverloadedAgents({ overloadedAgents: answer })).toEqual([agent])
  }
})
