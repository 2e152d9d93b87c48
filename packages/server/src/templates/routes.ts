import { templateCalls } from '@parley/core/templates/api'
import { ApiError } from '@parley/core/errors'
import { conversationExists } from '../conversations/queries.ts'
import type { Writer } from '../db/write.ts'
import { type Http, mount } from '../http/mount.ts'
import { conversationId } from '../http/ids.ts'
import { allTemplates, templatesFor } from './queries.ts'

export interface TemplateDeps {
  readonly writer: Writer
  /** Has the templates read from WhatsApp anew. */
  readonly wakeTemplates: () => void
}

export function templateRoutes(http: Http, { writer: { db }, wakeTemplates }: TemplateDeps): void {
  mount(http, templateCalls, {
    allTemplates: () => allTemplates(db),
    refreshTemplates: async () => wakeTemplates(),
    templates: async ({ params }) => {
      const id = conversationId(params.id)
      if (!(await conversationExists(db, id))) throw new ApiError('conversation.not-found', { id: params.id })
      return templatesFor(db, id)
    },
  })
}
