import { calendar } from '@parley/core/rules/format'

/** The browser's own zone, for chat. */
export const local = calendar()
