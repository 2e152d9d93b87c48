import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openConsole } from '../../../../test/console.tsx'
import { brian, conversation, me } from '../../../../test/samples.ts'

const phone = [390, 844] as const

const offerTo = ({ id, name }: { readonly id: string; readonly name: string }) => ({
  id: '90',
  agent_id: id,
  agent_name: name,
  by: { id: me.id, name: me.name },
  offered_at: new Date().toISOString(),
  deadline: new Date(Date.now() + 4 * 60_000 + 12_000).toISOString(),
})

test.each([
  ['the list', '/conversations', undefined],
  ['the list on a phone', '/conversations', phone],
  ['the queue', '/inbox', undefined],
] as const)('[Q-408] %s says to whom a conversation is offered, and for how long', async (_, path, size) => {
  await openConsole(path, {
    ...(size && { size }),
    given: api =>
      api.answer('conversations', [
        conversation({ id: '7', offer: offerTo({ ...brian, name: 'Brian Odongo' }) }),
        conversation({ id: '8', offer: offerTo(me) }),
      ]),
  })
  const rows = page.getByRole('row')
  const words = rows.getByText(/^Offered to Brian, 4:\d\d$/)
  await expect.element(words).toBeVisible()
  await expect.poll(() => words.element().scrollWidth - words.element().clientWidth).toBeLessThanOrEqual(0)
  await expect.element(rows.filter({ hasText: /Offered to you, 4:\d\d/ })).toBeVisible()
})

test('[Q-408 CLIST-11] the cell of the list still reads Unassigned', async () => {
  await openConsole('/conversations', {
    given: api => api.answer('conversations', [conversation({ id: '7', offer: offerTo(brian) })]),
  })
  const cell = page.getByRole('gridcell').filter({ hasText: 'Offered to Brian' })
  await expect.element(cell).toHaveTextContent(/^Unassigned\s*Offered to Brian, 4:\d\d$/)
})
