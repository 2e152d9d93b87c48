import type { Selectable } from 'kysely'
import type { CustomersTable } from '../db/database.ts'

/** A customer's name, with where it is from. */
export type Naming = Pick<
  Selectable<CustomersTable>,
  'name' | 'name_set_by' | 'profile_name' | 'profile_name_at'
>

export const noName: Naming = { name: null, name_set_by: null, profile_name: null, profile_name_at: null }

/** Of two customers who become one: the kept one's name, else the other's. */
export function joinNaming(kept: Naming, gone: Naming): Naming {
  const { name, name_set_by, profile_name, profile_name_at } = kept.name === null ? gone : kept
  return { name, name_set_by, profile_name, profile_name_at }
}
