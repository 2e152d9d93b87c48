import { expect, test, vi } from 'vitest'
import { ApiFailure } from '../../client/api-failure.ts'
import { loadCapabilities } from './queries.ts'

const ignored = () => undefined
const refused = (status: number) => () => Promise.reject(new ApiFailure({ kind: 'refused', status }))

test.each([
  [{ areas: ['issues', 'conversation-status'] }, ['issues', 'conversation-status']],
  [{ areas: ['applications'] }, ['applications']],
  [{ areas: [], time_zone: 'Africa/Kampala' }, []],
  [{ areas: ['issues', 'Dashboard', 'weather', 7, null] }, ['issues', 'dashboard']],
  [['conversation-status'], ['conversation-status']],
  [{ areas: 'issues' }, []],
  [null, []],
])('[GEN-08 Q-016 Q-017] a 200 says which areas are served: %j', async (value, served) => {
  expect(
    (
      await loadCapabilities(
        async () => ({ value }),
        () => undefined,
      )
    ).areas,
  ).toEqual(served)
})

test.each([
  [{ areas: [], time_zone: 'Africa/Kampala' }, 'Africa/Kampala'],
  [{ areas: [] }, null],
  [{ time_zone: 'Atlantis/Deep' }, null],
  [[], null],
])('[Q-101] the zone of the figures in %j is %s', async (value, zone) => {
  expect((await loadCapabilities(async () => ({ value }), ignored)).timeZone).toBe(zone)
})

test.each([404, 501])('[GEN-08 Q-016 Q-017] a server that answers %d serves none', async status => {
  expect(await loadCapabilities(refused(status), ignored)).toEqual({
    areas: [],
    timeZone: null,
    may: [],
    role: null,
    assist: false,
    repliesTake: false,
    waitMarks: { long: 15, too_long: 45 },
  })
})

test.each([400, 401, 403, 429, 500, 502, 503])(
  '[GEN-08 Q-016 Q-017] %d does not say that an area is left to samples',
  async status => {
    await expect(loadCapabilities(refused(status), ignored)).rejects.toMatchObject({ status })
  },
)

test.each(['network', 'timeout', 'malformed'] as const)(
  '[GEN-08 Q-016 Q-017] neither does an answer that did not come (%s)',
  async kind => {
    await expect(
      loadCapabilities(() => Promise.reject(new ApiFailure({ kind })), ignored),
    ).rejects.toMatchObject({
      kind,
    })
  },
)

test.each([
  [{ assist: true }, true],
  [{ assist: 'yes' }, false],
  [{}, false],
])('[Q-214] by %j assist is there: %s', async (value, isThere) => {
  expect((await loadCapabilities(async () => ({ value }), ignored)).assist).toBe(isThere)
})

const key = 'A'.repeat(43)

test.each([
  ['a key', async () => ({ value: { areas: [], sealing_key: key } }), [[key]]],
  ['no key', async () => ({ value: { areas: [] } }), [[null]]],
  ['a key that is none', async () => ({ value: { sealing_key: 'short' } }), [[null]]],
  ['404', refused(404), [[null]]],
  ['503', refused(503), []],
])('[Q-174] %s opens what is kept accordingly, and nothing else holds the key', async (_, ask, opened) => {
  const open = vi.fn()
  const held = await loadCapabilities(ask, open).catch(() => null)
  expect(open.mock.calls).toEqual(opened)
  expect(JSON.stringify(held)).not.toContain(key)
})
