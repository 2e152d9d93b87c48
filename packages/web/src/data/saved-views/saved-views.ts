import {
  type SavedFilter,
  SavedView,
  type SavedViewEntity,
  SavedViewTotals,
} from '@parley/core/saved-views/api'
import { tolerant, tolerantList } from '@parley/core/read/tolerant'
import type { ViewScope } from '@parley/core/saved-views/constants'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiFailure } from '../../client/api-failure.ts'
import { api } from '../../client/client.ts'

const readSavedView = tolerant(SavedView)
const readSavedViews = tolerantList(SavedView)
const readTotals = tolerant(SavedViewTotals)

const key = ['saved-views', 'all'] as const

/** The shared views and the agent's own, by name; asked for anew when shown, and when a frame says so. */
export const useSavedViews = (enabled = true) =>
  useQuery({
    enabled,
    queryKey: key,
    queryFn: async () => readSavedViews((await api.savedViews()).value),
    staleTime: 0,
  })

/** How many conversations there are in each, by its id; asked for whenever it is shown. */
export const useViewTotals = (enabled = true) =>
  useQuery({
    enabled,
    queryKey: ['saved-views', 'totals'],
    queryFn: async () => new Map(Object.entries(readTotals((await api.savedViewTotals()).value))),
    staleTime: 0,
    gcTime: 0,
  })

/** What is done with views. Each rejects with `ApiFailure`; what is held follows. */
export interface ViewActions {
  save(name: string, scope: ViewScope, filter: SavedFilter): Promise<SavedViewEntity>
  rename(id: string, name: string): Promise<SavedViewEntity>
  overwrite(id: string, filter: SavedFilter): Promise<SavedViewEntity>
  /** One that is gone already is no failure. */
  remove(id: string): Promise<void>
}

export function useViewActions(): ViewActions {
  'use memo'
  const client = useQueryClient()
  return actionsOf(client)
}

const byName = (a: SavedViewEntity, b: SavedViewEntity) => a.name.localeCompare(b.name)

function actionsOf(client: QueryClient): ViewActions {
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
    save: (name, scope, filter) => held(api.saveView({ body: { name, scope, filter } })),
    rename: (id, name) => held(api.changeView({ params: { id }, body: { name } })),
    overwrite: (id, filter) => held(api.changeView({ params: { id }, body: { filter } })),
    remove: async id => {
      try {
        await api.removeView({ params: { id } })
      } catch (cause) {
        if (!(cause instanceof ApiFailure && cause.status === 404)) throw cause
      } finally {
        settled()
      }
      put(id, [])
    },
  }
}
