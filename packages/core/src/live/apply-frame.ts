import type { ChangeFrame } from '../sockets/api.ts'
import type { CacheEntry } from './cache.ts'
import { applyToConversation } from './conversation.ts'
import type { Held, HeldConversation, HeldList, HeldThread } from './held.ts'
import { applyToList, type ListNeeds } from './list.ts'
import { frameReducerOf } from './reducers.ts'
import { applyToThread } from './thread.ts'

const nothing: ListNeeds = { row: null, counts: false }

/** Brings one frame into one entry, all but the unread counts. Returns what a list still lacks then. */
export function applyFrame(entry: CacheEntry, frame: ChangeFrame): ListNeeds {
  switch (entry.key[0]) {
    case 'conversations':
      return applyToHeldList(entry, frame)
    case 'conversation':
      entry.edit<HeldConversation>(held => {
        const conversation = applyToConversation(held.conversation, frame)
        return conversation === held.conversation ? held : { ...held, conversation }
      })
      return nothing
    case 'thread':
      entry.edit<HeldThread>(held => {
        const thread = applyToThread(held, frame)
        return thread === held ? held : { ...held, ...thread }
      })
      return nothing
  }
  const follow = frameReducerOf(entry.key[0])
  if (follow === undefined) return nothing
  entry.edit<Held<unknown>>(held => {
    const value = follow(held.value, frame)
    return value === held.value ? held : { ...held, value }
  })
  return nothing
}

function applyToHeldList(entry: CacheEntry, frame: ChangeFrame): ListNeeds {
  let lacks = nothing
  entry.edit<HeldList>(held => {
    const { list, needs } = applyToList(held, frame)
    lacks = needs
    return list === held ? held : { ...held, ...list }
  })
  return lacks
}
