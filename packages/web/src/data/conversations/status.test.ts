import { type CachedConversation, keys } from '@parley/core/live/cached'
import { readConversation } from '@parley/core/read/entities'
import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { ApiFailure } from '../../client/api-failure.ts'
import { ManualClock } from '../../sync/manual-clock.fixture.ts'
import { delayBy } from '../capabilities/sample-delay.ts'
import { sampleStatus, servedStatus } from './status.ts'

const row = (more: object = {}) =>
  readConversation({ id: '7', status: 'ACTIVE', inbound_no: 0, version: 3, ...more })

test('[CONV-04 GEN-08 API-53 Q-017] without the area a status is set in this page alone, after half a second', async () => {
  const clock = new ManualClock()
  const put = vi.fn()
  const done = sampleStatus(delayBy(clock), put).set(row(), 'DORMANT')
  await clock.pass(499)
  expect(put).not.toHaveBeenCalled()
  await clock.pass(1)
  await done
  expect(put.mock.calls).toEqual([['7', 'DORMANT']])
})

test('[CONV-04 Q-017] the rule of the server holds there too', async () => {
  const put = vi.fn()
  const set = sampleStatus(delayBy(new ManualClock()), put).set(row(), 'TRANSFERRED')
  await expect(set).rejects.toThrow('Invalid status: TRANSFERRED')
  expect(put).not.toHaveBeenCalled()
})

function page() {
  const client = new QueryClient()
  client.setQueryData<CachedConversation>(keys.conversation('7'), { conversation: row(), seq: 1 })
  return {
    client,
    held: () => client.getQueryData<CachedConversation>(keys.conversation('7'))?.conversation,
  }
}

test('[Q-017] served: the change names the version that it is based on, and its answer is shown at once', async () => {
  const { client, held } = page()
  const setConversationStatus = vi.fn(
    async () => ({ value: { id: '7', status: 'RESOLVED', version: 4 } }) as never,
  )
  await servedStatus(client, { setConversationStatus }).set(row(), 'RESOLVED')
  expect(setConversationStatus.mock.calls).toEqual([
    [{ params: { id: '7' }, body: { status: 'RESOLVED', version: 3 } }],
  ])
  expect(held()).toMatchObject({ status: 'RESOLVED', version: 4 })
})

test('[Q-017] a change that a colleague came before is refused, and what there is now is shown', async () => {
  const { client, held } = page()
  const current = { id: '7', status: 'ARCHIVED', tags: ['new'], version: 9 }
  const refused = new ApiFailure({ kind: 'refused', status: 409, code: 'conversation.changed', current })
  const set = servedStatus(client, { setConversationStatus: () => Promise.reject(refused) }).set(
    row(),
    'DORMANT',
  )
  await expect(set).rejects.toBe(refused)
  expect(held()).toMatchObject({ status: 'ARCHIVED', tags: ['new'], version: 9 })
})
