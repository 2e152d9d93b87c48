import { logFirst } from '../../client/first-messages.ts'
import type { Area } from '@parley/core/areas'
import { Capabilities as Answer } from '@parley/core/access/capabilities'
import { tolerant } from '@parley/core/read/tolerant'
import { type PolicyName, policies, type Role } from '@parley/core/access/policies'
import { defaultWaitMarks, type WaitMarks } from '@parley/core/settings/constants'
import { useQuery } from '@tanstack/react-query'
import { ApiFailure } from '../../client/api-failure.ts'
import { api } from '../../client/client.ts'
import { openOwnKept } from '../../client/device/own-kept.ts'
import { liveOptions } from '../../sync/live-query.ts'

/**
 * Who answers for an area. served: the server stores and shares it. sample: the server leaves it to the built-in sample
 * data. unknown: the server has not answered yet. unavailable: it could not be asked, and is asked again.
 */
export type AreaState = 'served' | 'sample' | 'unknown' | 'unavailable'

/** What a server says of itself. */
export type Capabilities = Awaited<ReturnType<typeof loadCapabilities>>

/** A changed role shows within this time, in milliseconds; the server goes by it from the next call on. */
const rolesMs = 300_000

/** A server of another kind says less, or the bare list of areas (GEN-08). */
const readAnswer = tolerant(Answer.partial(), raw => (Array.isArray(raw) ? { areas: raw } : raw))

/** 32 bytes, base64url. */
const sealingKeyForm = /^[\w-]{43}$/

/** Null for a zone that this browser does not know. */
function knownZone(timeZone: string | undefined): string | null {
  if (timeZone === undefined) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch (cause) {
    if (cause instanceof RangeError) return null
    throw cause
  }
}

/**
 * What the server says of itself. A server without the call serves no area; every other failure says nothing about that
 * and rejects. The agent's key goes to `open` alone, null where the server gives none: nothing else holds it.
 */
export async function loadCapabilities(
  ask: () => Promise<{ readonly value: unknown }>,
  open: (sealingKey: string | null) => void,
) {
  let said: ReturnType<typeof readAnswer>
  try {
    said = readAnswer((await ask()).value)
  } catch (cause) {
    if (!(cause instanceof ApiFailure) || (cause.status !== 404 && cause.status !== 501)) throw cause
    said = readAnswer({})
  }
  const { sealing_key: key = '', wait_marks: marks } = said
  open(sealingKeyForm.test(key) ? key : null)
  return {
    areas: said.areas ?? [],
    /** The IANA zone in whose days it counts figures; null where it names none. */
    timeZone: knownZone(said.time_zone),
    /** What the agent who asks may do, for rows of others too; only the work of agents where the server names no rules. */
    may: said.may ?? [],
    /** Null where the server knows no roles. */
    role: said.role ?? null,
    /** Whether it can ask assist. */
    assist: said.assist ?? false,
    /** Whether a reply takes a conversation that nobody has. */
    repliesTake: said.replies_take === 'unassigned',
    /** From when on a wait is long, and too long. */
    waitMarks: marks !== undefined && marks.long < marks.too_long ? marks : defaultWaitMarks,
  }
}

/** What the server serves; asked once after sign-in, and until there is an answer. */
export const servedAreas = {
  ...liveOptions<Capabilities>({
    key: ['capabilities'],
    load: () => loadCapabilities(api.capabilities, key => void openOwnKept(key)),
    onFailure: cause => logFirst('fetchCapabilities', cause),
    refetchAfter: () => rolesMs,
  }),
  gcTime: Number.POSITIVE_INFINITY,
}

/** Who answers for an area. */
export function useArea(area: Area): AreaState {
  const { data, isError } = useQuery(servedAreas)
  if (data !== undefined) return data.areas.includes(area) ? 'served' : 'sample'
  return isError ? 'unavailable' : 'unknown'
}

/**
 * The zone in whose days figures are counted: the workspace's, or the browser's own (undefined) where the server names none.
 * `known` is false until the server was asked.
 */
export function useWorkspaceZone(): { readonly known: boolean; readonly timeZone: string | undefined } {
  // A failure is forgotten while it is tried again; the zone that was chosen for it is not.
  const { data, errorUpdateCount } = useQuery(servedAreas)
  return { known: data !== undefined || errorUpdateCount > 0, timeZone: data?.timeZone ?? undefined }
}

/**
 * Whether the signed-in agent may do this, for rows of others too: what one may not do is not offered. Until the server has
 * said so, and where it knows no roles, that is what every agent may.
 */
export function useMay(policy: PolicyName): boolean {
  const { data } = useQuery(servedAreas)
  return data?.role ? data.may.includes(policy) : policies[policy].least === 'AGENT'
}

/** What the signed-in agent is; null until the server has said so, and where it knows no roles. */
export const useRole = (): Role | null => useQuery(servedAreas).data?.role ?? null

/** Whether assist is configured; until the server has said so it is not. */
export const useAssist = (): boolean => useQuery(servedAreas).data?.assist ?? false

/** Whether a reply takes a conversation that nobody has; until the server has said so it does not. */
export const useRepliesTake = (): boolean => useQuery(servedAreas).data?.repliesTake ?? false

/** From when on a wait is long and too long; until the server has said so, as where nobody decided it. */
export const useWaitMarks = (): WaitMarks => useQuery(servedAreas).data?.waitMarks ?? defaultWaitMarks
