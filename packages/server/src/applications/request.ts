import { requestText } from '@parley/bot/request'
import type { CustomerRequest } from '@parley/core/applications/api'
import type { Application } from '@parley/core/applications/application'
import type { ConversationId } from '@parley/core/ids'
import { Refusal } from '@parley/core/errors'
import { applicationNumber, untoldReasonWords } from '@parley/core/applications/rules'
import { firstNameOf } from '@parley/core/canned-replies/rules'
import { openPoints, pointsToAskFor } from '@parley/core/applications/open-points'
import { reachProblem } from '@parley/core/conversations/window'
import { modeOf } from '../conversations/reach.ts'
import type { Reader } from '../db/write.ts'
import type { Sight } from '../sight/queries.ts'
import { placeToTell } from './tell-customer.ts'

/** Whose sight bounds where it may be written, and when it is asked for. */
interface Asked {
  readonly sight: Sight
  readonly now: Date
}

/**
 * The message that asks a customer for what stands open in their application, for an agent to look at and send; and the
 * conversation in which it can be: the application's own, or another of the customer where WhatsApp takes words.
 * @throws Refusal application.nothing-to-ask, application.customer-not-asked with the reason
 */
export async function customerRequest(
  reader: Reader,
  application: Application,
  { sight, now }: Asked,
): Promise<CustomerRequest> {
  const points = pointsToAskFor(application, openPoints(application, now))
  if (points.length === 0) throw new Refusal('application.nothing-to-ask')
  const { kind, customer, form_data: form } = application
  const place = await placeToTell(reader, { kind, id: Number(application.id) }, sight, now)
  const problem = place === null ? null : reachProblem(modeOf(place.conversation, now))
  if (place === null || problem !== null) {
    const why = problem?.sentence.replace(/\.$/u, '') ?? untoldReasonWords['no-conversation']
    throw new Refusal('application.customer-not-asked', { why })
  }
  const request = {
    kind,
    number: applicationNumber(application),
    // Whoever gave no name goes by a number.
    firstName: /\p{L}/u.test(customer.name) ? firstNameOf(customer.name) : null,
    points,
    beneficiaries: form.beneficiaries.map(({ name }) => name),
  }
  return {
    conversation_id: String(place.conversation.id) as ConversationId,
    language: place.language,
    text: requestText(request, place.language),
  }
}
