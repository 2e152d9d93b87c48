import type { ShiftPlan } from '@parley/core/work/rules'
import { type DraftKind, joinedText } from '../../client/device/kept-draft.ts'

/** What somebody has typed and chosen for one conversation. */
export interface KeptPlan extends ShiftPlan {
  /** Goes with the words to the server: however often they are sent, they are one note. Empty: they were never sent. */
  readonly clientId: string
}

/** By the conversation's id. */
export type KeptPlans = Readonly<Record<string, KeptPlan>>

export const shiftPlansKey = (agentId: string): string => `shift:${agentId}`

export const shiftPlans: DraftKind<KeptPlans> = {
  empty: () => ({}),
  isEmpty: plans => Object.keys(plans).length === 0,
  join: (kept, written) => ({
    ...kept,
    ...Object.fromEntries(
      Object.entries(written).map(([id, plan]) => [
        id,
        // Both together are other words than those that may have been sent.
        { ...plan, clientId: '', text: joinedText(kept[id]?.text ?? '', plan.text, ' ') },
      ]),
    ),
  }),
}
