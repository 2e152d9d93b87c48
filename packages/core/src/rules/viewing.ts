import type { Viewer } from '../api/sockets.ts'
import { compareAgents } from './agent.ts'

/** Milliseconds after which a page says again what it shows, and after which its last word counts no more. */
export const viewingEveryMs = 5_000
export const viewingLapsesMs = 10_000

/** What one page last said it shows. */
export interface Look {
  readonly agentId: string
  readonly agentName: string
  readonly conversationId: string
  readonly typing: boolean
  /** When it was heard, in milliseconds, by the hearer's clock. */
  readonly at: number
}

/** Whether a word is too old to count. */
export const hasLapsed = (look: Pick<Look, 'at'>, now: number): boolean => now - look.at >= viewingLapsesMs

/**
 * Who but this agent has a conversation open, by name. An agent with several pages is one viewer, who types if any of
 * the pages does.
 */
export function viewersOf(
  looks: readonly Look[],
  conversationId: string,
  exceptAgentId: string,
  now: number,
): readonly Viewer[] {
  const viewers = new Map<string, { id: string; name: string; typing: boolean }>()
  for (const look of looks) {
    const { agentId: id, agentName: name } = look
    if (look.conversationId !== conversationId || id === exceptAgentId || hasLapsed(look, now)) continue
    viewers.set(id, { id, name, typing: look.typing || (viewers.get(id)?.typing ?? false) })
  }
  return [...viewers.values()]
    .toSorted(compareAgents)
    .map(({ id, name, typing }) => ({ agent_id: id as Viewer['agent_id'], agent_name: name, typing }))
}
