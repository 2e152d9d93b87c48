import { type Node, phoneDigitsOf, textOf } from '../node.ts'
import type { Content, NoticeDetails } from './details.ts'

const kinds: Readonly<Record<string, NoticeDetails['kind']>> = {
  user_changed_number: 'number-changed',
  customer_changed_number: 'number-changed',
  user_changed_user_id: 'id-changed',
  customer_identity_changed: 'identity-changed',
  user_identity_changed: 'identity-changed',
}

/** What WhatsApp says of a customer; `from` is the number that they had before, in digits. */
export function readSystemNotice(node: Node | null, from: string | null): Content {
  const type = textOf(node?.['type']) ?? ''
  const kind = Object.hasOwn(kinds, type) ? (kinds[type] ?? 'other') : 'other'
  const said = textOf(node?.['body'])
  const changed = kind === 'number-changed'
  const to = changed ? (phoneDigitsOf(node?.['wa_id']) ?? phoneDigitsOf(node?.['new_wa_id'])) : null
  const notice = { kind, from: changed ? from : null, to, said }
  return { text: noticeWords(notice), details: { notice } }
}

function noticeWords({ kind, from, to, said }: NoticeDetails): string {
  switch (kind) {
    case 'number-changed':
      if (to === null) return said ?? 'The customer changed their WhatsApp number'
      return `The customer changed their WhatsApp number${from === null ? '' : ` from +${from}`} to +${to}`
    case 'id-changed':
      return 'WhatsApp gave the customer a new user id'
    case 'identity-changed':
      return 'The customer’s security code changed: they may have a new phone, or somebody else may be writing'
    case 'other':
      return said ?? 'WhatsApp sent a notice about the customer that says nothing'
  }
}
