import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { brian, me } from '../../../../test/samples.ts'
import { openReplying } from '../../../../test/replying.ts'
import { button, headerText } from '../../../../test/screen.ts'

const history = () => page.getByRole('region', { name: 'Assignment history' })
const banner = () => page.getByText(/^Offered to you by Brian, \d min left$/)
const alert = () => page.getByRole('alert')

/** A conversation that Brian offers to the viewer. */
async function openOffered() {
  const opened = await openReplying()
  opened.served.offerTo(me, brian)
  await expect.element(banner()).toBeVisible()
  return opened
}

test('[ASSIGN-04 Q-086 Q-088] an offer is accepted above the thread, and the queue marks it until then', async () => {
  const { api, served } = await openOffered()
  await expect.poll(headerText).toContain('Offered to you')
  await page.getByRole('button', { name: /^Unassigned/ }).click()
  const queued = page.getByRole('region', { name: 'Queue' }).getByRole('row')
  await expect.element(queued.filter({ hasText: 'Nakato Prossy' })).toHaveTextContent('Offered to you')
  await button('Accept').click()
  await expect.poll(headerText).toMatch(/assigned to you.*last activity/)
  await expect.element(history()).toHaveTextContent(/You accepted.*offered by Brian/)
  await expect.element(banner()).not.toBeInTheDocument()
  expect(api.askedFor('acceptHandoff').map(({ params }) => params)).toEqual([{ id: served.id }])
})

test('[Q-088] a rejected offer says why, by a code and in words', async () => {
  const { api } = await openOffered()
  const release = api.hold('rejectHandoff')
  await button('Reject').click()
  await page.getByRole('menuitem', { name: /^Not my field$/ }).click()
  await expect.element(button('Rejecting...')).toBeVisible()
  release()
  await expect.element(banner()).not.toBeInTheDocument()
  expect(api.askedFor('rejectHandoff').map(({ body }) => body)).toEqual([
    { reason: 'Not my field', reason_code: 'field' },
  ])
  await expect.element(history()).toHaveTextContent(/You rejected.*offered by Brian.*Not my field/)
})

test('a conversation nobody has is claimed; who comes late is told who has it', async () => {
  const { api, served } = await openReplying()
  api.refuse('acceptHandoff', 'assignment.taken', { holder: 'Brian' })
  const release = api.hold('acceptHandoff')
  await button('Claim').click()
  await expect.element(button('Claiming...')).toBeVisible()
  served.offerTo(brian, brian)
  await expect.poll(headerText).toContain('assigned to Brian')
  release()
  await expect.element(alert()).toHaveTextContent('Brian has this conversation')
})

test('who is away cannot claim, and is told so until they dismiss it', async () => {
  const { api } = await openReplying()
  api.refuse('acceptHandoff', 'agent.offline')
  await button('Claim').click()
  const words = 'You are not available. Set your status to Available before you take a conversation'
  await expect.element(alert()).toHaveTextContent(words)
  await button('Dismiss').click()
  await expect.element(page.getByText(words)).not.toBeInTheDocument()
  await expect.element(page.getByText('Nobody has this conversation')).toBeVisible()
})

test('[ASSIGN-16 ASSIGN-17 Q-153] a refused claim has the words, the reason, and another try where that can help', async () => {
  const { api, served } = await openReplying()
  api.refuse('acceptHandoff', 'agent.full', { workload: 20, capacity: 20 })
  await button('Claim').click()
  await expect
    .element(alert())
    .toHaveTextContent(
      'Failed to accept assignment. Please try again. You have 20 of at most 20 conversations. Finish one first.',
    )
  api.answer('acceptHandoff', () => {
    served.offerTo(me)
    return { assignment_history: served.history }
  })
  await button('Claim').click()
  await expect.poll(headerText).toContain('assigned to you')
  await expect.element(alert()).not.toBeInTheDocument()
})
