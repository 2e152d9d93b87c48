import type { ChangeFrame } from '@parley/core/sockets/api'
import { type HeldConversation, keys } from '@parley/core/live/held'
import { RecentFrames } from '@parley/core/live/recent-frames'
import { readConversation } from '@parley/core/read/entities'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { takeAnswer } from './take-answer.ts'

const row = (version: number, tags: readonly string[]) => ({ id: '7', version, tags, inbound_no: 0 })
const frame = (version: number, tags: readonly string[]) =>
  ({ event: 'conversation', data: row(version, tags), seq: version }) as unknown as ChangeFrame

/** The tags that are held after a write whose answer has version 5, while frames came. */
async function tagsAfter(...frames: readonly ChangeFrame[]): Promise<readonly string[] | undefined> {
  const client = new QueryClient()
  const newest = frames.at(-1)?.data ?? row(3, ['old'])
  client.setQueryData<HeldConversation>(keys.conversation('7'), {
    conversation: readConversation(newest),
    seq: 1,
  })
  const recent = new RecentFrames()
  await takeAnswer(
    client,
    async () => {
      for (const one of frames) recent.add(one)
      return { value: row(5, ['answered']) }
    },
    data => ({ event: 'conversation', data }),
    recent,
  )
  return client.getQueryData<HeldConversation>(keys.conversation('7'))?.conversation?.tags
}

test('[Q-084] an answer is brought in at once', async () => {
  expect(await tagsAfter()).toEqual(['answered'])
})

test('[Q-084] a frame of a later edit that came before the answer stays', async () => {
  expect(await tagsAfter(frame(5, ['answered']), frame(6, ['later']))).toEqual(['later'])
})

test('[Q-084] a late frame of an earlier edit does not hold the answer back', async () => {
  expect(await tagsAfter(frame(4, ['earlier']))).toEqual(['answered'])
})
