/**
 * Why no message reaches a customer at all. not-on-whatsapp: WhatsApp could not deliver to the number. blocked: we have
 * blocked them there. no-address: nothing that they were known by is theirs any more.
 */
export const unreachableReasons = ['not-on-whatsapp', 'blocked', 'no-address'] as const
export type UnreachableReason = (typeof unreachableReasons)[number]
