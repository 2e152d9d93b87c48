import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { conversations, serveConversations } from '../../../test/conversation-list.ts'
import { bell, leave, notice, openListening, panel, region, rows, toasts } from '../../../test/notices.ts'
import { me } from '../../../test/samples.ts'
import { preference } from '../../data/session/preferences.ts'
import { askPermission } from './browser-notice.ts'
import { chooseSound } from './sound.ts'

/** What the browser was asked to sound and to show outside the page. */
let said: string[] = []
let ahead = 0

/** A browser that records, in place of one that sounds and shows. */
class RecordedNotification extends EventTarget {
  static permission: NotificationPermission = 'default'
  static answer: NotificationPermission = 'default'
  /** The one that was shown last. */
  static last: EventTarget | null = null
  static async requestPermission() {
    said.push('asked')
    RecordedNotification.permission = RecordedNotification.answer
    return RecordedNotification.permission
  }
  constructor(title: string, { body }: NotificationOptions) {
    super()
    said.push(`notification ${title}: ${body}`)
    RecordedNotification.last = this
  }
  close() {
    said.push('closed')
  }
}

/** The browser's permission, and what it becomes when it is asked for. */
async function permit(permission: NotificationPermission, answer = permission): Promise<void> {
  RecordedNotification.answer = permission
  await askPermission()
  RecordedNotification.answer = answer
  said = []
}

beforeEach(async () => {
  vi.spyOn(AudioContext.prototype, 'state', 'get').mockReturnValue('running')
  vi.spyOn(AudioScheduledSourceNode.prototype, 'start').mockImplementation(function (
    this: AudioScheduledSourceNode,
  ) {
    if (this instanceof OscillatorNode) said.push(`tone ${this.type} ${this.frequency.value}`)
  })
  vi.spyOn(AudioScheduledSourceNode.prototype, 'stop').mockImplementation(function (
    this: AudioScheduledSourceNode,
    at = 0,
  ) {
    said.push(`until ${(at - this.context.currentTime).toFixed(1)}`)
  })
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
    said.push(`file ${new URL(this.src).pathname}`)
  })
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  vi.stubGlobal('Notification', RecordedNotification)
  await permit('default')
  // Later than the test before: within 3 s one sound tells of both.
  ahead += 60_000
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ahead })
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** From now on the test passes the time of toasts itself. */
const holdTime = () => vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: Date.now() })

const sounds = () => said.filter(line => !line.startsWith('notification')).toSorted()
const heard = ['file /notice.wav', 'tone sine 880', 'until 0.5']
const one = () => region().getByRole('dialog')
const conversation = (count: number, fields: Parameters<typeof conversations>[1] = {}) => {
  const rows = conversations(count, fields)
  return {
    rows,
    id: rows[0]?.id ?? '',
    open: { given: (api: Parameters<typeof serveConversations>[0]) => serveConversations(api, rows) },
  }
}

test('[TOAST-01 TOAST-02 Q-074] of many notices three are toasts, one below the other at the right', async () => {
  const api = await openListening('/conversations')
  for (let at = 0; at < 10; at += 1) leave(api, notice({ message: `Notice ${at}` }))
  await expect.element(bell()).toHaveAccessibleName('Notifications, 10 unread')
  await expect.poll(() => toasts().length).toBe(3)
  const boxes = () =>
    one()
      .elements()
      .map(toast => toast.getBoundingClientRect())
      .toSorted((a, b) => a.top - b.top)
      .map(({ top, bottom, right }, at, all) => [
        right,
        at === 0 ? 0 : top - (all[at - 1]?.bottom ?? 0),
        bottom > top,
      ])
  await expect.poll(boxes).toEqual([
    [1350, 0, true],
    [1350, 12, true],
    [1350, 12, true],
  ])
  await expectAccessible()
})

test('[GEN-04 BELL-11 TOAST-01 TOAST-03 TOAST-04 TOAST-07 TOAST-10 TOAST-11 TOAST-13 Q-035 Q-076] a message is heard and shown once, and its toast leads to it', async () => {
  await permit('granted')
  const { id, open } = conversation(1)
  const api = await openListening('/conversations', open)
  await expect.element(page.getByRole('gridcell').first()).toBeVisible()
  const asked = notice({
    type: 'message',
    title: 'Customer 1',
    message: 'Is my claim paid?',
    conversation_id: id,
  })
  leave(api, asked)
  api.notify(asked)
  await expect.poll(sounds).toEqual(heard)
  await expect.poll(toasts).toEqual([expect.stringContaining('Is my claim paid?')])
  expect(said.filter(line => line.startsWith('notification'))).toEqual([
    'notification Customer 1: Sent a new message',
  ])
  // At the top right, below what is pressed there all day.
  const box = one().element().getBoundingClientRect()
  const bar = page
    .getByRole('button', { name: /^Refresh/ })
    .element()
    .getBoundingClientRect().bottom
  await expect.poll(() => one().element().getBoundingClientRect().right).toBe(1350)
  expect([box.y > bar, box.y < bar + 40]).toEqual([true, true])
  await expect.element(bell()).toHaveAccessibleName('Notifications, 1 unread')
  await region().getByRole('button', { name: 'View Conversation' }).click()
  await expect.poll(() => location.pathname).toBe(`/conversations/${id}`)
  await expect.poll(toasts).toEqual([])
  await expect.element(bell()).toHaveAccessibleName('Notifications')
  expect(api.askedFor('readNotification').map(({ params }) => params.id)).toEqual([asked.id])
})

test('[Q-076] what is on the screen in front makes no noise; it is no toast, and the bell does not count it', async () => {
  await permit('granted')
  const { id, open } = conversation(1)
  const api = await openListening(`/conversations/${id}`, open)
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  leave(api, notice({ type: 'message', message: 'I see you are there', conversation_id: id }))
  leave(api, notice({ message: 'Of something else' }))
  await expect.poll(toasts).toEqual([expect.stringContaining('Of something else')])
  await expect.element(bell()).toHaveAccessibleName('Notifications, 1 unread')
  expect(said.filter(line => line.startsWith('notification'))).toHaveLength(1)
})

test('[GEN-04 Q-077] two notices within three seconds are told by one sound, and a press on the browser’s notification leads to the conversation', async () => {
  await permit('granted')
  const { id, open } = conversation(1)
  const api = await openListening('/conversations', open)
  await expect.element(page.getByRole('gridcell').first()).toBeVisible()
  const about = { type: 'message', title: 'Customer 1', conversation_id: id } as const
  leave(api, notice({ ...about, message: 'One more thing' }))
  leave(api, notice({ ...about, message: 'And another' }))
  await expect.poll(() => toasts().length).toBe(2)
  await expect.poll(() => said.filter(line => line.startsWith('notification')).length).toBe(2)
  expect(sounds()).toEqual(heard)
  RecordedNotification.last?.dispatchEvent(new Event('click'))
  await expect.poll(() => location.pathname).toBe(`/conversations/${id}`)
  expect(said).toContain('closed')
  expect(api.askedFor('readNotification')).toHaveLength(1)
})

test('[BELL-12 Q-066] the sound is turned off in the bell, and stays off', async () => {
  onTestFinished(() => chooseSound(true))
  const api = await openListening('/conversations')
  await bell().click()
  const sound = panel().getByRole('switch', { name: 'Sound' })
  await expect.element(sound).toBeChecked()
  await sound.click()
  await expect.element(sound).not.toBeChecked()
  await expect.poll(() => preference('sound')).toBe('off')
  leave(api, notice({ message: 'Quiet please' }))
  await expect.element(rows().getByText('Quiet please')).toBeVisible()
  await sound.click()
  await expect.element(sound).toBeChecked()
  await expect.poll(() => preference('sound')).toBe('on')
  leave(api, notice({ message: 'Aloud' }))
  await expect.poll(sounds).toEqual(heard)
})

test('[BELL-16 Q-075] while the bell’s list is open it shows what arrives, and no toast lies beside it', async () => {
  const api = await openListening('/conversations')
  await bell().click()
  leave(api, notice({ message: 'Into the list' }))
  await expect.element(rows().getByText('Into the list')).toBeVisible()
  // Heard: it is told of, and not by a toast.
  await expect.poll(sounds).toEqual(heard)
  expect(toasts()).toEqual([])
})

test('[GEN-04 Q-077] the browser’s permission is asked for by a press alone', async () => {
  await permit('default', 'granted')
  await openListening('/conversations')
  await bell().click()
  const enable = panel().getByRole('button', { name: 'Enable notifications' })
  await expect.element(enable).toBeVisible()
  expect(said).toEqual([])
  await enable.click()
  await expect.element(enable).not.toBeInTheDocument()
  expect(said).toEqual(['asked'])
})

test('[Q-077] a permission that was refused is said, since only the browser’s settings can undo it', async () => {
  await permit('denied')
  await openListening('/conversations')
  await bell().click()
  await expect.element(panel().getByText('Blocked by the browser')).toBeVisible()
  expect(panel().getByRole('button', { name: 'Enable notifications' }).elements()).toEqual([])
})

test('[TOAST-05 TOAST-06 TOAST-08 TOAST-12 Q-075] a toast fades after 5 s', async () => {
  const api = await openListening('/conversations')
  holdTime()
  leave(api, notice({ message: 'A toast that fades' }))
  await expect.poll(() => toasts().length).toBe(1)
  vi.advanceTimersByTime(4_900)
  await expect.element(one()).toBeVisible()
  expect(toasts()).toHaveLength(1)
  vi.advanceTimersByTime(200)
  await expect.poll(toasts).toEqual([])
})

test('[TOAST-08 TOAST-12] the pointer on a toast stops its time', async () => {
  const api = await openListening('/conversations')
  holdTime()
  leave(api, notice({ message: 'Under the pointer' }))
  await one().hover()
  vi.advanceTimersByTime(20_000)
  expect(toasts()).toHaveLength(1)
  await page.getByRole('banner').getByRole('heading').hover()
  vi.advanceTimersByTime(5_100)
  await expect.poll(toasts).toEqual([])
})

test('[TOAST-06 TOAST-12] F6 brings the focus to a toast, which stops its time, and its cross closes it', async () => {
  const api = await openListening('/conversations')
  holdTime()
  leave(api, notice({ message: 'With the focus' }))
  const close = one().getByRole('button', { name: 'Close' })
  // The Tab key reaches it, so it has a name before that.
  await expect.element(close).toBeVisible()
  await userEvent.keyboard('{F6}')
  await expect.poll(() => region().element().contains(document.activeElement)).toBe(true)
  vi.advanceTimersByTime(20_000)
  expect(toasts()).toHaveLength(1)
  await close.click()
  await expect.poll(toasts).toEqual([])
})

test('[Q-075 Q-071] an important notice is a toast that is said at once and stays, and leads to the conversation', async () => {
  const {
    rows: [row],
    open,
  } = conversation(1)
  const api = await openListening('/conversations', open)
  const search = page.getByRole('searchbox')
  await search.fill('zzz')
  holdTime()
  const title = 'Conversation transferred'
  leave(
    api,
    notice({
      type: 'transfer',
      title,
      message: `Brian has conversation #${row?.id} now`,
      conversation_id: row?.id ?? null,
      data: { importance: 'high' },
      auto_close: false,
    }),
  )
  await expect.poll(toasts).toEqual([expect.stringContaining(`Brian has conversation #${row?.id} now`)])
  await expect.element(page.getByRole('alert').filter({ hasText: title })).toBeInTheDocument()
  await expect.element(search).toHaveFocus()
  vi.advanceTimersByTime(20_000)
  expect(toasts()).toHaveLength(1)
  await region().getByRole('button', { name: title }).click()
  await expect.poll(() => location.pathname).toBe(`/conversations/${row?.id}`)
  await expect.poll(toasts).toEqual([])
})

test('[Q-403] an offer sounds once, tells the system once, and is no toast', async () => {
  const deadline = new Date(Date.now() + 300_000).toISOString()
  const offer = { id: '3', agent_id: me.id, agent_name: me.name, by: null, offered_at: deadline, deadline }
  const { id, open } = conversation(1, { agent: null, offer })
  await permit('granted')
  const api = await openListening('/tickets', open)
  leave(api, notice({ type: 'ASSIGNMENT', title: '', message: '', conversation_id: id }))
  await expect.element(page.getByRole('region', { name: 'New Assignment' })).toHaveTextContent('Customer 1')
  await expect.poll(sounds).toEqual(heard)
  expect(said.filter(line => line.startsWith('notification'))).toHaveLength(1)
  expect(toasts()).toEqual([])
})
