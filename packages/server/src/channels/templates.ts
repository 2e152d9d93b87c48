import { explain } from '@parley/whatsapp/error-codes'
import type { TemplatesOutcome } from '@parley/whatsapp/template-list'
import { atMostEvery } from '../at-most-every.ts'
import type { Writer } from '../db/write.ts'
import { every, type Repeated } from '../every.ts'
import { keepTemplates, keepTrouble } from '../templates/keep.ts'

export interface TemplateReaderDeps {
  readonly writer: Writer
  /** The business account whose templates are read. */
  readonly accountId: string
  /** Asks WhatsApp for all of them; never throws for the network. */
  readonly read: (closing: AbortSignal) => Promise<TemplatesOutcome>
  readonly onTrouble: (error: unknown) => void
}

export interface TemplateReader extends Repeated {
  /** WhatsApp told that a template is another now: all are read again, soon. */
  readonly wake: () => void
}

const hourMs = 60 * 60_000
/** After a try that brought nothing. */
const againMs = 30_000
/** Somebody who edits many templates has each told by an event of its own. */
const restMs = 2_000

/** Reads the templates at the start, every hour, and when it is woken. */
export function startTemplateReader({
  writer,
  accountId,
  read,
  onTrouble,
}: TemplateReaderDeps): TemplateReader {
  const closing = new AbortController()
  let running: Promise<boolean> = Promise.resolve(true)
  const readOnce = () =>
    (running = running.then(
      () => keepRead(),
      () => keepRead(),
    ))
  const keepRead = async (): Promise<boolean> => {
    if (closing.signal.aborted) return true
    const told = await read(closing.signal)
    if (closing.signal.aborted) return true
    if (told.outcome === 'read') await keepTemplates(writer, accountId, told.templates)
    else await keepTrouble(writer, accountId, troubleOf(told))
    return told.outcome === 'read'
  }
  let dueAt = 0
  const hourly = every(
    againMs,
    async () => {
      const now = writer.now().getTime()
      if (now >= dueAt && (await readOnce())) dueAt = now + hourMs
    },
    onTrouble,
  )
  const soon = atMostEvery(restMs, async () => void (await readOnce()), onTrouble)
  return {
    wake: soon.ask,
    close: async () => {
      closing.abort()
      soon.close()
      await hourly.close()
      await running.catch(() => undefined)
    },
  }
}

function troubleOf(told: Exclude<TemplatesOutcome, { outcome: 'read' }>): string {
  if (told.outcome === 'unreached') return 'WhatsApp could not be reached.'
  const { sentence, remedy } = explain(told.code, told.details)
  return `${sentence} ${remedy}`
}
