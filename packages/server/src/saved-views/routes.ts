import { savedViewCalls } from '@parley/core/saved-views/api'
import type { Writer } from '../db/write.ts'
import { askerOf } from '../http/caller.ts'
import { type Http, mount } from '../http/mount.ts'
import { savedViewId } from '../http/ids.ts'
import { visibilityOf } from '../visibility/queries.ts'
import { changeView, removeView, saveView } from './actions.ts'
import { savedView, savedViews, viewTotals } from './queries.ts'

export function savedViewRoutes(http: Http, writer: Writer): void {
  const { db } = writer
  mount(http, savedViewCalls, {
    savedViews: ({ caller }) => savedViews(db, caller.agentId),
    savedViewTotals: async ({ caller }) => {
      const views = await savedViews(db, caller.agentId)
      const isServed = !http.sampleAreas.includes('issues')
      const counted = views.filter(({ filter }) => isServed || filter.has_open_issues === undefined)
      return viewTotals(db, counted, visibilityOf(caller))
    },
    saveView: async ({ body, caller: { agentId } }) =>
      savedView(db, agentId, await saveView(writer, { ...body, agentId })),
    changeView: async ({ params, body, caller }) => {
      const id = savedViewId(params.id)
      await changeView(writer, id, body, { agentId: caller.agentId, asker: askerOf(caller) })
      return savedView(db, caller.agentId, id)
    },
    removeView: async ({ params, caller }) => {
      await removeView(writer, savedViewId(params.id), { agentId: caller.agentId, asker: askerOf(caller) })
    },
  })
}
