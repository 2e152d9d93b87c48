import type { OutboxEntry } from '@parley/core/messages/outbox'
import type { OutboxWorld } from './outbox.ts'

/** What an outbox asks of a page with a good line, whose agent has no other tab. */
export const onePage = (
  kept: ReadonlyMap<string, OutboxEntry>,
): Pick<OutboxWorld, 'whyNotUnasked' | 'pressed' | 'isCut' | 'lineIsBack' | 'readOne' | 'alone'> => ({
  whyNotUnasked: async () => null,
  pressed: () => null,
  isCut: () => false,
  lineIsBack: async () => undefined,
  readOne: async clientId => kept.get(clientId),
  alone: run => run(),
})
