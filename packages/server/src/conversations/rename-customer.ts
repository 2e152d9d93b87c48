import { Refusal } from '@parley/core/errors'
import { visibleName } from '@parley/core/text/fold'
import { type Doer, record } from '../audit/record.ts'
import { tellOfName } from '../customers/tell-of-name.ts'
import { type Writer, write } from '../db/write.ts'
import { lockCustomerOf } from './lock-customer.ts'

/**
 * Sets the name of a conversation's customer, which stays from then on. Null, or the very name of the profile: it is the
 * profile's again, and follows that. The same again changes nothing.
 * @throws Refusal conversation.not-found, customer.erased, input.invalid naming `name`
 */
export const renameCustomer = (
  writer: Writer,
  conversationId: number,
  wanted: string | null,
  by: Doer & { readonly agentId: number },
): Promise<void> =>
  write(writer, async (tx, emit) => {
    const id = await lockCustomerOf(tx, conversationId)
    const before = await tx
      .selectFrom('customers')
      .select(['name', 'name_set_by', 'profile_name'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const name = wanted === null ? before.profile_name : visibleName(wanted)
    if (wanted !== null && name === null) throw Refusal.field('name', 'must have something that can be seen')
    const isOfProfile = name === before.profile_name
    if (name === before.name && isOfProfile === (before.name_set_by === null)) return
    await tx
      .updateTable('customers')
      .set({ name, name_set_by: isOfProfile ? null : by.agentId })
      .where('id', '=', id)
      .execute()
    await tellOfName(tx, emit, id)
    const after = { set_by: isOfProfile ? 'profile' : 'agent' }
    await record(tx, by, { action: 'customer.renamed', noun: 'customer', objectId: id, after }, writer.now())
  })
