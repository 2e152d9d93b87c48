import type { SavedFilter, SavedView } from '@parley/core/api/saved-views'
import { readSavedView, readSavedViews } from '@parley/core/read/saved-view'
import { fieldsOf, numberOf } from '@parley/core/read/value'
import type { ViewScope } from '@parley/core/words/saved-views'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiFailure } from '../../client/api-failure.ts'
import { laterApi } from '../../client/later-client.ts'

const key = ['saved-views', 'all'] as const

/** The shared views and the agent's own, by name; asked for anew when shown, and when a frame says so. */
export const useSavedViews = () =>
  useQuery({
    queryKey: key,
    queryFn: async () => readSavedViews((await laterApi.savedViews()).value),
    staleTime: 0,
  })

/** How many conversations there are in each, by its id; asked for whenever it is shown. */
export const useViewTotals = () =>
  useQuery({
    queryKey: ['saved-views', 'totals'],
    queryFn: async () =>
      new Map(
        Object.entries(fieldsOf((await laterApi.savedViewTotals()).value)).map(([id, total]) => [
          id,
          numberOf(total),
        ]),
      ),
    staleTime: 0,
    gcTime: 0,
  })

/** What is done with views. Each rejects with `ApiFailure`; what is held follows. */
export interface ViewActions {
  save(name: string, scope: ViewScope, filter: SavedFilter): Promise<SavedView>
  rename(id: string, name: string): Promise<SavedView>
  overwrite(id: string, filter: SavedFilter): Promise<SavedView>
  /** One that is gone already is no failure. */
  remove(id: string): Promise<void>
}

export function useViewActions(): ViewActions {
  const client = useQueryClient()
  return useMemo(() => actionsOf(client), [client])
}

const byName = (a: SavedView, b: SavedView) => a.name.localeCompare(b.name)

function actionsOf(client: QueryClient): ViewActions {
  const put = (id: string, views: readonly SavedView[]) =>
    client.setQueryData<readonly SavedView[]>(
      key,
      held => held && [...held.filter(one => one.id !== id), ...views].toSorted(byName),
    )
  const settled = () => void client.invalidateQueries({ queryKey: ['saved-views'] })
  const held = async (ask: Promise<{ readonly value: unknown }>): Promise<SavedView> => {
    try {
      const view = readSavedView((await ask).value)
      put(view.id, [view])
      return view
    } finally {
      settled()
    }
  }
  return {
    save: (name, scope, filter) => held(laterApi.saveView({ body: { name, scope, filter } })),
    rename: (id, name) => held(laterApi.changeView({ params: { id }, body: { name } })),
    overwrite: (id, filter) => held(laterApi.changeView({ params: { id }, body: { filter } })),
    remove: async id => {
      try {
        await laterApi.removeView({ params: { id } })
      } catch (cause) {
        if (!(cause instanceof ApiFailure && cause.status === 404)) throw cause
      } finally {
        settled()
      }
      put(id, [])
    },
  }
}
