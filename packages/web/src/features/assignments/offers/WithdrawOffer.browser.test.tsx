import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { carol, openReplying } from '../../../../test/replying.ts'
import { brian } from '../../../../test/samples.ts'
import { button, headerText } from '../../../../test/screen.ts'

const history = () => page.getByRole('region', { name: 'Assignment history' })

test('[Q-408] the author withdraws an offer; a refusal says why', async () => {
  const { api, served } = await openReplying()
  served.offerTo(brian)
  await expect.poll(headerText).toMatch(/Offered to Brian, [45]:\d\d/)
  api.refuse('withdrawOffer', 'assignment.taken', { holder: 'Brian' })
  await button('Withdraw').click()
  await expect.element(page.getByRole('alert').first()).toHaveTextContent('Brian has this conversation')
  api.answer('withdrawOffer', () => {
    served.end('withdrawn')
    return { assignment_history: served.history }
  })
  await button('Withdraw').click()
  await expect.poll(headerText).toContain('Unassigned')
  await expect.element(button('Withdraw')).not.toBeInTheDocument()
  await expect.element(history()).toHaveTextContent('Offer to Brian withdrawn')
  await expect.poll(() => document.activeElement).not.toBe(document.body)
  const offerId = served.history.at(-1)?.id
  expect(api.askedFor('withdrawOffer').map(({ body }) => body)).toEqual(
    Array.from({ length: 2 }, () => ({ assignment_id: offerId })),
  )
})

test.each([
  ['AGENT', 0],
  ['SUPERVISOR', 1],
] as const)('[Q-408] a colleague’s offer is withdrawn by %s: %i', async (role, count) => {
  const { served } = await openReplying({ role })
  served.offerTo(brian, carol)
  await expect.poll(headerText).toMatch(/Offered to Brian, [45]:\d\d/)
  expect(button('Withdraw').elements()).toHaveLength(count)
})
