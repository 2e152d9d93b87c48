import { t } from '../text/translate.ts'
import { cut } from '../text/format.ts'

/** What a new ticket is filled in from. */
export interface TicketSource {
  /** Null: not known. */
  readonly customer: { readonly name: string | null; readonly number: string | null }
  /** The customer's message; null: none. */
  readonly words: string | null
  /** What the customer wants and has given, from the handoff summary; null: not loaded. */
  readonly brief: {
    readonly wants: { readonly label: string } | null
    readonly slots: readonly { readonly label: string; readonly value: string | null }[]
  } | null
}

const longestTitle = 80
/** Leaves room for the rest of the description. */
const longestQuote = 3_000

/** A customer's message as a ticket quotes it. */
export const ticketQuote = (words: string): string => `“${cut(words.trim(), longestQuote)}”`

/** The title of a ticket that is made from a message: its first line. */
export const ticketTitle = (words: string): string => cut(words.trim().split('\n')[0] ?? '', longestTitle)

/** The description of a new ticket: customer, wish, details and message; empty while there is no more than the customer. */
export function ticketDescription({ customer, words, brief }: TicketSource): string {
  const wants = brief?.wants ?? null
  const slots = (brief?.slots ?? []).flatMap(({ label, value }) =>
    value === null ? [] : [t('{label}: {value}', { label, value })],
  )
  const said = words?.trim() ?? ''
  if (wants === null && slots.length === 0 && said === '') return ''
  const who = [customer.name, customer.number].filter(part => part !== null).join(', ')
  const facts = [
    ...(who === '' ? [] : [t('Customer: {who}', { who })]),
    ...(wants === null ? [] : [t('Wants: {wish}', { wish: wants.label })]),
    ...slots,
  ]
  return [facts.join('\n'), ...(said === '' ? [] : [ticketQuote(said)])]
    .filter(part => part !== '')
    .join('\n\n')
}
