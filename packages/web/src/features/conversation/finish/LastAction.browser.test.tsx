import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { keysAreHeard } from '../../../../test/keys.ts'
import { toasts } from '../../../../test/notices.ts'
import { openQueue, type Row, waiter } from '../../../../test/queue.ts'
import { carol, openReplying } from '../../../../test/replying.ts'
import { assignment, note } from '../../../../test/samples.ts'
import { button, leaveReplyBox, replyBox } from '../../../../test/screen.ts'

const path = () => location.pathname
const status = () => page.getByRole('button', { name: /^Status: / })
const statusIs = (word: string) => expect.element(status()).toHaveAccessibleName(`Status: ${word}`)
const saying = (words: string) => expect.poll(toasts).toEqual([expect.stringContaining(words)])
const tag = (name: string) => page.getByText(name, { exact: true })

const answered = (id: number, fields: Partial<Row> = {}): Row =>
  waiter(id, `Thanks ${id}`, 90, { waiting_since: null, ...fields })

async function open(rows: readonly Row[]) {
  const opened = await openQueue(rows)
  await keysAreHeard()
  await leaveReplyBox()
  return opened
}

/** Away from every text, Z undoes. */
async function pressZ(): Promise<void> {
  await leaveReplyBox()
  await userEvent.keyboard('z')
}

test('[Q-388] Z undoes a resolving from the next conversation, leads back and says so; there is nothing more to undo', async () => {
  const { api } = await open([answered(401), waiter(402, 'Waits', 10)])
  await userEvent.keyboard('e')
  await expect.poll(path).toBe('/conversations/402')
  await pressZ()
  await expect.poll(path).toBe('/conversations/401')
  await statusIs('Active')
  await saying('Undone: Resolved Customer 401')
  await pressZ()
  await userEvent.keyboard('2')
  expect(api.askedFor('undoConversations')).toHaveLength(1)
})

test('[Q-388] a status that was set is undone', async () => {
  await open([answered(403)])
  await status().click()
  await page.getByRole('menuitemradio', { name: 'Dormant' }).click()
  await statusIs('Dormant')
  await pressZ()
  await statusIs('Active')
  await saying('Undone: Set Customer 403 to Dormant')
})

test('[Q-388] a tag that was added is undone', async () => {
  await open([answered(413, { tags: ['vip'] })])
  await button('Edit tags').click()
  await page.getByLabelText('New tag').fill('claim')
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Remove tag claim')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(tag('claim')).toBeVisible()
  await pressZ()
  await expect.element(tag('claim')).not.toBeInTheDocument()
  await expect.element(tag('vip')).toBeVisible()
  await saying('Undone: Tagged Customer 413 “claim”')
})

test('[Q-388] a snooze that was ended goes on', async () => {
  await open([answered(414)])
  await userEvent.keyboard('h')
  const dialog = page.getByRole('dialog', { name: /^Snooze / })
  await dialog.getByRole('button', { name: /^Tomorrow/ }).click()
  const snoozed = page.getByRole('status').filter({ hasText: 'Snoozed until' })
  await expect.element(snoozed).toBeVisible()
  await snoozed.getByRole('button', { name: 'Unsnooze' }).click()
  await expect.element(snoozed).not.toBeInTheDocument()
  await pressZ()
  await expect.element(snoozed).toBeVisible()
  await saying('Undone: Unsnoozed Customer 414')
})

test('[Q-388 Q-373] what a colleague changed since stays, and that is said', async () => {
  const { server } = await open([answered(404), waiter(405, 'Waits', 10)])
  await userEvent.keyboard('e')
  await expect.poll(path).toBe('/conversations/405')
  server.become(404, { tags: ['claim'] })
  await pressZ()
  await saying('It was changed meanwhile and stays as it is')
  expect(path()).toBe('/conversations/405')
})

test('[Q-388 Q-373] a minute later it is too late, and that is said', async () => {
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true })
  const { api } = await open([answered(406), waiter(407, 'Waits', 10)])
  await userEvent.keyboard('e')
  await expect.poll(path).toBe('/conversations/407')
  vi.setSystemTime(Date.now() + 60_000)
  await pressZ()
  await saying('Too late to undo: Resolved Customer 406')
  expect(api.askedFor('undoConversations')).toEqual([])
  vi.useRealTimers()
})

test('[Q-388] a note that was just added is removed, and its words are in the box again', async () => {
  const { api } = await open([answered(408)])
  const saved = note({ id: '77', conversation_id: '408', text: 'Call back on Monday' })
  api.answer('addNote', saved)
  api.answer('removeNote', {})
  await userEvent.keyboard('n')
  const box = page.getByRole('textbox', { name: 'Internal note' })
  await box.fill('Call back on Monday')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(box).toHaveValue('')
  await page.getByRole('heading', { level: 2 }).first().click()
  await userEvent.keyboard('z')
  await expect.element(box).toHaveValue('Call back on Monday')
  expect(api.askedFor('removeNote').map(({ params }) => params.id)).toEqual(['77'])
  await saying('Undone: Added a note on Customer 408')
})

test('[Q-387 Q-388] a conversation that was offered to a colleague gives way to the next; Z withdraws the offer', async () => {
  const { api } = await open([answered(409), waiter(410, 'Waits', 10)])
  api.answer('availableAgents', [carol])
  api.answer('assign', { assignment_history: [assignment({ id: '55', agent_id: carol.id })] })
  await button('Assign').click()
  await page.getByRole('option', { name: /^Carol/ }).click()
  await page
    .getByRole('dialog', { name: 'New Assignment' })
    .getByRole('button', { name: 'Assign', exact: true })
    .click()
  await expect.poll(path).toBe('/conversations/410')
  await saying('Offered Customer 409 to Carol')
  await pressZ()
  await expect.poll(path).toBe('/conversations/409')
  expect(api.askedFor('undoConversations').map(({ body }) => body.changes)).toEqual([
    [{ conversation_id: '409', undo: { kind: 'assignment', assignment_id: '55' } }],
  ])
})

test('[Q-388] an agent who takes a conversation stays in it, and can give it back by Z', async () => {
  const { api } = await openReplying()
  api.answer('undoConversations', ({ body }) => ({
    results: body.changes.map(({ conversation_id }) => ({
      outcome: 'done' as const,
      conversation_id,
      undo: null,
    })),
  }))
  await keysAreHeard()
  await button('Assign').click()
  await page.getByRole('option', { name: /\(you\)/ }).click()
  await page
    .getByRole('dialog', { name: 'New Assignment' })
    .getByRole('button', { name: 'Assign', exact: true })
    .click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  const at = path()
  await pressZ()
  await expect
    .poll(() => api.askedFor('undoConversations').map(({ body }) => body.changes[0]?.undo.kind))
    .toEqual(['assignment'])
  expect(path()).toBe(at)
  await expect.element(replyBox()).toBeVisible()
})
