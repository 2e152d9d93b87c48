import type { BulkAction, BulkResult, BulkUndo } from '@parley/core/bulk/api'
import type { ConversationRow } from '@parley/core/conversations/api'
import { ApiError } from '@parley/core/errors'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type * as z from 'zod'
import { expectAccessible } from '../../../test/accessible.ts'
import { openConsole } from '../../../test/console.tsx'
import { conversations, serveConversations } from '../../../test/conversation-list.ts'
import {
  address,
  conversationCell,
  conversationList,
  conversationRows,
  focusOn,
} from '../../../test/screen.ts'
import type { FakeApi } from '../../../test/fake-api.ts'
import { keysAreHeard, tabTo } from '../../../test/keys.ts'
import { brian, me } from '../../../test/samples.ts'

type Row = z.input<typeof ConversationRow>

const bar = () => page.getByRole('group', { name: 'Selected conversations' })
const inBar = (name: string) => bar().getByRole('button', { name })
const row = (name: string) => conversationRows().filter({ hasText: new RegExp(`${name}\\b`) })
const box = (name: string) => row(name).getByRole('checkbox', { name: /^Select / })
const all = () => conversationList().getByRole('checkbox', { name: 'Select all shown' })
const toast = (words: string) =>
  page.getByRole('region', { name: 'New notifications' }).filter({ hasText: words })
const undo = () => page.getByRole('button', { name: 'Undo' })
/** The pointer leaves the rows, which would hold their places under it. */
const pointAway = () => page.getByRole('banner').getByRole('heading').hover()

afterEach(() => {
  vi.restoreAllMocks()
})

/** The server's conversations, which it changes several at once and takes back by its rules; the console hears of each. */
class BulkServer {
  #rows: readonly Row[]
  readonly #api: FakeApi
  /** By id: why a change of it is refused. */
  readonly refusals = new Map<string, ApiError>()

  constructor(api: FakeApi, list: readonly Row[]) {
    this.#api = api
    this.#rows = list
    serveConversations(api, list)
    this.serveUndo()
    api.answer('availableAgents', [me, brian])
    api.answer('changeConversations', ({ body }) => ({
      results: body.conversation_ids.map(id => this.#change(id, body.action)),
    }))
  }

  /** Answers the call that takes changes back, also where a test let it fail. */
  serveUndo(): void {
    this.#api.answer('undoConversations', ({ body }) => ({
      results: body.changes.map(({ conversation_id: id, undo: change }) => this.#undo(id, change)),
    }))
  }

  /** A conversation has become another, by whomever. */
  become(id: string, fields: Partial<Row>): void {
    this.#rows = this.#rows.map(one =>
      one.id === id ? { ...one, version: one.version + 1, ...fields } : one,
    )
    serveConversations(this.#api, this.#rows)
    this.#api.publish({ event: 'conversation', data: this.#find(id) })
  }

  #find(id: string): Row {
    const found = this.#rows.find(one => one.id === id)
    if (found === undefined) throw new ApiError('conversation.not-found', { id })
    return found
  }

  #change(id: string, action: BulkAction): z.input<typeof BulkResult> {
    const refusal = this.refusals.get(id)
    if (refusal !== undefined)
      return { outcome: 'refused', conversation_id: id, code: refusal.code, detail: refusal.message }
    const before = this.#find(id)
    this.become(id, changed(before, action))
    return { outcome: 'done', conversation_id: id, undo: undoOf(before, this.#find(id), action) }
  }

  #undo(id: string, change: BulkUndo): z.input<typeof BulkResult> {
    const now = this.#find(id)
    if (change.kind !== 'assignment' && change.version !== now.version) {
      const { code, message } = new ApiError('conversation.changed')
      return { outcome: 'refused', conversation_id: id, code, detail: message }
    }
    this.become(id, change.kind === 'status' ? { status: change.before } : { agent: null })
    return { outcome: 'done', conversation_id: id, undo: null }
  }
}

function changed(before: Row, action: BulkAction): Partial<Row> {
  switch (action.kind) {
    case 'status':
      return { status: action.status as Row['status'] }
    case 'assign':
      return { agent: { id: me.id, name: me.name } }
    case 'add-tag':
      return { tags: [...before.tags, action.tag] }
    case 'remove-tag':
      return { tags: before.tags.filter(tag => tag !== action.tag) }
    case 'snooze':
      return { snoozed: action.until === null ? null : { until: action.until, by: null, reason: null } }
  }
}

function undoOf(before: Row, after: Row, action: BulkAction): z.input<typeof BulkUndo> | null {
  if (action.kind === 'status')
    return { kind: 'status', version: after.version, left: after.status, before: before.status }
  return action.kind === 'assign' ? { kind: 'assignment', assignment_id: '5' } : null
}

/** Opens a list with this many conversations, "Customer 1" first. The pointer is outside the list. */
async function openList(
  count: number,
  path = '/conversations',
  size: readonly [number, number] = [1366, 768],
) {
  const list = conversations(count)
  let server: BulkServer | undefined
  const api = await openConsole(path, {
    size,
    logs: /500/,
    given: given => {
      server = new BulkServer(given, list)
    },
  })
  await expect.element(conversationRows().nth(0)).toBeVisible()
  await pointAway()
  return { api, server: server as BulkServer, idOf: (at: number) => list[at - 1]?.id ?? '' }
}

/** Selects all three rows by keys, from the first to the last, which has the focus then. */
async function selectThree(): Promise<void> {
  await keysAreHeard()
  focusOn(row('Customer 1'))
  await userEvent.keyboard('x')
  await expect.element(box('Customer 1')).toBeChecked()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(row('Customer 3')).toHaveFocus()
  await userEvent.keyboard('{Shift>}X{/Shift}')
  await expect.element(bar()).toHaveTextContent('3 selected')
}

test('[Q-230] X selects the row that has the focus, Shift X all between two; no row moves for the bar', async () => {
  await openList(4)
  await keysAreHeard()
  await tabTo(row('Customer 1'))
  const { top } = row('Customer 1').element().getBoundingClientRect()
  await userEvent.keyboard('x')
  await expect.element(box('Customer 1')).toBeChecked()
  await expect.element(row('Customer 1')).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(row('Customer 3')).toHaveFocus()
  await userEvent.keyboard('{Shift>}X{/Shift}')
  await expect.element(bar()).toHaveTextContent('3 selected')
  await expect.element(box('Customer 2')).toBeChecked()
  expect(row('Customer 1').element().getBoundingClientRect().top).toBe(top)
  await expect.element(all()).toBePartiallyChecked()
  await expectAccessible()
})

test('[Q-230] Escape clears the selection, and the row keeps the focus', async () => {
  await openList(3)
  await selectThree()
  await userEvent.keyboard('{Escape}')
  await expect.element(bar()).not.toBeInTheDocument()
  await expect.element(box('Customer 2')).not.toBeChecked()
  await expect.element(row('Customer 3')).toHaveFocus()
})

test('[Q-230] a range goes up too, and X takes a row out of it and into it', async () => {
  await openList(3)
  await keysAreHeard()
  focusOn(row('Customer 3'))
  await userEvent.keyboard('x')
  await expect.element(box('Customer 3')).toBeChecked()
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  await expect.element(row('Customer 1')).toHaveFocus()
  await userEvent.keyboard('{Shift>}X{/Shift}')
  await expect.element(bar()).toHaveTextContent('3 selected')
  await userEvent.keyboard('x')
  await expect.element(bar()).toHaveTextContent('2 selected')
  await userEvent.keyboard('x')
  await expect.element(bar()).toHaveTextContent('3 selected')
})

test('[Q-230] by keys alone several are resolved by one press and taken back by one', async () => {
  const { api, idOf } = await openList(3)
  const ids = [1, 2, 3].map(idOf)
  await selectThree()
  await tabTo(inBar('Status'), { shift: true })
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menuitem', { name: 'Active' })).toHaveFocus()
  await expectAccessible()
  await userEvent.keyboard('r')
  await expect.element(page.getByRole('menuitem', { name: 'Resolved' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(toast('3 conversations resolved')).toBeVisible()
  await expect.element(bar()).not.toBeInTheDocument()
  await expect.element(row('Customer 3')).toHaveFocus()
  expect(api.askedFor('changeConversations').map(({ body }) => body)).toEqual([
    { conversation_ids: ids, action: { kind: 'status', status: 'RESOLVED' } },
  ])
  for (const at of [0, 1, 2]) await expect.element(conversationCell(at, 2)).toHaveTextContent(/^Resolved$/)
  // With the focus on it, it does not fade.
  await userEvent.keyboard('{F6}')
  await tabTo(toast('3 conversations resolved').getByRole('button', { name: 'Undo' }))
  await userEvent.keyboard('{Enter}')
  await expect.element(toast('Undone for 3 conversations')).toBeVisible()
  for (const at of [0, 1, 2]) await expect.element(conversationCell(at, 2)).toHaveTextContent(/^Active$/)
})

test('[Q-230] Undo that was pressed is not there to be pressed again, unless that failed', async () => {
  const { api, server } = await openList(1)
  await box('Customer 1').click()
  await inBar('Status').click()
  await page.getByRole('menuitem', { name: 'Resolved' }).click()
  await expect.element(undo()).toBeVisible()
  api.fail('undoConversations')
  const release = api.hold('undoConversations')
  await undo().click()
  await expect.poll(() => api.askedFor('undoConversations').length).toBe(1)
  await expect.element(undo()).not.toBeInTheDocument()
  release()
  await expect.element(undo()).toBeVisible()
  await expect.element(conversationCell(0, 2)).toHaveTextContent(/^Resolved$/)
  server.serveUndo()
  await undo().click()
  await expect.element(toast('Undone for 1 conversation')).toBeVisible()
  await expect.element(conversationCell(0, 2)).toHaveTextContent(/^Active$/)
})

test('[Q-230] what is refused is listed with its reason and stays selected; what a colleague changed since stays', async () => {
  const { server, idOf } = await openList(3)
  server.refusals.set(idOf(3), new ApiError('conversation.another-open'))
  for (const name of ['Customer 1', 'Customer 2', 'Customer 3']) await box(name).click()
  await expect.element(bar()).toHaveTextContent('3 selected')
  await inBar('Status').click()
  await page.getByRole('menuitem', { name: 'Dormant' }).click()
  const refused = page.getByRole('dialog', { name: '1 conversation not changed' })
  await expect.element(refused).toHaveTextContent('Customer 3')
  await expect.element(refused).toHaveTextContent('This customer has another open conversation')
  const done = toast('2 conversations set to Dormant')
  await expect.element(done).toBeVisible()
  await expectAccessible()
  server.become(idOf(2), { status: 'RESOLVED' })
  await userEvent.keyboard('{Escape}')
  await expect.element(refused).not.toBeInTheDocument()
  await expect.element(bar()).toHaveTextContent('1 selected')
  await expect.element(box('Customer 3')).toBeChecked()
  await done.getByRole('button', { name: 'Undo' }).click()
  await expect
    .element(toast('Undone for 1 conversation, 1 was changed meanwhile and stays as it is'))
    .toHaveTextContent('Customer 2')
  await expect.element(conversationCell(0, 2)).toHaveTextContent(/^Active$/)
  await expect.element(conversationCell(1, 2)).toHaveTextContent(/^Resolved$/)
  await inBar('Clear').click()
  await expect.element(bar()).not.toBeInTheDocument()
})

test('[Q-230] what is selected stays so where it moves to, and not where it leaves the list', async () => {
  const { server, idOf } = await openList(2, '/conversations?status=active')
  await box('Customer 1').click()
  await box('Customer 2').click()
  await pointAway()
  server.become(idOf(2), { last_activity: '2026-03-02T10:00:00.000Z' })
  await expect.element(conversationRows().nth(0)).toHaveTextContent('Customer 2')
  await expect.element(box('Customer 2')).toBeChecked()
  await expect.element(box('Customer 1')).toBeChecked()
  server.become(idOf(1), { status: 'RESOLVED' })
  await expect.element(bar()).toHaveTextContent('1 selected')
  server.become(idOf(1), { status: 'ACTIVE' })
  await expect.element(box('Customer 1')).not.toBeChecked()
  await expect.element(bar()).toHaveTextContent('1 selected')
})

test('[Q-230] all that is selected gets a tag, and is not selected any more; the tag says how many have it', async () => {
  const { api, idOf } = await openList(2)
  await box('Customer 1').click()
  await box('Customer 2').click()
  await inBar('Tags').click()
  await page.getByLabelText('New tag').fill('follow up')
  await expectAccessible()
  await userEvent.keyboard('{Enter}')
  await expect.element(toast('2 conversations tagged "follow up"')).toBeVisible()
  await expect.element(bar()).not.toBeInTheDocument()
  expect(api.askedFor('changeConversations').map(({ body }) => body)).toEqual([
    { conversation_ids: [idOf(1), idOf(2)], action: { kind: 'add-tag', tag: 'follow up' } },
  ])
  await box('Customer 1').click()
  await box('Customer 2').click({ modifiers: ['Shift'] })
  await inBar('Tags').click()
  const remove = page.getByRole('button', { name: 'Remove tag follow up' })
  await expect.element(remove).toHaveTextContent('2')
  await userEvent.keyboard('{Escape}')
  await expect.element(remove).not.toBeInTheDocument()
  await expect.element(bar()).toHaveTextContent('2 selected')
})

test('[Q-230] all that is selected is snoozed, and comes back', async () => {
  const { api } = await openList(2)
  const select = async () => {
    await box('Customer 1').click()
    await box('Customer 2').click()
  }
  await select()
  await expect.element(inBar('Unsnooze')).not.toBeInTheDocument()
  await inBar('Snooze').click()
  const dialog = page.getByRole('dialog', { name: 'Snooze 2 conversations' })
  await dialog.getByLabelText('Until').fill('in 2 hours')
  await userEvent.keyboard('{Enter}')
  await expect.element(toast('2 conversations snoozed until')).toBeVisible()
  await select()
  await inBar('Unsnooze').click()
  await expect.element(toast('2 conversations unsnoozed')).toBeVisible()
  expect(api.askedFor('changeConversations').at(-1)?.body.action).toEqual({
    kind: 'snooze',
    until: null,
    reason: null,
  })
})

test('[Q-230] with Shift a press selects all between two rows', async () => {
  await openList(6)
  await box('Customer 2').click()
  await box('Customer 5').click({ modifiers: ['Shift'] })
  await expect.element(bar()).toHaveTextContent('4 selected')
  for (const at of [2, 3, 4, 5]) await expect.element(box(`Customer ${at}`)).toBeChecked()
  await inBar('Clear').click()
  await expect.element(bar()).not.toBeInTheDocument()
})

test.each([
  [12, '12 selected'],
  [100, '100 selected, the maximum'],
])('[Q-230] one box selects all %i that are shown, and none again', async (count, words) => {
  await openList(count)
  await all().click()
  await expect.element(bar().getByRole('status')).toHaveTextContent(words)
  await expect.element(all()).toBeChecked()
  await all().click()
  await expect.element(bar()).not.toBeInTheDocument()
})

test('[Q-230] on a phone a button shows the checkboxes, and a tap selects', async () => {
  const { api, idOf } = await openList(2, '/conversations', [390, 844])
  const select = page.getByRole('button', { name: 'Select', exact: true })
  await expect.element(box('Customer 1')).not.toBeInTheDocument()
  await select.click()
  await expect.element(bar()).toHaveTextContent('0 selected')
  await row('Customer 1').click()
  await expect.element(box('Customer 1')).toBeChecked()
  await expect.poll(address).toBe('/conversations')
  await expectAccessible()
  await page.viewport(320, 640)
  await expect.poll(() => document.documentElement.scrollWidth).toBe(320)
  await inBar('Assign').click()
  await page.getByRole('menuitem', { name: 'Assign to me' }).click()
  expect(api.askedFor('changeConversations').map(({ body }) => body)).toEqual([
    { conversation_ids: [idOf(1)], action: { kind: 'assign', agent_id: me.id } },
  ])
  await toast('1 conversation assigned to you').getByRole('button', { name: 'Undo' }).click()
  const undone = toast('Undone for 1 conversation')
  await undone.getByText('Undone for 1 conversation').hover()
  await undone.getByRole('button', { name: 'Close' }).click()
  await expect.element(undone).not.toBeInTheDocument()
  await select.click()
  await expect.element(bar()).not.toBeInTheDocument()
  await expect.element(box('Customer 1')).not.toBeInTheDocument()
})
