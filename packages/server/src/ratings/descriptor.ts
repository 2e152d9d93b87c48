import { sql } from 'kysely'
import { type Descriptor, listed } from '../descriptor.ts'

export const ratingResource: Descriptor = {
  export: {
    conversation: {
      ratings: listed(
        id => sql`select rating, at, owner_id::text, message_id::text, reason_id::text as reason_message_id from ratings
          where conversation_id = ${id} order by at, id`,
      ),
    },
  },
  erase: { tables: { ratings: 'figures', rating_asks: 'figures' } },
  isWork: of => sql`exists (select 1 from ratings where conversation_id in ${of.conversations})`,
}
