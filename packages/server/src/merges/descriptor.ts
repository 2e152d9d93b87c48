import { sql } from 'kysely'
import { type Descriptor, listed } from '../descriptor.ts'

/** The calls are `merges/routes.ts`, which moves what other resources say of themselves. */
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
