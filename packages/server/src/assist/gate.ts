import { Refusal } from '@parley/core/errors'

/** How many calls are under way; of this process. */
export interface Gate {
  /**
   * Lets an agent's call begin, and answers how to say that it is over.
   * @throws Refusal assist.under-way, assist.busy
   */
  readonly enter: (agentId: number) => () => void
}

/** One call for each agent at once, and so many in all. */
export function openGate(most: number): Gate {
  const inside = new Set<number>()
  return {
    enter: agentId => {
      if (inside.has(agentId)) throw new Refusal('assist.under-way')
      if (inside.size >= most) throw new Refusal('assist.busy')
      inside.add(agentId)
      return () => inside.delete(agentId)
    },
  }
}
