import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { parse } from './refused.ts'

const answers = ['refuse', 'unavailable', 'lose-answer'] as const

export type NextAnswer = {
  /** What the call that is here now should get; it holds for one call. */
  take: () => (typeof answers)[number] | null
  /** POST control/next `{answer}`: what goes wrong with the next message that Parley sends. */
  control: (app: FastifyInstance) => void
}

const asked = z.object({ answer: z.enum(answers) })

/** Faults on demand, to try Parley against them. No real bridge has such a thing. */
export function nextAnswer(): NextAnswer {
  let next: (typeof answers)[number] | null = null
  return {
    take() {
      const taken = next
      next = null
      return taken
    },
    control(app) {
      app.post('/control/next', async request => {
        next = parse(asked, request.body).answer
        return { answer: next }
      })
    },
  }
}
