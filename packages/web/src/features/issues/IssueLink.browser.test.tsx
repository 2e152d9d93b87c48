import { expect, onTestFinished, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import {
  attach,
  expectSelected,
  latePayment,
  linked,
  linkNote,
  openIssues,
  selectIssue,
} from '../../../test/issues.ts'
import {
  focusOn,
  leaveReplyBox,
  messageWith,
  pointElsewhere,
  replyBox,
  sendReply,
} from '../../../test/screen.ts'

const first = 'My payment is late'
const second = 'It was on Monday'
const sample = 'By itself'
const bodies = (api: Awaited<ReturnType<typeof openIssues>>['api']) =>
  api.askedFor('send').map(({ body }) => body)
const expectOpacity = (of: Locator, opacity: string) =>
  expect.poll(() => getComputedStyle(of.element()).opacity).toBe(opacity)

test('[COMP-10 COMP-11 THREAD-09] what is sent while an issue is selected is linked to it', async () => {
  const { api } = await openIssues([first], [latePayment])
  await selectIssue('Late payment')
  await expect.element(linkNote()).toBeVisible()
  await sendReply('We look for it.')
  await expect.element(linked('We look for it.')).toHaveAttribute('title', 'Late payment')
  expect(bodies(api)).toMatchObject([{ content: 'We look for it.', issue_id: '51' }])
})

test('[COMP-11] a reply that only its second try gets through is linked too', async () => {
  const { api } = await openIssues([first], [latePayment])
  await selectIssue('Late payment')
  // The second try comes by itself after five seconds.
  const wait = window.setTimeout.bind(window)
  const hurried = vi
    .spyOn(window, 'setTimeout')
    .mockImplementation(((then: () => void, ms?: number) =>
      wait(then, ms === 5_000 ? 500 : ms)) as typeof window.setTimeout)
  onTestFinished(() => hurried.mockRestore())
  const mend = api.cut('send')
  await sendReply('We look for it.')
  await expect.element(messageWith('We look for it.')).toHaveTextContent('It is sent again automatically.')
  mend()
  await expect.poll(() => bodies(api).length).toBe(2)
  await expect.element(linked('We look for it.')).toBeVisible()
  const [cut, sent] = bodies(api)
  expect(cut).toMatchObject({ issue_id: '51' })
  // It goes by itself, and says whose the conversation was.
  expect(sent).toEqual({ ...cut, believed_assignee_id: null })
})

test('[CDET-28 COMP-10 COMP-11] once no issue is selected any more nothing is linked', async () => {
  const { api } = await openIssues([first], [latePayment])
  await selectIssue('Late payment')
  await expect.element(linkNote()).toBeVisible()
  await selectIssue('No issue selected')
  await expect.element(linkNote()).not.toBeInTheDocument()
  await sendReply('Not of the issue.')
  await expect.element(messageWith('Not of the issue.').getByRole('img', { name: 'Sent' })).toBeVisible()
  await expect.element(linked('Not of the issue.')).not.toBeInTheDocument()
  expect(bodies(api)[0]).not.toHaveProperty('issue_id')
})

test('[THREAD-15] the button that attaches a message shows when the pointer or the focus is at it', async () => {
  await openIssues([first, second], [latePayment])
  await selectIssue('Late payment')
  await pointElsewhere()
  await expectOpacity(attach(first), '0')
  await messageWith(first).hover()
  await expectOpacity(attach(first), '1')
  await pointElsewhere()
  await expectOpacity(attach(first), '0')
  await leaveReplyBox()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await expect.element(messageWith(second)).toHaveFocus()
  await userEvent.tab()
  await expect.element(attach(second)).toHaveFocus()
  await expectOpacity(attach(second), '1')
})

test('[ISSUE-02 THREAD-09 THREAD-15 API-24] what came before is attached by its button; the badge in its place has the focus', async () => {
  const { api } = await openIssues([first, second], [latePayment])
  await selectIssue('Late payment')
  focusOn(attach(first))
  await userEvent.keyboard('{Enter}')
  await expect.element(linked(first)).toHaveFocus()
  await expect.element(attach(first)).not.toBeInTheDocument()
  await expect.element(attach(second)).toBeInTheDocument()
  expect(api.askedFor('attachMessage').map(({ params, body }) => ({ ...params, ...body }))).toEqual([
    { id: '51', message_id: '11' },
  ])
})

test('[THREAD-09 Q-016] a message that a colleague attaches has its badge at once', async () => {
  const { api, messages } = await openIssues([first], [latePayment])
  const [message] = messages
  await expect.element(linked(first)).not.toBeInTheDocument()
  if (message !== undefined) api.publish({ event: 'message', data: { ...message, issue_id: '51' } })
  await expect.element(linked(first)).toHaveAttribute('title', 'Late payment')
})

test('[ISSUE-09 API-24] a colleague was quicker to attach it: nothing changes, and it says so', async () => {
  const { api, messages } = await openIssues([first, second], [latePayment])
  await selectIssue('Late payment')
  api.answer('attachMessage', { alreadyAttached: true, issue: latePayment })
  const release = api.hold('attachMessage')
  await attach(second).click()
  await expect.element(messageWith(second)).toHaveTextContent('Attaching…')
  const message = messages[1]
  if (message !== undefined) api.publish({ event: 'message', data: { ...message, issue_id: '51' } })
  await expect.element(linked(second)).toBeVisible()
  release()
  await expect
    .element(messageWith(second).getByRole('status'))
    .toHaveTextContent(/^This message is already attached to an issue$/)
  await expect.element(linked(second)).toBeVisible()
})

test('[COMP-10 Q-256] the note by the box names the issue in one line, whole on hover', async () => {
  const title = 'The payment of October, which was made by Airtel on a Monday, is on no policy'
  await openIssues([first], [{ ...latePayment, title }])
  await selectIssue(title)
  await expect
    .element(linkNote())
    .toHaveTextContent(new RegExp(`^Messages will be linked to the current issue: ${title}$`))
  await expect.element(linkNote()).toHaveAttribute('title', `Messages will be linked to ${title}`)
  const note = linkNote().element()
  expect(note.getBoundingClientRect().height).toBeLessThanOrEqual(20)
  expect(note.scrollWidth).toBeGreaterThan(note.clientWidth)
  await expectAccessible()
})

test('[COMP-10 COMP-11 Q-256] the note by the box lets go of the issue', async () => {
  const { api } = await openIssues([first], [latePayment])
  await selectIssue('Late payment')
  focusOn(page.getByRole('button', { name: 'Stop linking messages to the issue' }))
  await userEvent.keyboard('{Enter}')
  await expect.element(linkNote()).not.toBeInTheDocument()
  await expect.element(replyBox()).toHaveFocus()
  await expectSelected('No issue selected')
  await sendReply(sample)
  await expect.element(messageWith(sample).getByRole('img', { name: 'Sent' })).toBeVisible()
  await expect.element(linked(sample)).not.toBeInTheDocument()
  expect(bodies(api)[0]).not.toHaveProperty('issue_id')
})

test('[THREAD-15 Q-256] on a phone no message keeps room for the button that attaches it, which More shows', async () => {
  const words = ['The first', 'The second', 'The third']
  await openIssues(words, [latePayment], [390, 844])
  const heights = () => words.map(text => messageWith(text).element().getBoundingClientRect().height)
  await document.fonts.ready
  const before = heights()
  await selectIssue('Late payment')
  await expect.element(linkNote()).toBeVisible()
  expect(heights()).toEqual(before)
  await expect.element(attach('The second')).not.toBeInTheDocument()
  await messageWith('The second').getByRole('button', { name: 'More for this message' }).click()
  await attach('The second').click()
  await expect.element(linked('The second')).toBeVisible()
})
