import { ippOf } from '@parley/core/application.fixture'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openConsole } from '../../../../test/console.tsx'

test('[Q-241 APPD-03] of the two ways in the header, to the conversation and to another status, one is the main one', async () => {
  await openConsole('/applications/2207', { given: api => api.answer('ippApplication', ippOf(2207)) })
  const header = page.getByRole('main')
  const way = header.getByRole('link', { name: 'View Conversation' })
  const update = header.getByRole('button', { name: 'Update Status' })
  await expect.element(way).toHaveAttribute('href', '/conversations/1')
  await expect.element(update).toBeVisible()
  const paper = (one: Element) => getComputedStyle(one).backgroundColor
  expect(paper(update.element())).not.toBe(paper(way.element()))
})
