import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import { openConsole } from '../../../../test/console.tsx'
import type { FakeApi } from '../../../../test/fake-api.ts'
import { firstOffer, offerButton, offers, openWholeOffer } from '../../../../test/offers.ts'
import { brian, me, notification } from '../../../../test/samples.ts'
import { ServedConversation, carol, isConnected, serve } from '../../../../test/replying.ts'
import { headerText } from '../../../../test/screen.ts'

const modal = () => page.getByRole('dialog', { name: 'New Assignment' })
const inModal = (name: string) => modal().getByRole('button', { name, exact: true })
const alert = () => modal().getByRole('alert').filter({ hasText: 'Failed' })
const row = () => page.getByRole('row').filter({ hasText: 'Nakato Prossy' })

let lastNotice = 900

/** The notice of an offer. */
const noticeOf = ({ id }: ServedConversation, message: string) => {
  lastNotice += 1
  return notification({
    id: String(lastNotice),
    type: 'ASSIGNMENT',
    conversation_id: id,
    message,
    timestamp: new Date().toISOString(),
  })
}

interface Opening {
  readonly path?: string
  readonly size?: readonly [number, number]
  /** What the server has before the page opens. */
  readonly given?: (api: FakeApi, served: ServedConversation) => void
}

async function open({ path = '/conversations', size, given }: Opening = {}) {
  let served: ServedConversation | undefined
  const api = await openConsole(path, {
    ...(size && { size }),
    given: fake => {
      served = new ServedConversation(fake, ['My claim please'])
      serve(fake, served)
      fake.answer('handoffBrief', {
        last_lines: [
          { from: 'customer', text: 'My claim please', message_type: 'text', at: '2026-03-02T09:00:00.000Z' },
        ],
      })
      given?.(fake, served)
    },
  })
  if (served === undefined) throw new Error('The console opened without its server')
  await isConnected(api)
  return { api, served }
}

/** Brian offers the conversation to the viewer, with a notice. */
function offer(api: FakeApi, served: ServedConversation, message = ''): void {
  served.offerTo(me, brian)
  api.publish({ event: 'notification', data: { ...noticeOf(served, message), dismissed: false } })
}

/** The list, on which an offer arrives, which is opened whole. */
async function openOffer(message?: string) {
  const opened = await open()
  await expect.element(row()).toBeVisible()
  offer(opened.api, opened.served, message)
  await openWholeOffer()
  await expect.element(inModal('Accept Now')).toBeVisible()
  return opened
}

test('[ASSIGN-02 ASSIGN-03 ASSIGN-05 Q-402] an offer says who it is, how it stands and how long there is; "Maybe Later" passes it on', async () => {
  const { api, served } = await openOffer()
  await expect.element(modal()).toHaveTextContent(`You have been assigned a new conversation (#${served.id})`)
  await expect.element(modal().getByRole('timer')).toHaveTextContent(/^[45]:\d\d$/)
  await expect.element(modal()).toHaveTextContent(`Conversation ID${served.id}`)
  await expect.element(modal()).toHaveTextContent('My claim please')
  await expect.element(modal()).toHaveTextContent('Active')
  await expectAccessible()
  await inModal('Maybe Later').click()
  await expect.element(modal()).not.toBeInTheDocument()
  await expect.element(row()).toHaveTextContent('Unassigned')
  await expect.element(row()).not.toHaveTextContent('Offered to you')
  expect(api.askedFor('rejectHandoff').map(({ body }) => body?.reason_code)).toEqual(['later'])
})

test('[ASSIGN-03] a notice with words of its own is shown with them', async () => {
  await openOffer('Please take over from me')
  await expect.element(modal()).toHaveTextContent('Please take over from me')
  await expect.element(modal()).not.toHaveTextContent('You have been assigned')
})

test('[ASSIGN-16 ASSIGN-17] rejecting and accepting that fail say so with the reason, and can be tried again', async () => {
  const { api, served } = await openOffer()
  api.fail('rejectHandoff', 503, 'Not right now')
  const release = api.hold('rejectHandoff')
  await inModal('Reject').click()
  await page.getByRole('menuitem', { name: /^My queue is full$/ }).click()
  await expect.element(inModal('Rejecting...')).toBeVisible()
  await expect.element(inModal('Reject')).not.toBeInTheDocument()
  release()
  await expect.element(modal().getByText('Failed to reject assignment. Please try again.')).toBeVisible()
  await expect.element(modal().getByText('Not right now.')).toBeVisible()
  api.fail('acceptHandoff')
  await inModal('Accept Now').click()
  await expect.element(modal().getByText('Failed to accept assignment. Please try again.')).toBeVisible()
  await expect.element(modal().getByText('The server refused this (500).')).toBeVisible()
  api.answer('acceptHandoff', () => {
    served.end('accepted')
    return { assignment_history: served.history }
  })
  await inModal('Accept Now').click()
  await expect.poll(() => location.pathname).toBe(`/conversations/${served.id}`)
  await expect.element(modal()).not.toBeInTheDocument()
  await expect.poll(headerText).toContain('assigned to you')
})

test('[Q-153] an offer that cannot be taken for the moment keeps its buttons; one that is decided does not', async () => {
  const { api } = await openOffer()
  api.refuse('acceptHandoff', 'agent.full', { workload: 20, capacity: 20 })
  await inModal('Accept Now').click()
  await expect.element(alert()).toHaveTextContent('Failed to accept assignment. Please try again.')
  await expect
    .element(alert())
    .toHaveTextContent('You have 20 of at most 20 conversations. Finish one first.')
  await expect.element(inModal('Accept Now')).toBeEnabled()
  api.refuse('acceptHandoff', 'assignment.taken', { holder: 'Brian' })
  await inModal('Accept Now').click()
  await expect.element(alert()).toHaveTextContent('Failed to accept assignment. Please try again.')
  await expect.element(alert()).toHaveTextContent('Brian has this conversation.')
  await expect.element(inModal('Accept Now')).not.toBeInTheDocument()
})

test('an offer that is taken back while the answer is on its way names who has it', async () => {
  const { api, served } = await openOffer()
  api.refuse('acceptHandoff', 'assignment.taken', { holder: 'Brian' })
  const release = api.hold('acceptHandoff')
  await inModal('Accept Now').click()
  await expect.element(inModal('Accepting...')).toBeVisible()
  served.offerTo(brian, brian)
  release()
  await expect.element(modal()).toHaveTextContent('Brian has this conversation')
  await expect.element(inModal('Accept Now')).not.toBeInTheDocument()
  await modal().getByRole('button', { name: 'Close' }).last().click()
  await expect.element(modal()).not.toBeInTheDocument()
})

test('an offer that goes to another while it is looked at says to whom', async () => {
  const { served } = await openOffer()
  served.offerTo(carol, brian)
  await expect.element(modal()).toHaveTextContent('This conversation is offered to Carol')
  await expect.element(inModal('Accept Now')).not.toBeInTheDocument()
})

test('an offer that nobody answers in time says that the time is over, and then what became of it', async () => {
  const { api, served } = await open()
  await expect.element(row()).toBeVisible()
  served.offerTo(me, brian, new Date(Date.now() + 4_000))
  api.publish({ event: 'notification', data: { ...noticeOf(served, ''), dismissed: false } })
  await openWholeOffer()
  await expect.element(modal().getByRole('timer')).toHaveTextContent(/^0:0\d$/)
  await expect.element(modal()).toHaveTextContent('This offer has expired')
  await expect.element(inModal('Accept Now')).toBeDisabled()
  served.end('expired', 'No answer in time')
  await expect.element(modal()).toHaveTextContent('This conversation is not offered to you any more')
  await expect.element(inModal('Accept Now')).not.toBeInTheDocument()
})

test.each([
  [1366, 768],
  [390, 844],
])('[Q-212 Q-401] an offer that is open when the page is loaded is shown, at %i × %i', async (...size) => {
  const { served } = await open({
    path: '/',
    size,
    given: (fake, offered) => {
      offered.offerTo(me, brian)
      fake.answer('pollNotifications', [noticeOf(offered, '')])
    },
  })
  await expect.element(offers()).toHaveTextContent(served.id)
  await offerButton('Accept Now').click()
  await expect.poll(() => location.pathname).toBe(`/conversations/${served.id}`)
  await expect.element(offers()).not.toBeInTheDocument()
})

test('[Q-153] an offer that is lost as its line is answered says to whom, until it is closed', async () => {
  const { api, served } = await open()
  await expect.element(row()).toBeVisible()
  offer(api, served)
  api.refuse('acceptHandoff', 'assignment.taken', { holder: 'Brian' })
  await offerButton('Accept Now').click()
  await expect
    .element(firstOffer().getByRole('alert'))
    .toHaveTextContent('Failed to accept assignment. Please try again. Brian has this conversation.')
  await offerButton('Close').click()
  await expect.element(offers()).not.toBeInTheDocument()
})
