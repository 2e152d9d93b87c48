import type { LiveEvent } from '../sockets/api.ts'
import type { CacheEntry } from './cache.ts'
import { applyToConversation } from './conversation.ts'
import type { Cached, CachedConversation, CachedList, CachedThread } from './cached.ts'
import { applyToList, type ListNeeds } from './list.ts'
import { eventReducerOf } from './reducers.ts'
import { applyToThread } from './thread.ts'

const nothing: ListNeeds = { row: null, counts: false }

/** Applies one event to one entry, except the unread counts. Returns the data that a list still needs. */
export function applyEvent(entry: CacheEntry, event: LiveEvent): ListNeeds {
  switch (entry.key[0]) {
    case 'conversations':
      return applyToCachedList(entry, event)
    case 'conversation':
      entry.edit<CachedConversation>(cached => {
        const conversation = applyToConversation(cached.conversation, event)
        return conversation === cached.conversation ? cached : { ...cached, conversation }
      })
      return nothing
    case 'thread':
      entry.edit<CachedThread>(cached => {
        const thread = applyToThread(cached, event)
        return thread === cached ? cached : { ...cached, ...thread }
      })
      return nothing
  }
  const follow = eventReducerOf(entry.key[0])
  if (follow === undefined) return nothing
  entry.edit<Cached<unknown>>(cached => {
    const value = follow(cached.value, event)
    return value === cached.value ? cached : { ...cached, value }
  })
  return nothing
}

function applyToCachedList(entry: CacheEntry, event: LiveEvent): ListNeeds {
  let lacks = nothing
  entry.edit<CachedList>(cached => {
    const { list, needs } = applyToList(cached, event)
    lacks = needs
    return list === cached ? cached : { ...cached, ...list }
  })
  return lacks
}
