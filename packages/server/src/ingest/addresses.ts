import { phoneLabel } from '@parley/core/customers/rules'
import { sql } from 'kysely'
import { openConversationsOf } from '../conversations/open.ts'
import type { Address } from '../customers/addresses.ts'
import type { ResolvedCustomer } from '../customers/resolve.ts'
import type { Tx, TxContext } from '../db/write.ts'
import { absorb } from '../merges/absorb.ts'
import { addLine } from '../conversations/thread.ts'

/** A customer who was found under new addresses. */
export interface Moved {
  readonly customer: ResolvedCustomer
  /** When WhatsApp says that they had them. */
  readonly at: Date
  /** WhatsApp's own notice tells of it, and stands in the thread. */
  readonly isTold: boolean
}

/**
 * What new addresses mean for conversations. Of two customers who turn out to be reached at one address the younger goes
 * into the conversation of the older, if it came into being only because the address was not known yet; else they stay
 * apart, with a line in both threads. Nobody goes from one address to another without a line. Answers, by customer, as
 * whom they go on; an answer may have one of its own.
 */
export async function followAddresses(
  context: TxContext,
  moved: readonly Moved[],
): Promise<ReadonlyMap<number, number>> {
  const { tx, emit, now } = context
  const goesOnAs = new Map<number, number>()
  for (const { customer, at, isTold } of moved) {
    const lines: string[] = []
    let goesOnId = customer.id
    for (const { customerId: otherId, address } of customer.displaced) {
      if (goesOnAs.has(otherId)) continue
      const [keptId, goneId] = isTold ? [goesOnId, otherId] : await byFirstMessage(tx, goesOnId, otherId)
      const hadAnother = goneId === customer.id && customer.left.some(({ kind }) => kind === address.kind)
      const isOne = { keptId, goneId, spokeId: goesOnId, at }
      const brought = hadAnother ? null : await absorb(tx, emit, isOne, now)
      if (brought !== null) {
        goesOnAs.set(goneId, keptId)
        goesOnId = keptId
        if (brought > 0) lines.push(broughtHere(address, brought))
      } else {
        lines.push(hadByAnother(address))
        await tell(context, otherId, [lost(address)], at)
      }
    }
    if (!isTold) lines.push(...customer.left.map(writesFromElsewhere))
    await tell(context, goesOnId, lines, at)
  }
  return goesOnAs
}

/** Two customers, the one who wrote first before the other; who has not written yet comes behind, and then who is newer. */
async function byFirstMessage(tx: Tx, one: number, other: number): Promise<readonly [number, number]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from customers u left join conversations c on c.customer_id = u.id
    left join messages m on m.conversation_id = c.id
    where u.id in (${one}, ${other}) group by u.id order by min(m.at), u.id limit 1`.execute(tx)
  return rows[0]?.id === other ? [other, one] : [one, other]
}

async function tell(
  { tx, emit, now }: TxContext,
  customerId: number,
  lines: readonly string[],
  at: Date,
): Promise<void> {
  if (lines.length === 0) return
  for (const { id } of await openConversationsOf(tx, customerId)) {
    for (const text of lines) await addLine(tx, emit, { conversationId: id, text, at }, now)
  }
}

const nameOf = ({ kind, value }: Address): string =>
  kind === 'number' ? phoneLabel(`+${value}`) : `the WhatsApp id ${value}`

const broughtHere = (address: Address, messages: number): string =>
  messages === 1
    ? `A message from ${nameOf(address)} came before WhatsApp told whose that is. It stands here now.`
    : `${messages} messages from ${nameOf(address)} came before WhatsApp told whose that is. They stand here now.`

const hadByAnother = (address: Address): string =>
  `Another customer was known by ${nameOf(address)} until now. If both are one person, merge them.`

const lost = (address: Address): string =>
  `WhatsApp says that ${nameOf(address)} is another customer’s now: nothing reaches this customer there any more. If both are one person, merge them.`

const writesFromElsewhere = (left: Address): string =>
  left.kind === 'number'
    ? `The customer writes from a new number. Before it was ${nameOf(left)}.`
    : 'WhatsApp has a new id for this customer.'
