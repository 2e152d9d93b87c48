import { defaultSettings } from '@parley/core/settings/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/server.ts'

describe('the settings of a workspace', () => {
  let at: TestServer
  beforeAll(async () => {
    at = await startTestServer({ repliesTake: 'unassigned' })
  })
  afterAll(() => at.close())

  test('nothing is decided at first; what is named changes, for the next call of anybody, and is on record', async () => {
    expect((await at.ann.get('settings')).reply).toEqual({
      settings: defaultSettings,
      version: 1,
      server: { undo_send_seconds: 0 },
    })
    const edit = { settings: { application_decisions: 'supervisors' }, version: 1 }
    expect((await at.ann.get('changeSettings', { body: edit })).reply).toEqual({
      settings: { ...defaultSettings, application_decisions: 'supervisors' },
      version: 2,
      server: { undo_send_seconds: 0 },
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

  test('[Q-245] from when on a wait is long: told to every agent; amber comes before red', async () => {
    const marks = (long: number, too_long: number) => ({
      body: { settings: { wait_marks: { long, too_long } } },
    })
    expect((await at.brian.get('capabilities')).reply.wait_marks).toEqual({ long: 15, too_long: 45 })
    const { reply } = await at.ann.get('changeSettings', marks(5, 20))
    expect(reply.settings.wait_marks).toEqual({ long: 5, too_long: 20 })
    expect((await at.brian.get('capabilities')).reply.wait_marks).toEqual({ long: 5, too_long: 20 })
    const again = await at.ann.get('changeSettings', marks(5, 20))
    expect(again.reply.version).toBe(reply.version)
    for (const [long, tooLong] of [
      [20, 20],
      [30, 20],
      [0, 20],
      [5, 10_081],
    ] as const) {
      expect(await at.ann.ask('changeSettings', marks(long, tooLong))).toMatchObject({
        status: 400,
        body: { fields: { [`settings.wait_marks.${long < 1 ? 'long' : 'too_long'}`]: expect.any(String) } },
      })
    }
    expect((await at.ann.get('settings')).reply.settings.wait_marks).toEqual({ long: 5, too_long: 20 })
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
