/**
 * Why no message reaches a customer at all. not-on-whatsapp: WhatsApp could not deliver to the number. blocked: we have
 * blocked them there. no-address: nothing that they were known by is theirs any more. number-gone: the business number that
 * they wrote to is not ours any more.
 */
export const unreachableReasons = ['not-on-whatsapp', 'blocked', 'no-address', 'number-gone'] as const
export type UnreachableReason = (typeof unreachableReasons)[number]
