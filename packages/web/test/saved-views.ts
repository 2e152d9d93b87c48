import { ApiError } from '@parley/core/errors'
import type { SavedView } from '@parley/core/saved-views/api'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import type * as z from 'zod'
import type { FakeApi } from './fake-api.ts'

export type View = z.input<typeof SavedView>

/** A view of one's own unless told otherwise. */
export const savedView = (fields: Partial<View> = {}): View => ({
  id: '61',
  name: 'Quokka cards',
  scope: 'own',
  filter: { search: 'quokka', has_open_issues: true },
  assignee: null,
  ...fields,
})

/** The server has these views, and edits them; each has one conversation. */
export class ViewServer {
  views: readonly View[]
  readonly #api: FakeApi

  constructor(api: FakeApi, views: readonly View[]) {
    this.views = views
    this.#api = api
    api.answer('savedViews', () => [...this.views])
    api.answer('savedViewTotals', () => Object.fromEntries(this.views.map(({ id }) => [id, 1])))
    api.answer('saveView', ({ body }) => {
      const view = savedView({ ...body, id: '62' })
      this.views = [...this.views, view]
      return view
    })
    api.answer('changeView', ({ params, body }) => this.#change(params.id, body))
    api.answer('removeView', ({ params }) => {
      this.views = this.views.filter(({ id }) => id !== params.id)
      return null
    })
  }

  /** Somebody else, or this agent elsewhere, has changed the views. */
  become(views: readonly View[]): void {
    this.views = views
    this.#api.publish({ event: 'saved-views', data: {} })
  }

  #change(id: string, change: { name?: string | undefined; filter?: View['filter'] | undefined }): View {
    const before = this.views.find(view => view.id === id)
    if (before === undefined) throw new ApiError('view.not-found', { id })
    const { name = before.name, filter = before.filter } = change
    const after = { ...before, name, filter }
    this.views = this.views.map(view => (view.id === id ? after : view))
    return after
  }
}

/** Opens the menu of views. */
export async function openViews(): Promise<void> {
  await page.getByRole('button', { name: /^View(s|:)/ }).click()
  await expect.element(page.getByRole('menu')).toBeVisible()
}

export const choice = (name: string | RegExp) => page.getByRole('menuitemradio', { name })
export const item = (name: string | RegExp) => page.getByRole('menuitem', { name })

/** The server has these saved views. */
export const serveViews = (api: FakeApi, views: readonly View[]): ViewServer => new ViewServer(api, views)
