import type { LiveEvent } from '@parley/core/sockets/api'
import { type CachedConversation, keys } from '@parley/core/live/cached'
import { RecentEvents } from '@parley/core/live/recent-events'
import { readConversation } from '@parley/core/read/entities'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { applyMutationResult } from './take-answer.ts'

const row = (version: number, tags: readonly string[]) => ({ id: '7', version, tags, inbound_no: 0 })
const event = (version: number, tags: readonly string[]) =>
  ({ event: 'conversation', data: row(version, tags), seq: version }) as unknown as LiveEvent

/** The tags that are held after a write whose answer has version 5, while frames came. */
async function tagsAfter(...events: readonly LiveEvent[]): Promise<readonly string[] | undefined> {
  const client = new QueryClient()
  const newest = events.at(-1)?.data ?? row(3, ['old'])
  client.setQueryData<CachedConversation>(keys.conversation('7'), {
    conversation: readConversation(newest),
    seq: 1,
  })
  const recent = new RecentEvents()
  await applyMutationResult(
    client,
    async () => {
      for (const one of events) recent.add(one)
      return { value: row(5, ['answered']) }
    },
    data => ({ event: 'conversation', data }),
    recent,
  )
  return client.getQueryData<CachedConversation>(keys.conversation('7'))?.conversation?.tags
}

test('[Q-084] an answer is brought in at once', async () => {
  expect(await tagsAfter()).toEqual(['answered'])
})

test('[Q-084] a frame of a later edit that came before the answer stays', async () => {
  expect(await tagsAfter(event(5, ['answered']), event(6, ['later']))).toEqual(['later'])
})

test('[Q-084] a late frame of an earlier edit does not hold the answer back', async () => {
  expect(await tagsAfter(event(4, ['earlier']))).toEqual(['answered'])
})
