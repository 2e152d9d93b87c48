import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { openConsole } from '../../../test/console.tsx'
import { serveConversations } from '../../../test/conversation-list.ts'
import type { FakeApi } from '../../../test/fake-api.ts'
import { conversation, message } from '../../../test/samples.ts'
import { replyBox, thread } from '../../../test/screen.ts'

// What failed is asked for again every 10 seconds: here only Retry does it.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})

const said = () => thread().getByText('My cover must not lapse')
const isCurrent = () => page.getByRole('button', { name: /^Current issue: / })

function given(api: FakeApi): void {
  serveConversations(api, [conversation({ id: '7' })])
  api.answer('history', { messages: [message({ content: 'My cover must not lapse' })] })
  api.answer('issues', [])
  api.answer('tickets', [])
  api.answer('work', {})
}

test('[CDET-24] opening a conversation asks for its details, messages, issues, tickets and applications', async () => {
  const api = await openConsole('/conversations/7', { given })
  await expect
    .poll(() => api.askedFor('conversations').map(({ query }) => query.conversation_id))
    .toContain('7')
  await expect.poll(() => api.askedFor('history').map(({ params }) => params.id)).toContain('7')
  await expect
    .poll(() =>
      api
        .askedFor('work')
        .filter(({ params }) => params.id === '7')
        .flatMap(({ query }) => query.parts?.split(',') ?? []),
    )
    .toEqual(expect.arrayContaining(['issues', 'tickets', 'ipp', 'lib']))
})

test('[CDET-23 Q-002 Q-040] the page is replaced by the error when nothing can be shown, and comes back', async () => {
  const api = await openConsole('/conversations/7', {
    given: one => {
      for (const name of [
        'conversations',
        'history',
        'historyFallback',
        'work',
        'issues',
        'tickets',
      ] as const)
        one.fail(name)
    },
  })
  const failed = page.getByRole('alert').filter({ hasText: 'Failed to fetch conversation details' })
  await expect.element(failed).toBeVisible()
  await expect.element(thread()).not.toBeInTheDocument()
  await expect.element(replyBox()).not.toBeInTheDocument()
  await expectAccessible()
  given(api)
  await failed.getByRole('button', { name: 'Retry' }).click()
  await expect.element(said()).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Nakato Prossy' })).toBeVisible()
  await expect.element(failed).not.toBeInTheDocument()
})

test('[CDET-23 ERR-21 Q-040] issues that cannot be loaded leave the page as it is, with the reason and a retry', async () => {
  const api = await openConsole('/conversations/7', {
    given: one => {
      given(one)
      one.fail('issues')
    },
  })
  const bar = page.getByRole('region', { name: 'Current issue' })
  await expect.element(bar.getByRole('alert')).toHaveTextContent('Failed to fetch issues')
  await expect.element(said()).toBeVisible()
  await expect.element(isCurrent()).not.toBeInTheDocument()
  api.answer('issues', [])
  await bar.getByRole('button', { name: 'Retry' }).click()
  await expect.element(isCurrent()).toBeVisible()
  await expect.element(bar.getByRole('alert')).not.toBeInTheDocument()
})
