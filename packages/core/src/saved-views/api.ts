import * as z from 'zod'
import { viewLimits, viewScopes } from './constants.ts'
import { declare, orElse, type Plain } from '../call.ts'
import { ConversationStatus } from '../conversations/api.ts'
import { AgentId, PathId, SavedViewId } from '../ids.ts'
import { typedText } from '../text/typed.ts'

/** A view's filter of the list of conversations, in the form of the list's call. */
export const SavedFilter = z.object({
  status: ConversationStatus.optional(),
  search: typedText(viewLimits.search).min(1).optional(),
  /** An agent's id, or "none". */
  assignee_id: z.string().min(1).max(100).optional(),
  has_open_issues: z.boolean().optional(),
})
export type SavedFilter = z.output<typeof SavedFilter>

/** A view of the list of conversations. Another agent's own views are never returned. */
export const SavedView = z.object({
  id: SavedViewId,
  name: z.string(),
  scope: orElse(z.enum(viewScopes), 'shared'),
  filter: SavedFilter,
  /** The agent in the filter; null: none, or an agent who no longer exists. */
  assignee: z.object({ id: AgentId, name: z.string(), is_disabled: z.boolean() }).nullable(),
})
export type SavedView = z.output<typeof SavedView>
export type SavedViewEntity = Plain<SavedView>

/** The number of conversations of each view, by the view's id. */
export const SavedViewTotals = z.record(SavedViewId, z.int())

const name = typedText(viewLimits.name).min(1, 'must not be empty')

export const savedViewCalls = declare({
  savedViews: {
    method: 'GET',
    path: '/saved-views',
    summary: 'The shared views of the list of conversations and the caller’s own, by name',
    policy: 'desk',
    reply: z.array(SavedView),
  },
  savedViewTotals: {
    method: 'GET',
    path: '/saved-views/totals',
    summary: 'How many conversations in sight each of these views has, by its id, as the list counts them',
    policy: 'desk',
    spends: 'search',
    reply: SavedViewTotals,
  },
  saveView: {
    method: 'POST',
    path: '/saved-views',
    summary: 'Save a view; the same name and filter again are the one that was made',
    policy: 'desk',
    also: { policy: 'shared-views', field: 'scope', values: ['shared'] },
    body: z.object({ name, scope: z.enum(viewScopes), filter: SavedFilter }),
    reply: SavedView,
    problems: ['view.taken', 'view.too-many'],
  },
  changeView: {
    method: 'PUT',
    path: '/saved-views/:id',
    summary:
      'Rename an own view or overwrite its filter, or with the right to it a shared one’s; what is not given stays',
    policy: 'desk',
    params: PathId,
    body: z.object({ name: name.optional(), filter: SavedFilter.optional() }),
    reply: SavedView,
    problems: ['view.not-found', 'view.taken'],
  },
  removeView: {
    method: 'DELETE',
    path: '/saved-views/:id',
    summary: 'Delete an own view, or with the right to it a shared one',
    policy: 'desk',
    params: PathId,
    reply: null,
    problems: ['view.not-found'],
  },
})
