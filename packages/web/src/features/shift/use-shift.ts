import type { ConversationEntity } from '@parley/core/conversations/api'
import { customerNameOf } from '@parley/core/conversations/rules'
import { t } from '@parley/core/text/translate'
import { type GoesTo, goesTo, handedOverWords, lacksNewOwner } from '@parley/core/work/rules'
import { useMemo, useState } from 'react'
import { newId } from '../../client/client.ts'
import { useKeptDraft } from '../../client/device/kept-draft.ts'
import {
  type HandedOver,
  type HandOverItem,
  useHandOver,
  type KeptPlan,
  shiftPlans,
  shiftPlansKey,
} from '../../data/assignments/shift.ts'
import { useAction } from '../../ui/hooks/use-action.ts'
import { showToast } from '../../ui/states/toasts.ts'

const untouched: KeptPlan = { clientId: '', text: '', to: null }

const isUntouched = ({ text, to }: KeptPlan): boolean => text === '' && to === null

/** The plans with one of them changed; one of which nothing is said is not kept. */
function withPlan(all: Plans, id: string, step: (plan: KeptPlan) => KeptPlan): Plans {
  const { [id]: plan = untouched, ...others } = all
  const next = step(plan)
  return isUntouched(next) ? others : { ...others, [id]: next }
}

/** What somebody says of their open conversations at the end of a shift, kept on the device until it is done. */
export function useShift(agentId: string, rows: readonly ConversationEntity[]) {
  const { draft: plans, restored, kept } = useKeptDraft(shiftPlansKey(agentId), shiftPlans)
  const [refused, setRefused] = useState<ReturnType<typeof refusedOf>>([])
  const [isHeld, setHeld] = useState(false)
  const handOver = useHandOver()
  const { busy, failure, run, dismiss } = useAction(cause =>
    cause instanceof Error ? cause.message : String(cause),
  )

  /** What was chosen for each row before all went to the queue; null: nothing to undo. */
  const [before, setBefore] = useState<ReadonlyMap<string, GoesTo | null> | null>(null)
  const planOf = (row: ConversationEntity): KeptPlan => plans[row.id] ?? untouched
  const change = (row: ConversationEntity, step: (plan: KeptPlan) => KeptPlan) =>
    kept.change(all => withPlan(all, row.id, step))
  const unplaced = rows.filter(row => lacksNewOwner(planOf(row), row))
  const allToQueue = () => {
    setBefore(new Map(unplaced.map(row => [row.id, planOf(row).to])))
    for (const row of unplaced) change(row, plan => ({ ...plan, to: 'none' }))
  }
  const undoAllToQueue = () => {
    setBefore(null)
    for (const [id, to] of before ?? [])
      kept.change(all => withPlan(all, id, plan => (plan.to === 'none' ? { ...plan, to } : plan)))
  }
  const forget = (ids: ReadonlySet<string>) =>
    kept.change(all => Object.fromEntries(Object.entries(all).filter(([id]) => !ids.has(id))))

  const planned = useMemo(() => {
    const counts = new Map<string, number>()
    for (const row of rows) {
      const { to } = plans[row.id] ?? untouched
      // What is offered to them already counts among what they have.
      if (to !== null && to !== 'keep' && to !== 'none' && row.offer?.agent_id !== to)
        counts.set(to, (counts.get(to) ?? 0) + 1)
    }
    return counts
  }, [plans, rows])

  const submit = async (leaves: boolean) => {
    const sent = rows.filter(row => {
      const plan = planOf(row)
      return plan.text.trim() !== '' || plan.to !== null || (leaves && goesTo(plan, row) !== 'keep')
    })
    kept.change(all => withIds(all, sent))
    const items = sent.map(row => {
      const plan = kept.draft[row.id] ?? untouched
      return itemOf(row, leaves ? { ...plan, to: goesTo(plan, row) } : plan, agentId)
    })
    await run(async () => {
      const done = await handOver(items, leaves)
      const names = new Map(sent.map(row => [row.id, customerNameOf(row)]))
      const next = refusedOf(done, names, kept.draft)
      forget(new Set(items.map(item => item.conversation_id).filter(id => !next.some(one => one.id === id))))
      setRefused(next)
      setHeld(leaves && !done.offline)
      setBefore(null)
      tell(done, items, agentId)
    })
  }

  return {
    planOf,
    planned,
    /** Before it, what was kept is not known. */
    restored,
    /** Whether anything was said that Save would write down. */
    isTouched: rows.some(row => !isUntouched(planOf(row))),
    /** Where each goes when they go offline now. */
    places: rows.map(row => goesTo(planOf(row), row)),
    /** Null: each has a new owner. */
    allToQueue: unplaced.length === 0 ? null : allToQueue,
    /** Null: there is nothing to undo. */
    undoAllToQueue: before === null ? null : undoAllToQueue,
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

/** Words that go out have an id, which they keep until they are other words. */
function withIds(all: Plans, sent: readonly ConversationEntity[]): Plans {
  const plans = sent.map(({ id }) => [id, all[id] ?? untouched] as const)
  const named = plans.map(([id, plan]) => [id, { ...plan, clientId: plan.clientId || newId() }] as const)
  return { ...all, ...Object.fromEntries(named) }
}

const itemOf = (
  { id, offer }: ConversationEntity,
  { clientId, text, to }: KeptPlan,
  agentId: string,
): HandOverItem => ({
  conversation_id: id,
  ...(text.trim() !== '' && { next_step: { client_note_id: clientId, text: text.trim() } }),
  // Who keeps what is offered to a colleague takes the offer back.
  ...(to !== null && (to !== 'keep' ? { to } : offer !== null && { to: agentId })),
})

/** What was not handed over; its words stand where they were. */
const refusedOf = ({ results }: HandedOver, names: ReadonlyMap<string, string>, plans: Plans) =>
  results.flatMap(one => {
    if (one.outcome !== 'refused') return []
    const { conversation_id: id, detail: why } = one
    return [{ id, name: names.get(id) ?? '', why, text: plans[id]?.text ?? '' }]
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
