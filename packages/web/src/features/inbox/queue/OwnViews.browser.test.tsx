import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import { order, serveQueue, viewButton, waiter } from '../../../../test/queue.ts'
import { openConsole, setTime } from '../../../../test/console.tsx'
import { brian } from '../../../../test/samples.ts'
import { choice, savedView, serveViews, type ViewServer } from '../../../../test/saved-views.ts'
import { focusOn } from '../../../../test/screen.ts'

const own = savedView({ name: 'Of Brian', filter: { assignee_id: brian.id } })
const shared = savedView({ id: '65', name: 'Asleep', scope: 'shared', filter: { status: 'DORMANT' } })
const texts = ['First of Brian', 'Second of Brian', 'One of mine'] as const
const brians = { agent: { id: brian.id, name: brian.name } }

async function openInbox(size: readonly [number, number] = [1366, 768]): Promise<ViewServer> {
  setTime('2026-03-02T12:30:00+03:00')
  let views: ViewServer | undefined
  await openConsole('/inbox', {
    size,
    given: api => {
      serveQueue(api, [
        waiter(101, texts[1], 20, brians),
        waiter(102, texts[0], 30, brians),
        waiter(103, texts[2], 10),
      ])
      views = serveViews(api, [own, shared])
    },
  })
  await expect.element(viewButton('Mine')).toHaveAttribute('aria-pressed', 'true')
  return views as ViewServer
}

test('[Q-427] a saved view is a view of the inbox, in the order of the queue, until it is deleted', async () => {
  const views = await openInbox()
  await expect.poll(() => order(texts)).toEqual(['One of mine'])
  focusOn(viewButton('Views'))
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('group', { name: 'Shared views' })).toHaveTextContent('Asleep')
  await expectAccessible()
  await choice('Of Brian').click()
  await expect.poll(() => order(texts)).toEqual(texts.slice(0, 2))
  await expect.element(viewButton('View: Of Brian')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(viewButton('Mine')).toHaveAttribute('aria-pressed', 'false')
  await expect.element(page.getByText('Next: Customer 102, waiting for 30 m.')).toBeVisible()
  views.become([shared])
  await expect.poll(() => order(texts)).toEqual(['One of mine'])
})

test('[Q-427] a saved view without conversations says so, and a key leads away from it', async () => {
  await openInbox([390, 844])
  await viewButton('Views').click()
  await choice('Asleep').click()
  await expect.element(page.getByText('No conversations in this view')).toBeVisible()
  await viewButton('Mine').click()
  await expect.poll(() => order(texts)).toEqual(['One of mine'])
})
