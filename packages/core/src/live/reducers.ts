/*
 * Resources that arrive whole in one response: how each is fetched, and how an event changes its entry. Lists of conversations,
 * threads and unread counts need more than that; see `load.ts`.
 */
import { compareAgents } from '../agents/rules.ts'
import { compareNotifications } from '../notifications/rules.ts'
import { readAgents, readNotifications } from '../read/entities.ts'
import type { LiveEvent } from '../sockets/api.ts'
import { applyToAgents, applyToNotifications } from './agents-and-notifications.ts'
import type { Cached, CachedAgents, CachedNotices } from './cached.ts'
import type { Answer } from './fetchers.ts'
import { asked, type Source } from './load.ts'

interface Followed {
  readonly agents: CachedAgents['value']
  readonly notices: CachedNotices['value']
}

type Follow = {
  readonly [Word in keyof Followed]: (cached: Followed[Word], event: LiveEvent) => Followed[Word]
}

const follow: Follow = {
  agents: applyToAgents,
  notices: applyToNotifications,
}

type Follower = (cached: unknown, event: LiveEvent) => unknown

const followedLater = new Map<unknown, Follower>()

/**
 * Adds a resource whose code is not part of the first load. Nothing of it is cached before its code loads, so no event is missed.
 * `step` applies an event to the entries whose keys begin with the word.
 */
export const addEventReducer = <T>(word: string, step: (cached: T, event: LiveEvent) => T): void =>
  void followedLater.set(word, step as Follower)

/** The reducer for entries whose keys begin with this word; undefined for the entries of `load.ts`. */
export const eventReducerOf = (word: unknown): Follower | undefined =>
  Object.hasOwn(follow, String(word)) ? (follow[word as keyof Follow] as Follower) : followedLater.get(word)

async function load<Word extends keyof Followed>(
  { recent }: Source,
  word: Word,
  ask: () => Promise<Answer<unknown>>,
  read: (value: unknown) => Followed[Word],
): Promise<Cached<Followed[Word]>> {
  const answer = await asked(recent, ask)
  const seq = answer.seq ?? 0
  return { value: recent.after(seq).reduce<Followed[Word]>(follow[word], read(answer.value)), seq }
}

/** Every agent; a team fits into one response. */
export const loadAgents = (source: Source): Promise<CachedAgents> =>
  load(
    source,
    'agents',
    () => source.ask.agents(),
    value => readAgents(value).toSorted(compareAgents),
  )

export const loadNotices = (source: Source): Promise<CachedNotices> =>
  load(
    source,
    'notices',
    () => source.ask.notices(),
    value => readNotifications(value).toSorted(compareNotifications),
  )
