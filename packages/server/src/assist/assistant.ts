import { Refusal } from '@parley/core/errors'
import type { AssistConfig } from '../config/assist.ts'
import type { Writer } from '../db/write.ts'
import { complete, type Prompt } from './client.ts'
import { failureWords } from './failure-words.ts'
import { openGate } from './gate.ts'
import { beginUse, endUse, type Use } from './uses.ts'

/** What assist is asked by. */
export interface Assistant {
  readonly config: AssistConfig
  /** What "tomorrow" is behind. */
  readonly now: Writer['now']
  /**
   * Asks, with the use on record and counted, outside of any transaction. `withinMs`: ten seconds unless given.
   * @throws Refusal assist.under-way, assist.busy, assist.cap-reached, assist.failed
   */
  readonly ask: (use: Use, prompt: Prompt, withinMs?: number) => Promise<string>
}

export interface AssistantDeps {
  readonly writer: Writer
  readonly config: AssistConfig
  /** IANA, the workspace's. */
  readonly timeZone: string
  /** Milliseconds that only rise. */
  readonly clock: () => number
}

/** At once, for all agents of this process: a model on a machine of one's own has one processor. */
const mostAtOnce = 4

export function openAssistant({ writer, config, timeZone, clock }: AssistantDeps): Assistant {
  const gate = openGate(mostAtOnce)
  return {
    config,
    now: writer.now,
    ask: async (use, prompt, withinMs) => {
      const leave = gate.enter(use.agentId)
      try {
        const id = await beginUse(writer, use, { dailyCap: config.dailyCap, timeZone })
        const began = clock()
        const answered = await complete(config, prompt, withinMs)
        const failure = 'failure' in answered ? answered.failure : null
        await endUse(writer, id, failure ?? 'answered', clock() - began)
        if ('failure' in answered)
          throw new Refusal('assist.failed', { sentence: failureWords[answered.failure] })
        return answered.text
      } finally {
        leave()
      }
    },
  }
}
