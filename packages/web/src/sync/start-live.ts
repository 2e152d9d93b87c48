import { Feed } from '@parley/core/live/feed'
import { type CachedNotices, type CachedPages, isLiveKey, keys } from '@parley/core/live/cached'
import type { Query, QueryClient } from '@tanstack/react-query'
import { logFirst } from '../client/first-messages.ts'
import { newId, renewSession } from '../client/client.ts'
import { ownSession, sessionChanges, isSpent } from '../client/session-store.ts'
import { secondFactorMissing } from '../client/api-failure.ts'
import {
  agentSocket,
  bindAgentLink,
  channelProblems,
  noProblems,
  bindNoticeLink,
  noticeLinkChanged,
  noticeLinkGaveUp,
  notificationSocket,
  socketPass,
} from './sockets/sockets.ts'
import { keepNotice, NotificationDeduper, noticeQueue } from './sockets/arrivals.ts'
import { startPeriodic, systemClock as clock } from './clock.ts'
import { FallbackPolling, current, freshnessNow, lineIsBehind, setFreshness } from './freshness.ts'
import { Invalidation, isInvalidatedKey } from './invalidate.ts'
import { presence } from './sockets/presence.ts'
import { answerCache } from './query-cache.ts'
import { openSocket, type SocketLink } from './sockets/socket-link.ts'
import { recentEvents, source } from './source.ts'

/** Keeps this page current for as long as it lives: connected while somebody is signed in, silent while nobody is. */
export function startLive(client: QueryClient): void {
  let agentId: string | null = null
  let stop: (() => void) | null = null
  const follow = () => {
    const next = ownSession()?.user.id ?? null
    if (next === agentId) return
    stop?.()
    agentId = next
    stop = next === null ? null : connectFor(client)
  }
  sessionChanges(follow)
  follow()
}

async function renewToken(): Promise<void> {
  const token = ownSession()?.token
  // What becomes of it shows itself: the next connection is refused, or there is no session any more.
  if (token !== undefined && isSpent(token, clock.now())) await renewSession(token)
}

/** Both sockets, the stand-in fetches and the periodic action of one signed-in agent. Returns how to end them. */
function connectFor(client: QueryClient): () => void {
  recentEvents.reset(-1)
  const feed = new Feed({
    cache: answerCache(client),
    source,
    clock,
    onTrouble: cause => logFirst('fetchConversations', cause),
  })
  const invalidation = new Invalidation({ client, clock, recent: recentEvents })
  const behind = new FallbackPolling({
    clock,
    fetchShown: () => fetchShown(client),
    onChange: freshness => {
      const isBack = freshnessNow.get().cut && !freshness.cut
      setFreshness(freshness)
      if (isBack) fetchMissing(client)
    },
  })
  const arrivals = new NotificationDeduper({
    clock,
    newId,
    keep: notice => keepNotice(client, notice),
    tell: notice => noticeQueue.tell(notice),
  })
  const page = {
    clock,
    random: Math.random,
    session: ownSession,
    connect: openSocket,
    pass: socketPass,
    renewToken,
  }
  const notifications = notificationSocket({
    ...page,
    onNotice: raw => arrivals.hear(raw),
    onChange: noticeLinkChanged,
    onGivenUp: noticeLinkGaveUp,
  })
  bindNoticeLink(notifications)
  const stopPolls = onPoll(client, notices => {
    arrivals.polled(notices)
    if (notifications.state.stopped) notifications.start()
  })
  const agent: SocketLink = agentSocket({
    ...page,
    feed,
    arrivals,
    invalidation,
    presence,
    onProblems: problems => channelProblems.set(problems),
    onChange: state => {
      behind.setLink(state.behind ? 'behind' : 'current')
      lineIsBehind.set(state.behind)
      if (!state.behind) fetchOldTails(client)
      presence.follow(state, event => agent.say(event))
      // What was said is void once the line is cut; a new one begins with nothing wrong.
      if (!state.ready) channelProblems.set(noProblems)
      // Whatever made the notices' socket give up is over.
      if (state.ready && notifications.state.stopped) notifications.start()
    },
    onSecondFactorMissing: () => secondFactorMissing.set(true),
    onSessionEnd: () => void confirmEnd().then(() => isFollowing() && agent.start()),
  })
  bindAgentLink(agent)
  let hasEnded = false
  // Whoever signs in after an end gets links of their own.
  const isFollowing = () => !hasEnded && ownSession() !== null
  const open = () => {
    agent.start()
    notifications.start()
  }
  // Set up, or not asked for any more.
  const stopWaiting = secondFactorMissing.subscribe(() => {
    if (!secondFactorMissing.get() && isFollowing()) open()
  })
  // A token from yesterday would only be refused.
  void renewToken().then(() => isFollowing() && open())
  const stopPeriodic = startPeriodic(clock, () => client.refetchQueries({ queryKey: keys.unread }))
  const stopListening = listen({
    online: () => {
      behind.setOnline(true)
      agent.check()
      agent.start()
    },
    offline: () => behind.setOnline(false),
    visible: () => agent.check(),
  })
  return () => {
    hasEnded = true
    stopListening()
    stopWaiting()
    stopPeriodic()
    stopPolls()
    bindNoticeLink(null)
    bindAgentLink(null)
    noticeQueue.forget()
    agent.stop()
    notifications.stop()
    feed.stop()
    invalidation.stop()
    behind.stop()
    setFreshness(current)
    lineIsBehind.set(false)
    channelProblems.set(noProblems)
  }
}

/** Lists of which only the first page was fetched while frames were missing; those not on the screen wait until they are. */
function fetchOldTails(client: QueryClient): void {
  const isOld = ({ state }: Query) => (state.data as CachedPages | undefined)?.isTailOld === true
  if (client.getQueryCache().findAll({ predicate: isOld }).length === 0) return
  void client.invalidateQueries({ predicate: query => isLiveKey(query.queryKey) && isOld(query) })
}

/** What could not be loaded while the line was cut, and is on the screen. */
function fetchMissing(client: QueryClient): void {
  void client.refetchQueries(
    { type: 'active', predicate: query => !succeeded(query) },
    { cancelRefetch: false },
  )
}

/** Calls back with every answer to the poll of notices; changes by frames are none. Returns how to stop. */
function onPoll(client: QueryClient, answered: (notices: CachedNotices['value']) => void): () => void {
  return client.getQueryCache().subscribe(({ type, query, ...more }) => {
    if (type !== 'updated' || query.queryKey[0] !== keys.notices[0]) return
    if ('action' in more && more.action.type === 'success')
      answered((query.state.data as CachedNotices).value)
  })
}

/** The server closed the socket because the session is over: its word on the token itself decides. */
const confirmEnd = async (): Promise<void> => {
  await renewSession(ownSession()?.token ?? null)
}

/** Fetches what is on the screen; whether any of it came. One call that fails while others are answered says so in its own place. */
async function fetchShown(client: QueryClient): Promise<boolean> {
  const shown = client.getQueryCache().findAll({
    type: 'active',
    predicate: ({ queryKey }) => isLiveKey(queryKey) || isInvalidatedKey(queryKey),
  })
  await Promise.all(shown.map(query => client.refetchQueries({ queryKey: query.queryKey, exact: true })))
  return shown.length === 0 || shown.some(succeeded)
}

const succeeded = (query: Query): boolean =>
  query.state.status !== 'error' && query.state.fetchFailureCount === 0

function listen(hears: { online: () => void; offline: () => void; visible: () => void }): () => void {
  const onVisible = () => document.visibilityState === 'visible' && hears.visible()
  const listening = new AbortController()
  const { signal } = listening
  window.addEventListener('online', hears.online, { signal })
  window.addEventListener('offline', hears.offline, { signal })
  document.addEventListener('visibilitychange', onVisible, { signal })
  return () => listening.abort()
}
