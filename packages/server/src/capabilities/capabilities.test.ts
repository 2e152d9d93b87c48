import { expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { ConfigError, readConfig } from '../config.ts'
import { capabilityRoutes } from './routes.ts'

const caller = { agentId: 1, agentName: 'Ann', sessionId: 1 }

test.each([
  ['', ['issues', 'applications', 'conversation-status']],
  ['issues, dashboard', ['applications', 'conversation-status']],
  ['conversation-status,applications', ['issues']],
])('with SAMPLE_AREAS=%j the areas served are %j', async (setting, areas) => {
  const { sampleAreas } = readConfig({ PARLEY_MODE: 'demo', SAMPLE_AREAS: setting })
  const app = await testApp(
    async () => caller,
    http => capabilityRoutes({ ...http, sampleAreas }),
  )
  const response = await app.inject({ url: '/api/v1/capabilities' })
  expect(response.json()).toEqual({ areas })
  await app.close()
})

test('a setting that names no area says so', () => {
  const read = () => readConfig({ PARLEY_MODE: 'demo', SAMPLE_AREAS: 'issues,weather' })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(/^SAMPLE_AREAS: .*weather/)
})
