import type { BulkAction } from '@parley/core/bulk/api'
import type { BulkWords } from '@parley/core/bulk/rules'
import { t } from '@parley/core/text/translate'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { failed, failureWords, logFailure } from '../../client/action-messages.ts'
import { api } from '../../client/client.ts'
import { refreshConversation } from './conversation.ts'
import { lineIsBehind } from '../../sync/freshness.ts'

/** What is done with several conversations by one press. */
export interface BulkChange {
  readonly action: BulkAction
  readonly words: BulkWords
  /** By id: whose conversation it was when it was pressed. */
  readonly names: ReadonlyMap<string, string>
}

/** One that was not changed, and why. */
export interface Refused {
  readonly id: string
  readonly name: string
  readonly code: string
  readonly detail: string
}

type Result = Awaited<ReturnType<typeof api.changeConversations>>['value']['results'][number]
export type Undoable = Parameters<typeof api.undoConversations>[0]['body']['changes'][number]

/** What became of a change. */
export interface BulkDone {
  readonly change: BulkChange
  readonly done: number
  /** How many were so already. */
  readonly unchanged: number
  readonly refused: readonly Refused[]
  /** What can be taken back, by `undoBulk`. */
  readonly undoable: readonly Undoable[]
}

const refusedOf = (results: readonly Result[], names: ReadonlyMap<string, string>): readonly Refused[] =>
  results.flatMap(one => {
    if (one.outcome !== 'refused') return []
    const { conversation_id: id, code, detail } = one
    return [{ id, name: names.get(id) ?? '', code, detail }]
  })

/** Rows follow by the socket; while that is behind, lists are asked for anew. */
const bringIn = (client: QueryClient): void => {
  if (lineIsBehind.get()) void client.invalidateQueries({ queryKey: ['conversations'] })
}

/**
 * Changing several conversations by one call. The same again changes nothing, so that one that got no answer can be
 * pressed again.
 * @param onFailed told why nothing is known to be done, in words
 */
export function useBulk(
  onDone: (done: BulkDone) => void,
  onFailed: (words: string) => void,
): { readonly busy: boolean; readonly change: (change: BulkChange) => void } {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ action, names }: BulkChange) =>
      (await api.changeConversations({ body: { conversation_ids: [...names.keys()], action } })).value
        .results,
    onSuccess: (results, change) => {
      bringIn(client)
      const undoable = results.flatMap(one => {
        if (one.outcome !== 'done' || one.undo === null) return []
        return [{ conversation_id: one.conversation_id, undo: one.undo }]
      })
      const count = (outcome: Result['outcome']) => results.filter(one => one.outcome === outcome).length
      const refused = refusedOf(results, change.names)
      onDone({ change, done: count('done'), unchanged: count('unchanged'), refused, undoable })
    },
    onError: cause => {
      logFailure('changeConversations', cause)
      onFailed(failureWords('changeConversations', cause))
    },
  })
  return { busy: isPending, change: mutate }
}

/**
 * Takes a change back wherever nothing was changed since.
 * @throws Error in words for a person
 */
export async function undoBulk(
  client: QueryClient,
  names: BulkChange['names'],
  undoable: BulkDone['undoable'],
) {
  try {
    const { value } = await api.undoConversations({ body: { changes: [...undoable] } })
    bringIn(client)
    const refused = refusedOf(value.results, names)
    const isChanged = ({ code }: Refused) => code === 'conversation.changed'
    return {
      undone: value.results.length - refused.length,
      /** What somebody changed since: it stays. */
      changed: refused.filter(isChanged),
      refused: refused.filter(one => !isChanged(one)),
    }
  } catch (cause) {
    throw failed('undoConversations', cause)
  }
}

/**
 * Undoes one change of a conversation, unless it was changed since. Rejects with words for a person.
 * @param undo what the change led to, which shows a later change, and what there was before
 */
export async function undoChange(client: QueryClient, id: string, undo: Undoable['undo']): Promise<void> {
  const { changed, refused } = await undoBulk(client, new Map([[id, '']]), [{ conversation_id: id, undo }])
  void refreshConversation(client, id)
  if (changed.length > 0) throw new Error(t('It was changed meanwhile and stays as it is'))
  const [first] = refused
  if (first !== undefined) throw new Error(first.detail)
}
