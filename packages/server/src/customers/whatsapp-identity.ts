import { canonicalPhone } from '@parley/core/customers/rules'

/** Who wrote, as WhatsApp names them; at least one address is there. */
export interface WhatsappIdentity {
  /** International digits. */
  readonly waId: string | null
  /** A business-scoped user id. */
  readonly waUserId: string | null
  readonly profileName: string | null
  /** When WhatsApp says that this is so. */
  readonly at: Date
  /** What they are known by from then on, where WhatsApp tells of a change; null: it tells of none. */
  readonly becomes: { readonly waId: string | null; readonly waUserId: string | null } | null
}

/** The number as the desk writes it; null where it is none. */
export const phoneOf = (waId: string | null): string | null =>
  waId === null ? null : canonicalPhone(`+${waId}`)
