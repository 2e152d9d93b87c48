import { expect, test } from 'vitest'
import { ApiFailure } from '../../client/api-failure.ts'
import { loadCapabilities } from './queries.ts'

const refused = (status: number) => () => Promise.reject(new ApiFailure({ kind: 'refused', status }))

test.each([
  [{ areas: ['issues', 'conversation-status'] }, ['issues', 'conversation-status']],
  [{ areas: ['applications'] }, ['applications']],
  [{ areas: [], time_zone: 'Africa/Kampala' }, []],
])('[GEN-08 Q-016 Q-017] a 200 says which areas are served: %j', async (value, served) => {
  expect((await loadCapabilities(async () => ({ value }))).areas).toEqual(served)
})

test.each([404, 501])('[GEN-08 Q-016 Q-017] a server that answers %d serves none', async status => {
  expect(await loadCapabilities(refused(status))).toEqual({ areas: [], timeZone: null, may: [], role: null })
})

test.each([400, 401, 403, 429, 500, 502, 503])(
  '[GEN-08 Q-016 Q-017] %d does not say that an area is left to samples',
  async status => {
    await expect(loadCapabilities(refused(status))).rejects.toMatchObject({ status })
  },
)

test.each(['network', 'timeout', 'malformed'] as const)(
  '[GEN-08 Q-016 Q-017] neither does an answer that did not come (%s)',
  async kind => {
    await expect(loadCapabilities(() => Promise.reject(new ApiFailure({ kind })))).rejects.toMatchObject({
      kind,
    })
  },
)
