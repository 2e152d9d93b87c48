import { documentOf, ippOf } from '@parley/core/application.fixture'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import { openConsole } from '../../../../test/console.tsx'

test('[APPD-12 DATA-35 Q-030] a document says its kind, name and size, opens beside the console, and is had under its name', async () => {
  const paper = documentOf(8, {
    document_type: 'INCOME_PROOF',
    name: 'payslip.pdf',
    size: 2048,
    preview_url: '/api/v1/attachments/documents/8/preview',
  })
  const failed = documentOf(9, { name: 'scan.pdf', state: 'failed', failure: 'It was too large' })
  await openConsole('/applications/2207?tab=documents', {
    given: api => api.answer('ippApplication', ippOf(2207, { attachments: [paper, failed] })),
  })
  const cards = page.getByRole('list', { name: 'Documents' }).getByRole('listitem')
  await expect.poll(() => cards.elements().length).toBe(2)
  const card = cards.nth(0)
  await expect.element(card.getByRole('heading')).toHaveTextContent('Income proof')
  await expect.element(card).toHaveTextContent(/payslip\.pdf\s*2(\.0)? (KB|kB)/)
  const opens = card.getByRole('link', { name: 'Open payslip.pdf' })
  await expect.element(opens).toHaveAttribute('href', '/api/v1/attachments/documents/8/preview')
  await expect.element(opens).toHaveAttribute('target', '_blank')
  const has = card.getByRole('link', { name: 'Download payslip.pdf' })
  await expect.element(has).toHaveAttribute('href', '/api/v1/attachments/documents/8/download')
  await expect.element(has).toHaveAttribute('download', 'payslip.pdf')
  await expect.element(cards.nth(1)).toHaveTextContent('It was too large')
  expect(cards.nth(1).getByRole('link').elements()).toEqual([])
  await expectAccessible()
})
