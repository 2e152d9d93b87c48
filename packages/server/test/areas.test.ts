import { api, type Call } from '@parley/core/calls'
import { areas } from '@parley/core/areas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask } from './models/agent-client.ts'
import { startTestServer, type TestServer } from './server.ts'

const ofAreas = Object.entries(api as Record<string, Call>).filter(([, call]) => call.area !== undefined)

describe('with every area left to samples', () => {
  let at: TestServer
  beforeAll(async () => {
    at = await startTestServer({ sampleAreas: areas })
  })
  afterAll(() => at.close())

  test('none is named', async () => {
    expect((await at.ann.get('capabilities')).reply).toMatchObject({
      areas: [],
      time_zone: 'Africa/Kampala',
    })
    expect(ofAreas.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        'issues',
        'createIssue',
        'attachMessage',
        'setConversationStatus',
        'ippApplications',
        'setLibApplicationFlags',
      ]),
    )
  })

  test.each(ofAreas)('[Q-016] %s answers 501 in words, behind the 401', async (_, call) => {
    const asked = { params: { id: '1' } }
    expect((await ask(at.server.app, call, asked)).status).toBe(401)
    expect(await ask(at.server.app, call, asked, at.ann.token)).toMatchObject({
      status: 501,
      body: {
        detail: `This server does not serve ${call.area}: its settings leave that area to sample data`,
        code: 'area.not-served',
      },
    })
  })

  test('[Q-064] the filter by open issues goes with the issues; the list itself stays', async () => {
    const query = { has_open_issues: 'true' }
    expect(await at.ann.ask('conversations', { query })).toMatchObject({
      status: 501,
      body: { code: 'area.not-served' },
    })
    await at.ann.get('conversations')
  })
})
