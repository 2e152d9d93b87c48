import { expect, test } from 'vitest'
import { ApiFailure } from './api-failure.ts'
import { loadServedAreas } from './capabilities.ts'

const refused = (status: number) => () => Promise.reject(new ApiFailure({ kind: 'refused', status }))

test.each([
  [{ areas: ['issues', 'conversation-status'] }, ['issues', 'conversation-status']],
  [{ areas: ['applications'] }, ['applications']],
  [{ areas: [] }, []],
])('[GEN-08 Q-016 Q-017] a 200 says which areas are served: %j', async (value, served) => {
  expect(await loadServedAreas(async () => ({ value }))).toEqual(served)
})

test.each([404, 501])('[GEN-08 Q-016 Q-017] a server that answers %d serves none', async status => {
  expect(await loadServedAreas(refused(status))).toEqual([])
})

test.each([400, 401, 403, 429, 500, 502, 503])(
  '[GEN-08 Q-016 Q-017] %d does not say that an area is left to samples',
  async status => {
    await expect(loadServedAreas(refused(status))).rejects.toMatchObject({ status })
  },
)

test.each(['network', 'timeout', 'malformed'] as const)(
  '[GEN-08 Q-016 Q-017] neither does an answer that did not come (%s)',
  async kind => {
    await expect(loadServedAreas(() => Promise.reject(new ApiFailure({ kind })))).rejects.toMatchObject({
      kind,
    })
  },
)
