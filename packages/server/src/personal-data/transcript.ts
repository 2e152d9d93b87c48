import type { MessageDetails } from '@parley/core/messages/details'
import { noticeName } from '@parley/core/conversations/thread'
import { pathPart } from '../attachments/file-name.ts'
import type { FileStore } from '../attachments/store.ts'
import { type ConversationRecord, conversationRecords } from '../conversations/descriptor.ts'
import type { CustomerRecord } from '../customers/descriptor.ts'
import type { Reader } from '../db/write.ts'
import type { StoredFile } from '../descriptor.ts'
import { type MessageRecord, messageRecords } from '../messages/descriptor.ts'

/** The top of customer.json; docs/export.md describes the rest. */
export interface ExportHead {
  readonly format: 'parley-customer'
  readonly version: 1
  readonly exported_at: Date
  readonly exported_by: { readonly id: string; readonly name: string }
  readonly time_zone: string
  readonly customer: CustomerRecord
}

/** A stored file and its place in the export. */
interface Included {
  readonly key: string
  readonly path: string
}

/** `path`: the place beside the page; null: the file is missing. */
type Placed<F extends StoredFile = StoredFile> = Omit<F, 'storage_key'> & {
  readonly path: string | null
}

/** Gives each stored file one place in the export. */
export class IncludedFiles {
  readonly #store: FileStore
  readonly #byId = new Map<string, Included>()

  constructor(store: FileStore) {
    this.#store = store
  }

  get all(): readonly Included[] {
    return [...this.#byId.values()]
  }

  async place<F extends StoredFile>({ storage_key: key, ...file }: F): Promise<Placed<F>> {
    const known = this.#byId.get(file.id)
    if (known !== undefined) return { ...file, path: known.path }
    if (key === null || !(await this.#store.has(key))) return { ...file, path: null }
    const path = `files/${pathPart(`${file.id}-`, file.name)}`
    this.#byId.set(file.id, { key, path })
    return { ...file, path }
  }
}

const marks: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Safe between tags and in a quoted attribute. */
const escaped = (text: string): string => text.replace(/[&<>"']/g, mark => marks[mark] ?? mark)

const formatter = (timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })

// Its own style: the page is read from a disk years later, and printed.
const style = `
  :root { color-scheme: light; }
  body { font: 11pt/1.45 system-ui, sans-serif; color: #16202b; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
  h1 { font-size: 1.5rem; margin: 0 0 .25rem; }
  h2 { font-size: 1.1rem; margin: 2.5rem 0 .25rem; border-top: 1px solid #9aa5b1; padding-top: 1rem; }
  .facts { color: #52606d; margin: 0 0 1rem; }
  article { border-left: 3px solid #9aa5b1; margin: 0 0 .75rem; padding: 0 0 0 .75rem; break-inside: avoid; }
  article.out { border-color: #1f6f54; }
  article > header { font-size: .85rem; color: #52606d; }
  article > header b { color: #16202b; }
  article p { margin: .1rem 0 0; white-space: pre-wrap; overflow-wrap: anywhere; }
  article p.quote { font-size: .85rem; color: #52606d; }
  a { color: #175e8c; }
  @media print {
    body { margin: 0; max-width: none; padding: 0; }
    section { break-before: page; }
    section:first-of-type { break-before: auto; }
    h2 { break-after: avoid; border: 0; margin-top: 0; }
  }`

/** Formats a time in the export's zone. */
type Format = (at: Date) => string

/** transcript.html, piece by piece: without scripts, every text escaped. */
export async function* transcript(
  reader: Reader,
  head: ExportHead,
  included: IncludedFiles,
): AsyncGenerator<string> {
  const { customer } = head
  const times = formatter(head.time_zone)
  const format: Format = at => times.format(at)
  yield pageHead(head, format)
  for (const conversation of await conversationRecords(reader, Number(customer.id))) {
    yield conversationHead(conversation, format)
    for await (const message of messageRecords(reader, Number(conversation.id))) {
      const files = await Promise.all(message.files.map(file => included.place(file)))
      yield messageText(message, authorOf(message, customer), files, format)
    }
    yield '</section>\n'
  }
}

function pageHead({ customer, exported_at: at, time_zone: timeZone }: ExportHead, format: Format): string {
  const name = escaped(customer.name ?? customer.phone ?? `Customer ${customer.id}`)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${name}: conversations</title>
<style>${style}</style>
<h1>${name}</h1>
<p class="facts">${escaped(customer.phone ?? 'No phone number')} · Customer ${customer.id} · Exported ${format(at)} · Times are of ${escaped(timeZone)}</p>
`
}

const statusWords: Readonly<Record<string, string>> = {
  queued: 'waiting to be sent',
  sending: 'being sent',
  unknown: 'not known whether it arrived',
  failed: 'not sent',
}

const conversationHead = (
  { id, status, created_at: at }: ConversationRecord,
  format: Format,
): string => `<section>
<h2>Conversation ${id}</h2>
<p class="facts">Begun ${format(at)} · ${escaped(status.toLowerCase())}</p>
`

function authorOf(message: MessageRecord, customer: CustomerRecord): string {
  switch (message.source) {
    case 'CUSTOMER':
      return customer.name ?? customer.phone ?? 'Customer'
    case 'AGENT':
      return message.sender_name ?? 'Business phone'
    case 'BOT':
      return 'Bot'
    default:
      return message.direction === 'OUTBOUND' ? noticeName : 'WhatsApp'
  }
}

function quoteLine(message: MessageRecord, format: Format): string {
  const { quoted_id: id, quoted_at: at, quoted_wamid: wamid } = message
  if (id !== null && at !== null) {
    return `<p class="quote">In answer to the <a href="#m${id}">message of ${format(at)}</a></p>\n`
  }
  return wamid === null ? '' : '<p class="quote">In answer to a message that is not here</p>\n'
}

/** The details beyond the text: the origin, and missing or unreadable parts. */
function besideLines(details: MessageDetails | null): string {
  const { referral, product, unsupported, unknown } = details ?? {}
  const lines = Object.entries({ referral, product, unsupported, unknown }).flatMap(([part, said]) => {
    const told = Object.entries(said ?? {}).filter(
      ([, value]) => typeof value !== 'boolean' && value !== null,
    )
    const words = told.map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value}`)
    return words.length === 0 ? [] : [`<p class="quote">${escaped(`${part}: ${words.join('; ')}`)}</p>\n`]
  })
  return lines.join('')
}

function messageText(
  message: MessageRecord,
  author: string,
  files: readonly Placed[],
  format: Format,
): string {
  const out = message.direction === 'OUTBOUND'
  const status = out ? ` · ${escaped(statusWords[message.status] ?? message.status)}` : ''
  const words = message.content === '' && files.length === 0 ? `(${message.message_type})` : message.content
  const text = words === '' ? '' : `<p>${escaped(words)}</p>\n`
  const links = files.map(({ name, path }) =>
    path === null
      ? `<p>File: ${escaped(name)} (not here)</p>\n`
      : `<p>File: <a href="${escaped(path.split('/').map(encodeURIComponent).join('/'))}">${escaped(name)}</a></p>\n`,
  )
  const forwarded = message.forwarded === null ? '' : ' · forwarded'
  const edited = message.original_content === null ? '' : ' · edited'
  const revoked =
    message.revoked_at === null ? '' : ` · deleted by the customer ${format(message.revoked_at)}`
  const original =
    message.original_content === null || message.original_content === ''
      ? ''
      : `<p class="quote">Before the edit: ${escaped(message.original_content)}</p>\n`
  const reaction =
    message.reaction === null
      ? ''
      : `<p class="quote">The customer reacted: ${escaped(message.reaction)}</p>\n`
  const own =
    message.own_reaction === null ? '' : `<p class="quote">We reacted: ${escaped(message.own_reaction)}</p>\n`
  return `<article id="m${message.id}"${out ? ' class="out"' : ''}>
<header><b>${escaped(author)}</b> · ${format(message.at)}${status}${forwarded}${edited}${revoked}</header>
${quoteLine(message, format)}${text}${original}${besideLines(message.details)}${links.join('')}${reaction}${own}</article>
`
}
