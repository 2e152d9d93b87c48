import { z } from 'zod'
import type { CallOptions, ClientOptions } from './client.ts'
import { listOf, nameOf, type Node, nodeOf, textOf, writtenOf } from './inbound/node.ts'
import { failureOf, harmless, jsonOf, type Refusal, refusalOf, type Unreached } from './outcome.ts'

export type TemplatesOutcome = { outcome: 'read'; templates: Template[] } | Refusal | Unreached

const page = z.looseObject({
  data: z.array(z.unknown()),
  paging: z
    .looseObject({
      cursors: z.looseObject({ after: z.string().optional() }).optional(),
      next: z.string().optional(),
    })
    .optional(),
})

const perPage = 100
/** An account has at most 6,000 templates, languages included. The limit ends a list that never ends. */
const mostPages = 100

const fields = 'id,name,language,category,status,rejected_reason,quality_score,components'

/**
 * Reads all templates of a business account, page by page; invalid entries are left out. Changes nothing. Never throws for the
 * network. The next page is requested by its cursor at our own URL: no URL from a response gets our token.
 * @param accountId WhatsApp's id of the business account
 */
export async function readTemplates(
  { apiUrl, version, accessToken, fetch: request = fetch }: Omit<ClientOptions, 'phoneNumberId'>,
  accountId: string,
  { timeoutMs, signal }: CallOptions,
): Promise<TemplatesOutcome> {
  const place = `${apiUrl.replace(/\/$/, '')}/${version}/${encodeURIComponent(accountId)}/message_templates`
  const templates: Template[] = []
  let after: string | null = null
  try {
    for (let count = 0; count < mostPages; count += 1) {
      const query: string = new URLSearchParams({
        fields,
        limit: String(perPage),
        ...(after !== null && { after }),
      }).toString()
      const limit = AbortSignal.timeout(timeoutMs)
      const answer = await request(`${place}?${query}`, {
        headers: { authorization: `Bearer ${accessToken}` },
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      })
      const body = jsonOf(await answer.text())
      if (!answer.ok) return harmless(refusalOf(answer.status, body))
      const read = page.safeParse(body)
      if (!read.success) return { outcome: 'unreached', reason: 'unreadable answer' }
      templates.push(...read.data.data.flatMap(entry => readTemplate(entry) ?? []))
      after = read.data.paging?.cursors?.after ?? null
      if (after === null || read.data.paging?.next === undefined) return { outcome: 'read', templates }
    }
    return { outcome: 'unreached', reason: 'a list without an end' }
  } catch (error) {
    return harmless(failureOf(error))
  }
}

/** The header of a template: a text, or a file that each message supplies. */
export type TemplateHeader = {
  kind: 'text' | 'image' | 'video' | 'document'
  /** Null for a file. */
  text: string | null
}

/** `value`: the button's URL or number; `example`: an example of its variable. */
export type TemplateButton = {
  kind: 'reply' | 'url' | 'phone' | 'code'
  text: string
  value: string | null
  example: string | null
}

/** A template as WhatsApp keeps it for a business account. */
export type Template = {
  id: string
  name: string
  /** WhatsApp's code, such as en or en_US. */
  language: string
  /** WhatsApp's term: UTILITY, MARKETING, AUTHENTICATION. */
  category: string
  /** WhatsApp's term: APPROVED, PENDING, REJECTED, PAUSED, DISABLED, … */
  status: string
  /** WhatsApp's word for why it was rejected, such as INVALID_FORMAT; null: it was not. */
  reason: string | null
  /** GREEN, YELLOW, RED or UNKNOWN. */
  quality: string
  header: TemplateHeader | null
  body: string
  footer: string | null
  buttons: readonly TemplateButton[]
  /** Examples of the variables by name, {{1}} or {{first_name}}, separately for the header. */
  examples: { header: Readonly<Record<string, string>>; body: Readonly<Record<string, string>> }
  /** The name of a part that our messages cannot fill in; null: none. */
  unfillable: string | null
}

/** Reads one entry of WhatsApp's list; null: invalid. */
export function readTemplate(entry: unknown): Template | null {
  const node = nodeOf(entry)
  const [id, name, language] = [writtenOf(node?.['id']), textOf(node?.['name']), textOf(node?.['language'])]
  if (node === null || id === null || name === null || language === null) return null
  const components = nodesOf(node['components'])
  const of = (type: string) => components.find(one => typeOf(one) === type) ?? null
  const [header, body, buttons] = [of('HEADER'), of('BODY'), buttonsOf(of('BUTTONS'))]
  const odd = components.map(typeOf).find(type => !knownParts.has(type)) ?? null
  return {
    id,
    name,
    language,
    category: textOf(node['category']) ?? '',
    status: textOf(node['status']) ?? '',
    reason: reasonOf(node),
    quality: textOf(nodeOf(node['quality_score'])?.['score']) ?? 'UNKNOWN',
    header: headerOf(header),
    body: textOf(body?.['text']) ?? '',
    footer: textOf(of('FOOTER')?.['text']),
    buttons: buttons.known,
    examples: { header: examplesOf(header, 'header_text'), body: examplesOf(body, 'body_text') },
    unfillable: odd ?? oddHeader(header) ?? buttons.odd,
  }
}

/** WhatsApp says NONE of a template that was not rejected. */
function reasonOf(node: Node): string | null {
  const reason = textOf(node['rejected_reason'])
  return reason === null || reason === '' || reason === 'NONE' ? null : reason
}

const nodesOf = (value: unknown): Node[] =>
  listOf(value)
    .map(nodeOf)
    .filter(node => node !== null)

const knownParts: ReadonlySet<string> = new Set(['HEADER', 'BODY', 'FOOTER', 'BUTTONS'])

const typeOf = (component: Node): string => nameOf(component['type']).toUpperCase()

const headerKinds: Readonly<Record<string, TemplateHeader['kind']>> = {
  TEXT: 'text',
  IMAGE: 'image',
  VIDEO: 'video',
  DOCUMENT: 'document',
}

function headerOf(component: Node | null): TemplateHeader | null {
  const kind = headerKinds[nameOf(component?.['format']).toUpperCase()]
  if (component === null || kind === undefined) return null
  return { kind, text: kind === 'text' ? (textOf(component['text']) ?? '') : null }
}

function oddHeader(component: Node | null): string | null {
  if (component === null || headerOf(component) !== null) return null
  return nameOf(component['format'])
}

const buttonKinds: Readonly<Record<string, TemplateButton['kind']>> = {
  QUICK_REPLY: 'reply',
  URL: 'url',
  PHONE_NUMBER: 'phone',
  COPY_CODE: 'code',
}

function buttonsOf(component: Node | null): { known: TemplateButton[]; odd: string | null } {
  const nodes = nodesOf(component?.['buttons'])
  const odd = nodes.map(typeOf).find(type => buttonKinds[type] === undefined) ?? null
  const known = nodes.flatMap((node): TemplateButton[] => {
    const kind = buttonKinds[typeOf(node)]
    if (kind === undefined) return []
    const value = textOf(node['url']) ?? textOf(node['phone_number'])
    const { example } = node
    const given = textOf(Array.isArray(example) ? example[0] : example)
    return [{ kind, text: textOf(node['text']) ?? '', value, example: given }]
  })
  return { known, odd }
}

/** Positional examples come as a list (those of the body: a list of lists), named ones with their names. */
function examplesOf(component: Node | null, key: 'header_text' | 'body_text'): Record<string, string> {
  const example = nodeOf(component?.['example'])
  const named = listOf(example?.[`${key}_named_params`]).flatMap(one => {
    const [name, value] = [textOf(nodeOf(one)?.['param_name']), textOf(nodeOf(one)?.['example'])]
    return name === null || value === null ? [] : [[name, value] as const]
  })
  if (named.length > 0) return Object.fromEntries(named)
  const given = listOf(example?.[key])
  const list = Array.isArray(given[0]) ? listOf(given[0]) : given
  return Object.fromEntries(
    list.flatMap((value, n) => {
      const text = textOf(value)
      return text === null ? [] : [[String(n + 1), text] as const]
    }),
  )
}
