import { calendar } from '@parley/core/text/format'

/** The browser's own zone, for chat. */
export const local = calendar()
