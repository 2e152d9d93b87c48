import * as z from 'zod'
import { declare } from '../call.ts'
import { PathId } from '../ids.ts'
import { typedText } from '../text/typed.ts'

const EraseBody = z.object({
  /** The customer's phone number, typed as confirmation; the customer's id if there is no number. */
  confirm: z.string().max(100),
  /** The reason, for the record. It is kept, so it names neither the customer nor the number. */
  reason: typedText(500).min(1, 'is missing'),
})

export const personalDataCalls = declare({
  exportCustomer: {
    method: 'POST',
    path: '/customers/:id/export',
    summary: 'All that is held about one customer, as a zip: customer.json, transcript.html, files',
    policy: 'personal-data',
    spends: 'export',
    params: PathId,
    reply: 'file',
    problems: ['customer.not-found'],
  },
  eraseCustomer: {
    method: 'POST',
    path: '/customers/:id/erase',
    summary: 'Erase all that is held about one customer; figures stay',
    policy: 'personal-data',
    params: PathId,
    body: EraseBody,
    reply: null,
    problems: ['customer.not-found', 'customer.erased', 'customer.sending'],
  },
})
