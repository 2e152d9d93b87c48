import { explain } from '@parley/whatsapp/error-codes'
import type { TemplatesOutcome } from '@parley/whatsapp/template-list'
import type { Writer } from '../db/write.ts'
import { keepTemplates, keepTrouble } from '../templates/actions.ts'
import { interval, type Repeated } from '../timers/interval.ts'

export interface TemplateReaderDeps {
  readonly writer: Writer
  readonly accountId: string
  /** Reads all templates from WhatsApp; never throws for the network. */
  readonly read: (closing: AbortSignal) => Promise<TemplatesOutcome>
  readonly onTrouble: (error: unknown) => void
}

interface TemplateReader extends Repeated {
  /** A template changed: reads all again soon. */
  readonly wake: () => void
}

const hourMs = 60 * 60_000
/** After an attempt that failed. */
const againMs = 30_000
/** Several events of edited templates share a read. */
const lookEveryMs = 2_000

/** Reads the templates at the start, every hour, and when it is woken. */
export function startTemplateReader(deps: TemplateReaderDeps): TemplateReader {
  const { writer, accountId, read, onTrouble } = deps
  let dueAt = 0
  const loop = interval(
    lookEveryMs,
    async closing => {
      const now = writer.now().getTime()
      if (now < dueAt) return
      // Set before the read, so that a wake during it causes another one.
      dueAt = now + hourMs
      let isRead = false
      try {
        const outcome = await read(closing)
        if (closing.aborted) return
        if (outcome.outcome === 'read') {
          await keepTemplates(writer, accountId, outcome.templates)
          isRead = true
        } else await keepTrouble(writer, accountId, troubleOf(outcome))
      } finally {
        if (!isRead) dueAt = Math.min(dueAt, now + againMs)
      }
    },
    onTrouble,
  )
  return {
    wake: () => {
      dueAt = 0
    },
    close: () => loop.close(),
  }
}

function troubleOf(outcome: Exclude<TemplatesOutcome, { outcome: 'read' }>): string {
  if (outcome.outcome === 'unreached') return 'WhatsApp could not be reached.'
  const { sentence, remedy } = explain(outcome.code, outcome.details)
  return `${sentence} ${remedy}`
}
