import { ippOf, libOf } from '@parley/core/application.fixture'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { openConsole } from '../../../test/console.tsx'
import { serveConversations } from '../../../test/conversation-list.ts'
import { address, replyBox } from '../../../test/screen.ts'
import type { FakeApi } from '../../../test/fake-api.ts'
import { conversation } from '../../../test/samples.ts'

const section = (name: RegExp) => page.getByRole('region', { name })

/** Opens a conversation whose customer's applications are asked for by their own calls. */
function open(given: (api: FakeApi) => void): Promise<FakeApi> {
  return openConsole('/conversations/7', {
    given: api => {
      serveConversations(api, [conversation({ id: '7' })])
      api.fail('work', 404)
      api.answer('ippApplications', [ippOf(2207, { status: 'PENDING_DOCUMENTS' })], {
        counts: { PENDING_DOCUMENTS: 1 },
      })
      api.answer('libApplications', [libOf(3301), libOf(3300)], { counts: { SUBMITTED: 2 } })
      given(api)
    },
  })
}

test('[CDET-15 CDET-16 CDET-24] beside a conversation the customer’s applications of both kinds are listed, and each leads to its own screen', async () => {
  const api = await open(() => undefined)
  const ipp = section(/^IPP applications \(1\)$/)
  await expect.element(ipp).toHaveTextContent(/IPP-2207\s*Pending documents\s*Submitted on Mar 2, 2026/)
  await expect
    .element(ipp.getByRole('link', { name: 'IPP-2207' }))
    .toHaveAttribute('href', '/applications/2207')
  const lib = section(/^LIB Flex applications \(2\)$/)
  expect(lib.getByRole('link').elements()).toHaveLength(2)
  for (const name of ['ippApplications', 'libApplications'] as const)
    expect(api.askedFor(name).map(({ query }) => query.conversation_id)).toContain('7')
  await lib.getByRole('link', { name: 'LIB-3300' }).click()
  await expect.poll(address).toBe('/lib-applications/3300')
})

test('[CDET-17 Q-059] one kind that cannot be loaded fails alone, and is tried again', async () => {
  // What failed is asked for again every 10 seconds: here only Retry does it.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const api = await open(one => one.fail('libApplications'))
  const lib = section(/^LIB Flex applications/)
  await expect.element(lib.getByRole('alert')).toHaveTextContent('Failed to fetch applications')
  await expect
    .element(section(/^IPP applications \(1\)$/).getByRole('link', { name: 'IPP-2207' }))
    .toBeVisible()
  await expect.element(replyBox()).toBeEnabled()
  await expectAccessible()
  api.answer('libApplications', [libOf(3301)], { counts: { SUBMITTED: 1 } })
  await lib.getByRole('button', { name: 'Retry' }).click()
  await expect
    .element(section(/^LIB Flex applications \(1\)$/).getByRole('link', { name: 'LIB-3301' }))
    .toBeVisible()
  await expect.element(lib.getByRole('alert')).not.toBeInTheDocument()
})

test('[CDET-15 Q-131] a status that a colleague sets is beside the conversation by itself', async () => {
  const api = await open(() => undefined)
  await expect.element(section(/^IPP applications/)).toHaveTextContent('Pending documents')
  api.answer('ippApplications', [ippOf(2207, { status: 'UNDER_REVIEW', version: 2 })], {
    counts: { UNDER_REVIEW: 1 },
  })
  api.publish({ event: 'application', data: { kind: 'ipp', id: '2207', conversation_id: '7' } })
  await expect.element(section(/^IPP applications/)).toHaveTextContent('Under review')
})
