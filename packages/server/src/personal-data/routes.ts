import { personalDataCalls } from '@parley/core/customers/personal-data'
import { dispositionOf } from '../attachments/file-name.ts'
import { type Http, mount } from '../http/mount.ts'
import { customerId } from '../http/ids.ts'
import { type EraseDeps, eraseCustomer } from './erase.ts'
import { type ExportDeps, exportCustomer } from './export.ts'

export function personalDataRoutes(http: Http, deps: ExportDeps & EraseDeps): void {
  mount(http, personalDataCalls, {
    exportCustomer: async ({ params, caller, reply }) => {
      const id = customerId(params.id)
      const bytes = await exportCustomer(deps, id, caller)
      return reply
        .type('application/zip')
        .header('content-disposition', dispositionOf('attachment', `customer-${id}.zip`))
        .send(bytes)
    },
    eraseCustomer: async ({ params, body, caller }) => {
      await eraseCustomer(deps, customerId(params.id), body, caller)
      return undefined
    },
  })
}
