import type { AssistFailure } from '@parley/core/assist/constants'
import { ApiError } from '@parley/core/errors'
import type { AssistConfig } from '../config/assist.ts'
import type { Writer } from '../db/write.ts'
import { complete, type Prompt } from './client.ts'
import { beginUse, endUse, type Use } from './uses.ts'

export interface Assistant {
  readonly config: AssistConfig
  readonly now: Writer['now']
  /**
   * Asks outside any transaction; each use is recorded and counted. `withinMs`: ten seconds by default.
   * @throws ApiError assist.under-way, assist.busy, assist.cap-reached, assist.failed
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

/** For all agents of this process together: a self-hosted model may have one processor. */
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
          throw new ApiError('assist.failed', { sentence: failureWords[answered.failure] })
        return answered.text
      } finally {
        leave()
      }
    },
  }
}

/** Limits the concurrent calls of this process. */
export interface Gate {
  /**
   * Begins an agent's call. @returns a function that ends it
   * @throws ApiError assist.under-way, assist.busy
   */
  readonly enter: (agentId: number) => () => void
}

/** At most one call for each agent, and `most` in all. */
export function openGate(most: number): Gate {
  const inside = new Set<number>()
  return {
    enter: agentId => {
      if (inside.has(agentId)) throw new ApiError('assist.under-way')
      if (inside.size >= most) throw new ApiError('assist.busy')
      inside.add(agentId)
      return () => inside.delete(agentId)
    },
  }
}

/** The failures in words, for the agent who asked. */
export const failureWords: Readonly<Record<AssistFailure, string>> = {
  unreachable: 'Assist cannot be reached. Go on without it, and tell your administrator if it stays',
  'timed-out': 'Assist took too long. Ask again, or go on without it',
  refused: 'Assist does not let us in. Tell your administrator to look at ASSIST_TOKEN',
  'too-often': 'Assist takes no more requests right now. Ask again in a minute',
  'server-error': 'Assist has trouble of its own. Ask again in a minute',
  'not-taken':
    'Assist does not take our requests. Tell your administrator to look at ASSIST_URL and ASSIST_MODEL',
  unreadable: 'Assist gave no answer that can be read. Ask again, or go on without it',
  empty: 'Assist had nothing to say. Go on without it',
  'too-long': 'Assist said more than fits. Ask for less at once, or go on without it',
}
