import { expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { callerOf } from '../../test/caller.ts'
import { sealingKeys } from '../auth/secrets.ts'
import { ConfigError, readConfig } from '../config/config.ts'
import { capabilityRoutes } from './routes.ts'

const caller = callerOf(1)

test.each([
  ['', ['issues', 'applications', 'conversation-status', 'dashboard']],
  ['issues, dashboard', ['applications', 'conversation-status']],
  ['conversation-status,applications', ['issues', 'dashboard']],
])('with SAMPLE_AREAS=%j the areas served are %j', async (setting, areas) => {
  const { sampleAreas, timeZone } = readConfig({ PARLEY_MODE: 'demo', SAMPLE_AREAS: setting })
  const app = await testApp(
    async () => caller,
    http => capabilityRoutes({ ...http, sampleAreas }, timeZone, sealingKeys('a secret'), false),
  )
  const response = await app.inject({ url: '/api/v1/capabilities' })
  expect(response.json()).toMatchObject({ areas, time_zone: 'Africa/Kampala' })
  await app.close()
})

test('a setting that names no area says so', () => {
  const read = () => readConfig({ PARLEY_MODE: 'demo', SAMPLE_AREAS: 'issues,weather' })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(/^SAMPLE_AREAS: .*weather/)
})

test('a time zone that nobody knows says so', () => {
  const zone = (name: string) => readConfig({ PARLEY_MODE: 'demo', WORKSPACE_TIME_ZONE: name }).timeZone
  expect(zone('America/New_York')).toBe('America/New_York')
  expect(() => zone('Africa/Entebbe')).toThrow(/^WORKSPACE_TIME_ZONE: must be an IANA time zone/)
})

test('[Q-174] an agent has one key for what their browser keeps, nobody else has it, and no other secret makes it', async () => {
  const keyOf = async (agentId: number, authSecret: string) => {
    const app = await testApp(
      async () => callerOf(agentId),
      http => capabilityRoutes(http, 'UTC', sealingKeys(authSecret), false),
    )
    const { sealing_key: key } = (await app.inject({ url: '/api/v1/capabilities' })).json<{
      sealing_key: string
    }>()
    await app.close()
    return key
  }
  const own = await keyOf(1, 'a secret')
  expect(Buffer.from(own, 'base64url')).toHaveLength(32)
  expect(await keyOf(1, 'a secret')).toBe(own)
  // 12, to test that ids with the same first digit have different keys.
  const others = [await keyOf(2, 'a secret'), await keyOf(12, 'a secret'), await keyOf(1, 'another secret')]
  expect(new Set([own, ...others]).size).toBe(4)
})
