import {
  type SavedFilter,
  SavedView,
  type SavedViewEntity,
  SavedViewTotals,
} from '@parley/core/saved-views/api'
import { tolerant, tolerantList } from '@parley/core/read/tolerant'
import type { ViewScope } from '@parley/core/saved-views/constants'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { isMissing } from '../../client/api-failure.ts'
import { api } from '../../client/client.ts'
import { useFresh } from '../../sync/fresh-query.ts'

const readSavedView = tolerant(SavedView)
const readSavedViews = tolerantList(SavedView)
const readTotals = tolerant(SavedViewTotals)

const key = ['saved-views', 'all'] as const

/** The shared views and the agent's own, by name; asked for anew when a frame says so, too. */
export const useSavedViews = (enabled = true) =>
  useFresh(key, async () => readSavedViews((await api.savedViews()).value), { enabled })

/** How many conversations there are in each, by its id. */
export const useViewTotals = (enabled = true) =>
  useFresh(
    ['saved-views', 'totals'],
    async () => new Map(Object.entries(readTotals((await api.savedViewTotals()).value))),
    { enabled, gcTime: 0 },
  )

/** What is done with views. Each rejects with `ApiFailure`; what is held follows. */
export function useViewActions() {
  'use memo'
  const client = useQueryClient()
  return actionsOf(client)
}

const byName = (a: SavedViewEntity, b: SavedViewEntity) => a.name.localeCompare(b.name)

function actionsOf(client: QueryClient) {
  const put = (id: string, views: readonly SavedViewEntity[]) =>
    client.setQueryData<readonly SavedViewEntity[]>(
      key,
      cached => cached && [...cached.filter(one => one.id !== id), ...views].toSorted(byName),
    )
  const settled = () => void client.invalidateQueries({ queryKey: ['saved-views'] })
  const held = async (ask: Promise<{ readonly value: unknown }>): Promise<SavedViewEntity> => {
    try {
      const view = readSavedView((await ask).value)
      put(view.id, [view])
      return view
    } finally {
      settled()
    }
  }
  return {
    save: (name: string, scope: ViewScope, filter: SavedFilter) =>
      held(api.saveView({ body: { name, scope, filter } })),
    rename: (id: string, name: string) => held(api.changeView({ params: { id }, body: { name } })),
    overwrite: (id: string, filter: SavedFilter) =>
      held(api.changeView({ params: { id }, body: { filter } })),
    /** One that is gone already is no failure. */
    remove: async (id: string): Promise<void> => {
      try {
        await api.removeView({ params: { id } })
      } catch (cause) {
        if (!isMissing(cause)) throw cause
      } finally {
        settled()
      }
      put(id, [])
    },
  }
}
