import { t } from '../text/translate.ts'
import type { Brief } from './brief.ts'
import type { HandoverReason } from './brief-constants.ts'
import { calendar, firstName, moneyLabel } from '../text/format.ts'
import { phoneLabel } from '../customers/rules.ts'
import type { slotNames } from '../intent/constants.ts'
import { hasVisibleText, wordlessLabel } from '../text/visible.ts'

const reasons: Readonly<Record<HandoverReason, string>> = {
  asked: t('The customer asked for a person'),
  complaint: t('The customer complained'),
  'not-understood': t('The bot did not understand twice in a row'),
  'no-answer': t('The bot has no answer to this'),
  'needs-person': t('This needs an agent'),
  runaway: t('The conversation repeated itself, or a program is writing'),
  rule: t('Only agents handle this topic'),
  late: t('The message was an hour old or more, too old for the bot'),
  'turned-off': t('The bot was turned off for this number'),
  failed: t('The bot had an error'),
}

type Stopped = Pick<Brief, 'handed_over' | 'slots' | 'form'>

/** Why and where the bot stopped, in one sentence; null: it did not hand over, or has the conversation. */
export function stoppedSentence({ handed_over: over, slots, form }: Stopped): string | null {
  if (over === null) return null
  const end = reasons[over.reason]
  const open = slots.find(({ value }) => value === null)
  const before =
    form !== null
      ? t('Asked for {asked} in {number}', { asked: quoted(form.asked), number: form.number })
      : open !== undefined
        ? t('Asked for the {label}, which the customer did not say', { label: open.label.toLowerCase() })
        : null
  return before === null ? `${end}.` : `${before}. ${end}.`
}

type Offered = Pick<Brief, 'offer_note' | 'wants' | 'last_lines'>

/**
 * Why an offer is made, in one line that is not cut: the note it came with, else what the customer wants, else their last
 * words. Null: nothing is known.
 */
export function offerWords({ offer_note: note, wants, last_lines: lines }: Offered): string | null {
  if (note !== null)
    return t('{name}: {note}', { name: firstName(note.name) ?? note.name, note: inOneLine(note.text) })
  if (wants !== null) return wants.label
  const last = lines.findLast(({ from }) => from === 'customer')
  if (last === undefined) return null
  return hasVisibleText(last.text) ? inOneLine(last.text) : wordlessLabel(last.message_type, last.text)
}

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

const quoted = (words: string): string => `“${words}”`

const days = calendar('UTC')

/** A detail from the customer in readable form: "UGX 1,200,000", "Nov 2, 2026"; the stored text if there is no clearer form. */
export function slotText(name: (typeof slotNames)[number], stored: string): string {
  if (name === 'amount_ugx' && /^\d+(\.\d+)?$/.test(stored)) return moneyLabel(Number(stored))
  if (name === 'phone_number') return phoneLabel(stored)
  if (name === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(stored)) {
    const day = new Date(`${stored}T00:00:00Z`)
    return `${days.monthDay(day)}, ${stored.slice(0, 4)}`
  }
  return stored
}
