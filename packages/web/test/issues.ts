import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { openConsole } from './console.tsx'
import type { FakeApi } from './fake-api.ts'
import { issue, me } from './samples.ts'
import { messageWith } from './screen.ts'
import { customerMessages, serveThread } from './thread.ts'

type Issue = ReturnType<typeof issue>

/** The selector above the thread. */
export const issueBar = () => page.getByRole('region', { name: 'Current issue' })

/** The button that opens the list of issues; its name has the selected one. */
export const issueSelector = () => issueBar().getByRole('button', { name: /^Current issue: / })

/** The issues in the open list, after "No issue selected". */
export const issueChoices = () => page.getByRole('menuitemradio')

/** By the box: which issue the next messages are linked to. */
export const linkNote = () => page.getByText(/^Messages will be linked to the current issue/)

/** At a message: that it belongs to an issue. */
export const linked = (words: string) => messageWith(words).getByText('Linked to issue', { exact: true })

/** At a message: the button that attaches it to the selected issue. */
export const attach = (words: string) =>
  messageWith(words).getByRole('button', { name: 'Attach to current issue' })

export const newIssueDialog = () => page.getByRole('dialog', { name: 'New issue' })

/** Waits until this issue is the selected one. */
export const expectSelected = (title: string) =>
  expect.element(issueSelector()).toHaveAccessibleName(`Current issue: ${title}`)

/** Selects an issue, or "No issue selected", in the list. */
export async function selectIssue(title: string): Promise<void> {
  await issueSelector().click()
  await issueChoices().filter({ hasText: title }).click()
  await expectSelected(title)
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
}

/** An open issue of conversation 7. */
export const latePayment = issue({
  id: '51',
  conversation_id: '7',
  title: 'Late payment',
  category: 'PAYMENTS',
  priority: 'MEDIUM',
  status: 'OPEN',
  assigned_agent: { id: '3', name: 'Amina Nakato' },
})

/**
 * The server's issues of conversation 7: raised, attached to, resolved and reopened as the server does it. Returns how a colleague
 * raises or changes one.
 */
export function serveIssues(api: FakeApi, first: readonly Issue[]): (one: Issue) => void {
  let held = [...first]
  const put = (one: Issue): Issue => {
    const isNew = held.every(({ id }) => id !== one.id)
    held = isNew ? [one, ...held] : held.map(other => (other.id === one.id ? one : other))
    return one
  }
  const find = (id: string): Issue => held.find(one => one.id === id) ?? issue({ id })
  api.answer('issues', () => held)
  api.answer('createIssue', ({ body }) =>
    put(issue({ ...body, id: String(61 + held.length), assigned_agent: { id: me.id, name: me.name } })),
  )
  api.answer('attachMessage', ({ params, body }) => {
    const { attached_messages: before, ...one } = find(params.id)
    return {
      alreadyAttached: false,
      issue: put({ ...one, attached_messages: [...before, body.message_id] }),
    }
  })
  api.answer('resolveIssue', ({ params, body }) => put({ ...find(params.id), ...body, status: 'RESOLVED' }))
  api.answer('reopenIssue', ({ params, body }) =>
    put({ ...find(params.id), reopen_reason: body.reason, closed_at: null, status: 'REOPENED' }),
  )
  return one => {
    put(one)
    api.publish({ event: 'issue', data: { id: one.id, conversation_id: '7' } })
  }
}

/** Opens conversation 7, in which the customer said this, with these issues. */
export async function openIssues(
  words: readonly string[],
  issues: readonly Issue[] = [],
  size?: readonly [number, number],
) {
  const messages = customerMessages(...words)
  let byColleague: (one: Issue) => void = () => undefined
  const api = await openConsole('/conversations/7', {
    ...(size && { size }),
    given: given => {
      serveThread(given, messages)
      byColleague = serveIssues(given, issues)
    },
  })
  await expect.element(messageWith(words.at(-1) ?? '')).toBeVisible()
  await expect.element(issueSelector()).toBeVisible()
  return { api, messages, byColleague }
}
