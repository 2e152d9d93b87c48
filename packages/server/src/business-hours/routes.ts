import { businessHoursCalls } from '@parley/core/business-hours/api'
import type { Writer } from '../db/write.ts'
import { type Http, mount } from '../http/mount.ts'
import { changeBusinessHours } from './actions.ts'
import { businessHours } from './queries.ts'

export function businessHoursRoutes(http: Http, { writer }: { readonly writer: Writer }): void {
  mount(http, businessHoursCalls, {
    businessHours: () => businessHours(writer.db),
    changeBusinessHours: async ({ body, caller }) => {
      await changeBusinessHours(writer, body.hours, body.version, caller)
      return businessHours(writer.db)
    },
  })
}
