import type { AgentEntity } from '@parley/core/agents/api'
import type { ChosenStatus } from '@parley/core/agents/constants'
import { type StatusWord, statusWord } from '@parley/core/agents/rules'
import { type CachedAgents, keys } from '@parley/core/live/cached'
import { loadAgents } from '@parley/core/live/reducers'
import { readAgent } from '@parley/core/read/entities'
import { pollEveryMs } from '@parley/core/sockets/reconnect'
import { t } from '@parley/core/text/translate'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { createStore } from '../../store.ts'
import { useFreshness } from '../../sync/freshness.ts'
import { source } from '../../sync/source.ts'

/** The team as a screen shows it. */
export type AgentList = ReturnType<typeof useAgents>

/** Who the shell has just asked for need not be asked for again by the screen in it. */
const freshMs = 5_000
const noAgents: readonly AgentEntity[] = []

const options = queryOptions<CachedAgents>({
  queryKey: keys.agents,
  queryFn: () =>
    loadAgents(source).catch((cause: unknown) => {
      console.warn('Failed to fetch agents', cause instanceof Error ? cause.message : cause)
      throw cause
    }),
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
})

/** Every agent, fetched when the screen opens and every 30 s, in between kept current by the socket. */
export function useAgents() {
  const query = useQuery({
    ...options,
    refetchOnMount: ({ state }) => (Date.now() - state.dataUpdatedAt > freshMs ? 'always' : false),
    refetchInterval: pollEveryMs,
  })
  const unavailable = query.data === undefined && query.isError
  const missing: 'unavailable' | 'loading' = unavailable ? 'unavailable' : 'loading'
  const state: 'ready' | typeof missing = query.data === undefined ? missing : 'ready'
  return {
    /** unavailable: there never was an answer and `agents` are placeholders. */
    state,
    /** By name. */
    agents: query.data?.value ?? (unavailable ? placeholderAgents : noAgents),
    /** The newest fetch failed; only the socket keeps the list current. */
    stale: query.isError,
    retrying: query.isFetching,
    retry: () => void query.refetch(),
  }
}

/** One agent of the team as it is held; null while it is not known. */
export function useAgent(id: string): AgentEntity | null {
  const { data } = useQuery(options)
  return data?.value.find(agent => agent.id === id) ?? null
}

/** How this agent is there for new conversations, as the server has it; null while that is not known. */
export function useAvailability(id: string): StatusWord | null {
  const agent = useAgent(id)
  const { cut } = useFreshness()
  // Who cannot reach the server is not there for it either.
  if (cut) return 'Offline'
  return agent === null ? null : statusWord(agent)
}

/** What the data layer gives in place of a list of agents that cannot be fetched (ERR-06). They are nobody. */
export const placeholderAgents: readonly AgentEntity[] = [1, 2, 3].map(number => ({
  ...readAgent({ id: `placeholder-${number}`, name: t('Placeholder {number}', { number }) }),
  placeholder: true as const,
}))

/** Which status is about to be said, with what is behind it; null: none. Its window stands over every screen. */
export const statusAsked = createStore<ChosenStatus | null>(null)
