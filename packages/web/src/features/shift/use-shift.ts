import { t } from '@parley/core/text/translate'
import type { ConversationEntity } from '@parley/core/conversations/api'
import { customerNameOf } from '@parley/core/conversations/rules'
import { type GoesTo, handedOverWords, isMissing } from '@parley/core/work/rules'
import { useMemo, useState } from 'react'
import { newId } from '../../client/client.ts'
import { useKeptDraft } from '../../client/device/use-kept-draft.ts'
import { type HandedOver, type HandOverItem, useHandOver } from '../../data/assignments/hand-over.ts'
import { type KeptPlan, shiftPlans, shiftPlansKey } from '../../data/assignments/shift-plans.ts'
import { showToast } from '../../ui/states/toasts.ts'
import { useAction } from '../../ui/hooks/use-action.ts'

/** One that was not handed over, whose words stand where they were. */
export interface RefusedRow {
  readonly id: string
  readonly name: string
  readonly why: string
  readonly text: string
}

const wordsOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/** What is chosen already for a conversation of which nothing was said: the colleague to whom it is offered, else it stays. */
const untouched = ({ offer }: Pick<ConversationEntity, 'offer'>): KeptPlan => ({
  clientId: '',
  text: '',
  to: offer?.agent_id ?? 'keep',
})

const isUntouched = (plan: KeptPlan, row: ConversationEntity): boolean =>
  plan.text === '' && plan.to === untouched(row).to

/** What somebody says of their open conversations at the end of a shift, kept on the device until it is done. */
export function useShift(agentId: string, rows: readonly ConversationEntity[]) {
  const { draft: plans, restored, kept } = useKeptDraft(shiftPlansKey(agentId), shiftPlans)
  const [refused, setRefused] = useState<readonly RefusedRow[]>([])
  const [isHeld, setHeld] = useState(false)
  const handOver = useHandOver()
  const { busy, failure, run, dismiss } = useAction(wordsOf)

  const planOf = (row: ConversationEntity): KeptPlan => plans[row.id] ?? untouched(row)
  const change = (row: ConversationEntity, step: (plan: KeptPlan) => KeptPlan) =>
    kept.change(all => {
      const next = step(all[row.id] ?? untouched(row))
      const { [row.id]: _, ...others } = all
      return isUntouched(next, row) ? others : { ...others, [row.id]: next }
    })
  const forget = (ids: ReadonlySet<string>) =>
    kept.change(all => Object.fromEntries(Object.entries(all).filter(([id]) => !ids.has(id))))

  const planned = useMemo(() => {
    const counts = new Map<string, number>()
    for (const row of rows) {
      const { to } = plans[row.id] ?? untouched(row)
      // What is offered to them already counts among what they have.
      if (to !== 'keep' && to !== 'none' && row.offer?.agent_id !== to)
        counts.set(to, (counts.get(to) ?? 0) + 1)
    }
    return counts
  }, [plans, rows])

  const submit = async (leaves: boolean) => {
    const sent = rows.filter(row => {
      const { text, to } = planOf(row)
      return text.trim() !== '' || to !== untouched(row).to || (leaves && to !== 'keep')
    })
    kept.change(all => withIds(all, sent.map(planWithRow(all))))
    const items = sent.map(row => itemOf(row, kept.draft[row.id] ?? untouched(row), agentId))
    await run(async () => {
      const done = await handOver(items, leaves)
      const names = new Map(sent.map(row => [row.id, customerNameOf(row)]))
      const next = refusedOf(done, names, kept.draft)
      forget(new Set(items.map(item => item.conversation_id).filter(id => !next.some(one => one.id === id))))
      setRefused(next)
      setHeld(leaves && !done.offline)
      tell(done, items, agentId)
    })
  }

  return {
    planOf,
    planned,
    /** Before it, what was kept is not known. */
    restored,
    /** Whether anything was said that Save would write down. */
    isTouched: rows.some(row => !isUntouched(planOf(row), row)),
    given: rows.filter(row => planOf(row).to !== 'keep').length,
    missing: rows.filter(row => isMissing(planOf(row))).length,
    refused,
    /** They wanted to go offline, and something of theirs was refused. */
    isHeld,
    busy,
    failure,
    dismiss,
    setText: (row: ConversationEntity, text: string) =>
      change(row, plan => ({ ...plan, text, clientId: '' })),
    setTo: (row: ConversationEntity, to: GoesTo) => change(row, plan => ({ ...plan, to })),
    drop: (id: string) => {
      forget(new Set([id]))
      setRefused(refused.filter(one => one.id !== id))
    },
    submit,
  }
}

type Plans = Readonly<Record<string, KeptPlan>>

const planWithRow = (all: Plans) => (row: ConversationEntity) =>
  [row.id, all[row.id] ?? untouched(row)] as const

/** Words that go out have an id, which they keep until they are other words. */
const withIds = (all: Plans, sent: readonly (readonly [string, KeptPlan])[]): Plans => ({
  ...all,
  ...Object.fromEntries(
    sent.map(([id, plan]) => [id, plan.clientId === '' ? { ...plan, clientId: newId() } : plan]),
  ),
})

const itemOf = (
  { id, offer }: ConversationEntity,
  { clientId, text, to }: KeptPlan,
  agentId: string,
): HandOverItem => ({
  conversation_id: id,
  ...(text.trim() !== '' && { next_step: { client_note_id: clientId, text: text.trim() } }),
  ...(to !== 'keep' ? { to } : offer !== null && { to: agentId }),
})

const refusedOf = (
  { results }: HandedOver,
  names: ReadonlyMap<string, string>,
  plans: Plans,
): readonly RefusedRow[] =>
  results.flatMap(one => {
    if (one.outcome !== 'refused') return []
    const { conversation_id: id, detail } = one
    return [{ id, name: names.get(id) ?? '', why: detail, text: plans[id]?.text ?? '' }]
  })

function tell({ results, offline }: HandedOver, items: readonly HandOverItem[], agentId: string): void {
  const isDone = new Set(results.flatMap(one => (one.outcome === 'refused' ? [] : [one.conversation_id])))
  const done = items.filter(item => isDone.has(item.conversation_id))
  const given = done.filter(({ to }) => to !== undefined && to !== agentId).length
  const noted = done.filter(({ next_step: step }) => step !== undefined).length
  if (done.length === 0 && !offline) return
  showToast({
    key: 'shift',
    title: offline ? t('You are offline') : t('Saved'),
    description: `${handedOverWords(given, noted)}.`,
  })
}
