import {
  firstNameOf,
  type KnownForCanned,
  partOfDay,
  policyNumberOf,
} from '@parley/core/canned-replies/rules'
import type { Language } from '@parley/core/text/languages'
import { useAgent } from '../../data/agents/queries.ts'
import { useBrief } from '../../data/assignments/actions.ts'
import { useWorkspaceZone } from '../../data/capabilities/queries.ts'
import { browserZone } from '../../data/capabilities/workspace-day.ts'
import { useSession } from '../../data/session/session.ts'
import { useNow } from '../../ui/hooks/use-now.ts'

/** What canned replies are filled in with. */
export interface AboutConversation {
  readonly conversationId: string
  /** Null: the customer gave none. */
  readonly customerName: string | null
  readonly tags: readonly string[]
}

/** What the signed-in agent is called; null: nobody is signed in. */
export function useOwnName(): string | null {
  const user = useSession()?.user
  const profile = useAgent(user?.id ?? '')
  return profile?.name ?? user?.name ?? null
}

/** What is known for the variables of a reply in this language, and what the customer wants; null: not known. */
export function useKnown({ conversationId, customerName, tags }: AboutConversation) {
  'use memo'
  const { brief } = useBrief(conversationId)
  const agent = useOwnName()
  const { timeZone } = useWorkspaceZone()
  const now = useNow()
  const named = brief?.slots.filter(({ name }) => name === 'reference').map(({ value }) => value) ?? []
  return {
    intent: brief?.wants?.intent ?? null,
    knownFor: (language: Language | null): KnownForCanned => ({
      first_name: firstNameOf(customerName),
      policy_number: policyNumberOf([...named, ...tags]),
      agent,
      part_of_day: partOfDay(now, timeZone ?? browserZone(), language),
    }),
  }
}
