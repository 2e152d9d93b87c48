import { defaultSettings } from '@parley/core/api/settings'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../../test/database.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'

describe.each(engines)('the settings of a workspace on $name', ({ open }) => {
  let at: TestServer
  beforeAll(async () => {
    at = await startTestServer(open)
  })
  afterAll(() => at.close())

  test('nothing is decided at first; what is named changes, for the next call of anybody, and is on record', async () => {
    expect((await at.ann.get('settings')).reply).toEqual({ settings: defaultSettings, version: 1 })
    const edit = { settings: { application_decisions: 'supervisors' }, version: 1 }
    expect((await at.ann.get('changeSettings', { body: edit })).reply).toEqual({
      settings: { ...defaultSettings, application_decisions: 'supervisors' },
      version: 2,
    })
    expect((await at.brian.get('capabilities')).reply.may).not.toContain('application-decision')
    const { reply } = await at.ann.get('audit', { query: { action: 'settings.changed' } })
    expect(reply).toMatchObject([
      {
        by: { id: at.ann.id },
        address: '127.0.0.1',
        on: { noun: 'settings', id: null },
        before: { application_decisions: 'everybody' },
        after: { application_decisions: 'supervisors' },
      },
    ])
  })

  test('an edit of what a colleague changed meanwhile is refused; the same again is no change', async () => {
    const stale = { settings: { colleague_figures: 'supervisors' }, version: 1 }
    expect(await at.ann.ask('changeSettings', { body: stale })).toMatchObject({
      status: 409,
      body: { code: 'settings.changed' },
    })
    const same = { settings: { application_decisions: 'supervisors' } }
    expect((await at.ann.get('changeSettings', { body: same })).reply.version).toBe(2)
    expect((await at.ann.get('audit', { query: { action: 'settings.changed' } })).reply).toHaveLength(1)
  })

  test('a value that no setting takes is refused by name', async () => {
    const body = { settings: { second_factor: 'sometimes' } }
    const answer = await at.ann.ask('changeSettings', { body })
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { 'settings.second_factor': expect.any(String) } },
    })
  })
})
