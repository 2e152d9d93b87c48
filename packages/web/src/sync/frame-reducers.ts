import type { ChangeFrame } from '@parley/core/api/sockets'
import {
  applyToAgents,
  applyToIssues,
  applyToNotifications,
  applyToTicket,
  applyToTickets,
} from '@parley/core/live'
import { readAgents } from '@parley/core/read/agent'
import { readIssues } from '@parley/core/read/issue'
import { readNotifications } from '@parley/core/read/notification'
import { readTicket, readTickets } from '@parley/core/read/ticket'
import { compareAgents } from '@parley/core/rules/agent'
import { compareIssues } from '@parley/core/rules/issue'
import { compareNotifications } from '@parley/core/rules/notification'
import { compareTickets } from '@parley/core/rules/ticket'
import { ApiFailure, isMissing } from '../client/api-failure.ts'
import type { Answer } from '../client/caller.ts'
import type { Held, HeldAgents, HeldIssues, HeldNotices, HeldTicket, HeldTickets } from './cache-keys.ts'
import { asked, type Source } from './load.ts'

/*
 * Nouns that come whole in one answer: how each is asked for, and how a frame changes what is held of it. Lists of
 * conversations, threads and unread counts need more than that and stand in `load.ts`.
 */

interface Followed {
  readonly tickets: HeldTickets['value']
  readonly ticket: HeldTicket['value']
  readonly issues: HeldIssues['value']
  readonly agents: HeldAgents['value']
  readonly notices: HeldNotices['value']
}

type Follow = {
  readonly [Word in keyof Followed]: (held: Followed[Word], frame: ChangeFrame) => Followed[Word]
}

const follow: Follow = {
  tickets: applyToTickets,
  ticket: (held, frame) => (held === null ? held : applyToTicket(held, frame)),
  issues: applyToIssues,
  agents: applyToAgents,
  notices: applyToNotifications,
}

type Follower = (held: unknown, frame: ChangeFrame) => unknown

const followedLater = new Map<unknown, Follower>()

/**
 * Adds a noun whose code is no part of the first load. Nothing of it can be held before its code is there, so no frame is
 * missed. `step` is how a frame changes what is held under keys that begin with the word.
 */
export const addFrameReducer = <T>(word: string, step: (held: T, frame: ChangeFrame) => T): void =>
  void followedLater.set(word, step as Follower)

/** How frames change the entry whose key begins with this word; undefined for the entries of `load.ts`. */
export const frameReducerOf = (word: unknown): Follower | undefined =>
  Object.hasOwn(follow, String(word)) ? (follow[word as keyof Follow] as Follower) : followedLater.get(word)

async function load<Word extends keyof Followed>(
  { recent }: Source,
  word: Word,
  ask: () => Promise<Answer<unknown>>,
  read: (value: unknown) => Followed[Word],
): Promise<Held<Followed[Word]>> {
  const answer = await asked(recent, ask)
  const seq = answer.seq ?? 0
  return { value: recent.after(seq).reduce<Followed[Word]>(follow[word], read(answer.value)), seq }
}

/** All tickets of a conversation, newest first. */
export const loadTickets = (source: Source, conversationId: string): Promise<HeldTickets> =>
  load(
    source,
    'tickets',
    () => source.ask.tickets({ query: { conversation_id: conversationId } }),
    value => ({ conversationId, tickets: readTickets(value).toSorted(compareTickets) }),
  )

/** One ticket by the number that people say, or by its id where it has none. */
export const loadTicket = (source: Source, id: string, number: string | null): Promise<HeldTicket> =>
  load(
    source,
    'ticket',
    () => {
      const { ask } = source
      const answer =
        number === null ? ask.ticket({ params: { id } }) : ask.ticketByNumber({ params: { number } })
      return answer.catch((cause: unknown) => {
        if (isMissing(cause)) return { value: null, seq: null, total: null, counts: null }
        throw cause
      })
    },
    value => (value === null ? null : readTicket(value)),
  )

/** All issues of a conversation, newest first. */
export const loadIssues = (source: Source, conversationId: string): Promise<HeldIssues> =>
  load(
    source,
    'issues',
    () => source.ask.issues({ query: { conversation_id: conversationId } }),
    value => ({ conversationId, issues: readIssues(value).toSorted(compareIssues) }),
  )

/** Every agent; a team fits into one answer. Where the real-time list fails, the plain one is asked for (ERR-10). */
export const loadAgents = (source: Source): Promise<HeldAgents> =>
  load(
    source,
    'agents',
    () => {
      const limit = 500
      return source.ask
        .availableAgents({ query: { limit, include_realtime: 'true' } })
        .catch((cause: unknown) => {
          if (cause instanceof ApiFailure && cause.status === 401) throw cause
          return source.ask.availableAgents({ query: { limit } })
        })
    },
    value => readAgents(value).toSorted(compareAgents),
  )

/** The viewer's notices. */
export const loadNotices = (source: Source): Promise<HeldNotices> =>
  load(
    source,
    'notices',
    () => source.ask.pollNotifications(),
    value => readNotifications(value).toSorted(compareNotifications),
  )
