import { routingCalls } from '@parley/core/routing/api'
import type { Writer } from '../db/write.ts'
import { type Http, mount } from '../http/mount.ts'
import { changeRouting, keptRouting } from './settings.ts'

export function routingRoutes(http: Http, { writer }: { readonly writer: Writer }): void {
  mount(http, routingCalls, {
    routing: () => keptRouting(writer.db),
    changeRouting: async ({ body, caller }) => {
      await changeRouting(writer, body.routing, body.version, caller)
      return keptRouting(writer.db)
    },
  })
}
