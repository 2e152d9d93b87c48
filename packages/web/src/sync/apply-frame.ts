import type { ChangeFrame } from '@parley/core/api/sockets'
import { applyToConversation, applyToList, applyToThread, type ListNeeds } from '@parley/core/live'
import type { Query } from '@tanstack/react-query'
import { editQuery } from './cache-edit.ts'
import type { Held, HeldConversation, HeldList, HeldThread } from './cache-keys.ts'
import { frameReducerOf } from './frame-reducers.ts'

const nothing: ListNeeds = { row: null, counts: false }

/** Brings one frame into one entry, all but the unread counts. Returns what a list still lacks then. */
export function applyFrame(query: Query, frame: ChangeFrame): ListNeeds {
  switch (query.queryKey[0]) {
    case 'conversations':
      return applyToHeldList(query, frame)
    case 'conversation':
      editQuery<HeldConversation>(query, held => {
        if (held.conversation === null) return held
        const conversation = applyToConversation(held.conversation, frame)
        return conversation === held.conversation ? held : { ...held, conversation }
      })
      return nothing
    case 'thread':
      editQuery<HeldThread>(query, held => {
        const thread = applyToThread(held, frame)
        return thread === held ? held : { ...held, ...thread }
      })
      return nothing
  }
  const follow = frameReducerOf(query.queryKey[0])
  if (follow === undefined) return nothing
  editQuery<Held<unknown>>(query, held => {
    const value = follow(held.value, frame)
    return value === held.value ? held : { ...held, value }
  })
  return nothing
}

function applyToHeldList(query: Query, frame: ChangeFrame): ListNeeds {
  let lacks = nothing
  editQuery<HeldList>(query, held => {
    const { list, needs } = applyToList(held, frame)
    lacks = needs
    return list === held ? held : { ...held, ...list }
  })
  return lacks
}
