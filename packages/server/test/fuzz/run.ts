import v8 from 'node:v8'
import vm from 'node:vm'
import { problems } from '@parley/core/problems'
import pino, { type Logger } from 'pino'
import * as z from 'zod'
import { isLong } from '../long.ts'

export interface Extent {
  readonly seed: number
  readonly requests: number
  readonly webhooks: number
  readonly frames: number
}

/** As set by the environment, else a run of a few seconds. */
export const extentOf = (environment: Readonly<Record<string, string | undefined>>): Extent => {
  const number = (name: string, usual: number) => Number(environment[name] ?? usual)
  return {
    seed: number('FUZZ_SEED', 20_260_302),
    requests: number('FUZZ_REQUESTS', isLong ? 20_000 : 1_500),
    webhooks: number('FUZZ_WEBHOOKS', isLong ? 3_000 : 300),
    frames: number('FUZZ_FRAMES', isLong ? 3_000 : 300),
  }
}

const Problem = z.looseObject({
  detail: z.string().min(1),
  code: z.enum(Object.keys(problems) as [string, ...string[]]),
  fields: z.record(z.string(), z.string().min(1)).optional(),
})

export interface Answered {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** The problem with a response: a server error, or an error in another shape; null: none. */
export function wrongWith({ statusCode, headers, body }: Answered): string | null {
  if (statusCode >= 500) return `${statusCode} ${body.slice(0, 200)}`
  // A range outside the file gets HTTP's own response, without a body.
  if (statusCode < 400 || statusCode === 416) return null
  const isJson = String(headers['content-type']).startsWith('application/json')
  if (isJson && Problem.safeParse(parsed(body)).success) return null
  return `${statusCode} is refused in another shape: ${body.slice(0, 200)}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON, so not one of our errors.
    return null
  }
}

/** Keeps a server's newest errors; `of` finds those of a request. */
export function errorLog(): { readonly log: Logger; readonly of: (reference: string) => string } {
  const lines: string[] = []
  const log = pino(
    { level: 'error' },
    {
      write: line => {
        lines.push(line)
        if (lines.length > 200) lines.shift()
      },
    },
  )
  return {
    log,
    of: reference =>
      lines
        .filter(line => line.includes(`"reqId":"${reference}"`))
        .join('')
        .slice(0, 3_000),
  }
}

v8.setFlagsFromString('--expose-gc')
const collect = vm.runInNewContext('gc') as () => void

/** The memory of this thread's heap, and of its external buffers, in megabytes after a garbage collection. */
export function heldMegabytes(): number {
  for (let times = 0; times < 3; times += 1) collect()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 2 ** 20
}

/** Collects errors that would have ended the process, until `stop`. */
export function watchProcess(): { readonly seen: readonly string[]; readonly stop: () => void } {
  const seen: string[] = []
  const note = (error: unknown) =>
    seen.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  process.on('unhandledRejection', note).on('uncaughtExceptionMonitor', note)
  return {
    seen,
    stop: () => {
      process.off('unhandledRejection', note).off('uncaughtExceptionMonitor', note)
    },
  }
}
