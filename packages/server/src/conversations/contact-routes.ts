import { contactCalls } from '@parley/core/conversations/api'
import type { Writer } from '../db/write.ts'
import { type Http, mount } from '../http/mount.ts'
import { messageId } from '../http/ids.ts'
import { cardHolder, conversationOfNumber, openContact } from './open-contact.ts'

/** Somebody on a contact card becomes a customer. */
export function contactRoutes(http: Http, writer: Writer): void {
  mount(
    http,
    contactCalls,
  )({
    openContact: async ({ params, body, caller }) => {
      const holder = await cardHolder(writer, messageId(params.id), body.number)
      const there = await conversationOfNumber(writer, holder)
      // A colleague's conversation stays theirs.
      if (there !== null) await http.requireSight(caller, 'conversation', there)
      const { id, isNewCustomer } = await openContact(writer, holder, caller)
      return { conversation_id: String(id), is_new_customer: isNewCustomer }
    },
  })
}
