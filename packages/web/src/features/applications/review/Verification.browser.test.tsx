import { ippOf } from '@parley/core/application.fixture'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import { openConsole, setTime } from '../../../../test/console.tsx'

const application = ippOf(2207)
/** The same application after Brian verified the income. */
const current = {
  ...application,
  version: 2,
  verification_flags: { ...application.verification_flags, income_verified: true },
  flag_history: [
    {
      flag: 'income_verified' as const,
      value: true,
      changed_at: '2026-03-02T08:55:00.000Z',
      changed_by: { id: '2', name: 'Brian Odongo' },
    },
  ],
}
const event = {
  event: 'application',
  data: { kind: 'ipp', id: '2207', conversation_id: '1' },
} as const

const box = (name: string) => page.getByRole('checkbox', { name })

test('[Q-127] what a colleague verifies is there by itself', async () => {
  setTime('2026-03-02T12:00:00+03:00')
  const api = await openConsole('/applications/2207', {
    given: one => one.answer('ippApplication', application),
  })
  await expect.element(box('Income verified')).not.toBeChecked()
  api.answer('ippApplication', current)
  api.publish(event)
  await expect.element(box('Income verified')).toBeChecked()
  await expect.element(box('ID verified')).not.toBeChecked()
})

test('[GEN-11 Q-127] a check on its way while a colleague sets another is refused, told, and saved on top when one says so', async () => {
  setTime('2026-03-02T12:00:00+03:00')
  const api = await openConsole('/applications/2207', {
    given: one => one.answer('ippApplication', application),
  })
  api.refuse('setIppApplicationFlags', 'application.stale', {}, { current })
  const release = api.hold('setIppApplicationFlags')
  await box('ID verified').click()
  await expect.element(box('ID verified')).toBeChecked()
  api.answer('ippApplication', current)
  api.publish(event)
  await expect.element(box('Income verified')).toBeChecked()
  release()
  const told = page.getByText('A colleague changed this application meanwhile:')
  await expect.element(told).toHaveTextContent('Income verified: set by Brian Odongo')
  await expect.element(told).toHaveTextContent('Not saved: ID verified set')
  await expect.element(box('ID verified')).not.toBeChecked()
  await expect.element(box('Income verified')).toBeChecked()
  await expectAccessible()
  const both = {
    ...current,
    version: 3,
    verification_flags: { ...current.verification_flags, id_verified: true },
  }
  api.answer('setIppApplicationFlags', both)
  api.answer('ippApplication', both)
  await page.getByRole('button', { name: 'Save mine anyway' }).click()
  await expect.element(told).not.toBeInTheDocument()
  await expect.element(box('ID verified')).toBeChecked()
  expect(api.askedFor('setIppApplicationFlags').map(({ body }) => body)).toEqual([
    { flags: { id_verified: true }, version: 1 },
    { flags: { id_verified: true }, version: 2 },
  ])
})
