import { sql } from 'kysely'
import { type Descriptor, listed } from '../descriptor.ts'

/** `app.ts` mounts the routes: they use the list of resources. */
export const mergeResource: Descriptor = {
  export: {
    customer: {
      merges: listed(
        id => sql`select made_at, undone_at, before -> 'gone' as merged, before -> 'kept' as into from merges
          where ${id} in (kept_id, gone_id) order by made_at`,
      ),
    },
  },
  erase: { tables: { merges: { where: of => sql`${of.customer} in (kept_id, gone_id)` } } },
}
