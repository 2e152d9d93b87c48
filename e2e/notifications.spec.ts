import type { Page, WebSocketRoute } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { messageOf, newCustomer, rowsOf } from './harness/conversation.ts'
import { hold } from './harness/held.ts'
import { bell, call, hearing, idOf, leave, panel, ready, rows, toasts } from './harness/notices.ts'
import { raise } from './harness/ticket.ts'
import { askedAgain, pass, recordAsks, timeShown } from './harness/times.ts'
import { expect, signIn, test } from './harness.ts'

/** Records what the browser is asked to sound and to show outside the page. */
const record = (page: Page, permission: 'default' | 'granted') =>
  page.addInitScript(initial => {
    const said: string[] = []
    Object.assign(window, { said })
    class RecordedAudioContext extends AudioContext {
      override createOscillator() {
        const tone = super.createOscillator()
        const [start, stop] = [tone.start.bind(tone), tone.stop.bind(tone)]
        tone.start = at => {
          said.push(`tone ${tone.type} ${tone.frequency.value}`)
          start(at)
        }
        tone.stop = (at = 0) => {
          said.push(`until ${(at - this.currentTime).toFixed(1)}`)
          stop(at)
        }
        return tone
      }
    }
    class RecordedAudio extends Audio {
      override async play() {
        said.push(`file ${new URL(this.src).pathname}`)
        await super.play()
      }
    }
    class RecordedNotification extends EventTarget {
      static permission: string = initial
      static async requestPermission() {
        said.push('asked')
        RecordedNotification.permission = 'granted'
        return 'granted'
      }
      constructor(title: string, options: { body: string; tag: string }) {
        super()
        said.push(`notification ${title}: ${options.body}`)
        Object.assign(window, { shown: this })
      }
      close() {
        said.push('closed')
      }
    }
    Object.assign(window, {
      AudioContext: RecordedAudioContext,
      Audio: RecordedAudio,
      Notification: RecordedNotification,
    })
  }, permission)

const saidBy = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { said: string[] }).said.splice(0))

/** The same, and it can be asked for again. */
const saidSoFar = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { said: string[] }).said)

/** Starts the browser's sound, which takes a while the first time: a notice gives it 300 ms. */
const startSound = (page: Page): Promise<void> => page.evaluate(() => new AudioContext().resume())

test('[SHELL-08 BELL-01 BELL-02 BELL-03 BELL-04 BELL-05 BELL-06 BELL-07 BELL-08 BELL-09 BELL-10 BELL-13 BELL-14 BELL-15 TOAST-01 TOAST-02 Q-069 Q-070 Q-072 Q-233 Q-074] a hundred notices: the bell counts and lists them, three are toasts', async ({
  page,
  openAs,
}) => {
  await signIn(page, 'agent', '/conversations')
  await ready(page)
  const brian = await openAs('brian')
  const ten = (tens: number) =>
    Promise.all(
      Array.from({ length: 10 }, (_, one) =>
        leave(brian, page, `Notice ${tens}${one}`, one === 0 ? 'system' : 'info'),
      ),
    )
  // While the pointer is at them, they do not fade.
  await Promise.all([ten(0), toasts(page).first().hover({ force: true })])
  for (let tens = 1; tens < 10; tens += 1) await ten(tens)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 100 unread')
  await expect(page.getByTitle('100 unread notifications')).toContainText('99+')
  await expect(toasts(page)).toHaveCount(3)
  // One below the other at the right, none over another.
  await expect(async () => {
    const boxes = await toasts(page).evaluateAll(all =>
      all
        .map(toast => toast.getBoundingClientRect())
        .map(({ top, bottom, right }) => ({ top, bottom, right })),
    )
    const [first, second, third] = boxes.toSorted((a, b) => a.top - b.top)
    expect(boxes.map(({ right }) => right)).toEqual([1350, 1350, 1350])
    expect((second?.top ?? 0) - (first?.bottom ?? 0)).toBe(12)
    expect((third?.top ?? 0) - (second?.bottom ?? 0)).toBe(12)
  }).toPass({ timeout: 30_000 })

  await bell(page).click()
  await expect(rows(page)).toHaveCount(10)
  await expect(panel(page).getByText('90 more notifications')).toBeVisible()
  const first = rows(page).first()
  await expect(first.locator('[data-cut]')).toHaveText([/From Brian Odongo$/, /^Notice 9\d$/])
  await expect(first.locator('time')).toHaveText('just now')

  const text = await first.innerText()
  await first.getByRole('button').click()
  await expect(bell(page)).toHaveAccessibleName('Notifications, 99 unread')
  await expect(rows(page).filter({ hasText: text.split('\n').at(-1) ?? '' })).toHaveCount(0)
  await expect(panel(page)).toBeVisible()
  await expect(page).toHaveURL('/conversations')
  await expect(rows(page).first().getByRole('button')).toBeFocused()

  await panel(page).getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await expect(panel(page).getByRole('button', { name: 'Mark all as read' })).toHaveCount(0)
  await expect(rows(page)).toHaveCount(10)
  await panel(page).getByRole('button', { name: '89 more notifications' }).click()
  await expect(rows(page)).toHaveCount(99)
  await expect(rows(page).nth(10).getByRole('button')).toBeFocused()

  await page.reload()
  await bell(page).click()
  await expect(rows(page)).toHaveCount(10)
  await expect(toasts(page)).toHaveCount(0)
  await panel(page).getByRole('button', { name: 'Clear all' }).click()
  await expect(panel(page).getByText('No notifications')).toBeVisible()
  await expect(panel(page).getByText(/more notifications/)).toHaveCount(0)
  await panel(page).getByRole('button', { name: 'Clear all' }).click()
  await page.keyboard.press('Escape')
  await expect(bell(page)).toBeFocused()
  await page.reload()
  await bell(page).press('Enter')
  await expect(panel(page).getByText('No notifications')).toBeVisible()
})

test('[GEN-04 BELL-11 TOAST-01 TOAST-03 TOAST-04 TOAST-07 TOAST-10 TOAST-11 TOAST-13 Q-035 Q-076] a message is heard and shown once, and its toast leads to it', async ({
  page,
  parley,
}) => {
  await record(page, 'granted')
  const hears = hearing(page)
  await signIn(page, 'agent', '/conversations')
  await hears
  await ready(page)
  await startSound(page)
  const toast = toasts(page).filter({ hasText: 'Is my claim of 3 million paid?' })
  // While the pointer is at it, it does not fade.
  const [{ phone, id }] = await Promise.all([
    newCustomer(parley, page, ['Is my claim of 3 million paid?']),
    toast.hover(),
  ])
  const box = await toast.boundingBox()
  // At the top right, below what is pressed there all day.
  const refresh = await page.getByRole('button', { name: /^Refresh/ }).boundingBox()
  const bar = (refresh?.y ?? 0) + (refresh?.height ?? 0)
  expect(box && [box.x + box.width > 1300, box.y > bar, box.y < bar + 40]).toEqual([true, true, true])
  await expect(toasts(page)).toHaveCount(1)
  await expect.poll(async () => (await saidSoFar(page)).length).toBe(4)
  await saidBy(page)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await toast.getByRole('button', { name: 'View Conversation' }).click()
  await expect(page).toHaveURL(`/conversations/${id}`)
  await expect(toast).toHaveCount(0)
  await expect(bell(page)).toHaveAccessibleName('Notifications')

  // What is on the screen in front makes no noise.
  await expect(messageOf(page, 'Is my claim of 3 million paid?')).toBeVisible()
  await phone.say('I see you are there')
  await expect(messageOf(page, 'I see you are there')).toBeVisible()
  await expect.poll(async () => (await rowsOf(page, phone.number))[0]?.unread_count).toBe(0)
  expect(await toasts(page).count()).toBe(0)
  expect(await saidBy(page)).toEqual([])

  const hearsAgain = hearing(page)
  await page.goto('/conversations')
  await hearsAgain
  await page.getByRole('row').nth(1).waitFor()
  await page.mouse.click(5, 400)
  await startSound(page)
  await phone.say('One more thing')
  // At once, since within 3 s one sound tells of both.
  await phone.say('And another')
  await expect(toasts(page)).toHaveText([/And another/])
  const isNotification = (line: string) => line.startsWith('notification')
  await expect
    .poll(async () => (await saidSoFar(page)).filter(line => !isNotification(line)).toSorted())
    .toEqual(['file /notice.wav', 'tone sine 880', 'until 0.5'])
  expect((await saidBy(page)).find(isNotification)).toMatch(/^notification .*: Sent a new message$/)

  const read = page.waitForResponse(answer => /\/handoff\/notifications\/\d+\/read$/.test(answer.url()))
  await page.evaluate(() =>
    (window as unknown as { shown: EventTarget }).shown.dispatchEvent(new Event('click')),
  )
  await expect(page).toHaveURL(`/conversations/${id}`)
  // Or it would be read with what it says next.
  await read

  await page.goBack()
  await expect(page).toHaveURL('/conversations')
  await page.getByRole('row').nth(1).waitFor()
  await phone.say('By the bell')
  await bell(page).click()
  await rows(page).filter({ hasText: 'By the bell' }).getByRole('button').click()
  await expect(page).toHaveURL(`/conversations/${id}`)
})

test('[GEN-04 BELL-12 BELL-16 Q-066 Q-071 Q-075 Q-077] sound and browser notifications are chosen in the bell; an urgent notice stays and is said at once; one of a ticket leads to it', async ({
  page,
  openAs,
  parley,
}) => {
  await record(page, 'default')
  await page.clock.install()
  await signIn(page, 'agent', '/conversations')
  await ready(page)
  const brian = await openAs('brian')
  await bell(page).click()
  const sound = panel(page).getByRole('switch', { name: 'Sound' })
  await expect(sound).toBeChecked()
  // Whatever came before is named by the rows below.
  await saidBy(page)
  await sound.click()
  await expect(sound).not.toBeChecked()
  await leave(brian, page, 'Quiet please')
  // While the list is open it shows what arrives; no toast lies beside it.
  await expect(rows(page).filter({ hasText: 'Quiet please' })).toHaveCount(1)
  await page.clock.runFor(500)
  await expect(toasts(page)).toHaveCount(0)
  expect(await saidBy(page)).toEqual([])

  // A provider that has no call for all is told of each notice.
  const reads: string[] = []
  page.on(
    'request',
    request => /notifications\/\d+\/read$/.test(request.url()) && reads.push(request.method()),
  )
  await page.route('**/notifications/clear', route => route.fulfill({ status: 404, json: {} }))
  // An offer that another test left open may have ended meanwhile, and is told of too.
  const listed = await rows(page).count()
  await panel(page).getByRole('button', { name: 'Clear all' }).click()
  await expect(panel(page).getByText('No notifications')).toBeVisible()
  await expect.poll(() => reads).toEqual(Array.from({ length: listed }, () => 'POST'))

  await panel(page).getByRole('button', { name: 'Enable notifications' }).click()
  await expect(panel(page).getByRole('button', { name: 'Enable notifications' })).toHaveCount(0)
  expect(await saidBy(page)).toEqual(['asked'])
  await page.reload()
  await bell(page).click()
  await expect(sound).not.toBeChecked()
  await sound.click()
  await expect(sound).toBeChecked()
  await page.keyboard.press('Escape')

  // Words are being typed: an offer comes up beside them. Of one that comes while it is shown a toast tells, and waits.
  const before = await newCustomer(parley, brian, ['Who takes me?'])
  const { id } = await newCustomer(parley, brian, ['And who takes me?'])
  // An offer that was open when the page was loaded is shown as a card.
  const loaded = page.waitForResponse('**/handoff/notifications/poll*')
  await page.goto('/conversations')
  await loaded
  await page.getByRole('searchbox').fill('zzz')
  const give = async (to: string) =>
    call(brian, 'POST', `assignments/conversation/${to}/assign`, { agent_id: await idOf(page) })
  const said = page.getByRole('alert').filter({ hasText: 'New Assignment' })
  await give(before.id)
  await expect(page.getByRole('dialog', { name: 'New Assignment' })).toContainText(before.id)
  await expect(said).toHaveCount(1)
  await expect(page.getByRole('searchbox')).toBeFocused()
  await give(id)
  const offer = toasts(page).filter({ hasText: 'New Assignment' })
  await expect(offer).toHaveText(new RegExp(`You have been assigned a new conversation \\(#${id}\\)`))
  await expect(said).toHaveCount(2)
  await page.clock.runFor(20_000)
  await expect(offer).toBeVisible()
  await offer.getByRole('button', { name: 'New Assignment' }).click()
  await expect(page).toHaveURL(`/conversations/${id}`)
  await expect(offer).toHaveCount(0)

  // What a colleague raises for a conversation of one's own leads to the ticket.
  await page
    .getByRole('dialog', { name: 'New Assignment' })
    .getByRole('button', { name: 'Accept Now' })
    .click()
  await expect(page.getByRole('dialog', { name: 'New Assignment' })).toHaveCount(0)
  const ticket = await raise(brian, id)
  await bell(page).click()
  await rows(page).filter({ hasText: ticket.ticket_number }).getByRole('button').click()
  await expect(page).toHaveURL(`/tickets/${ticket.id}`)
  await call(page, 'POST', `handoff/reject/${before.id}`, { reason: 'Not my field' })
})

test('[BELL-03 BELL-07 Q-252] an open offer stands first in the bell, with its customer and the time left, until it is answered', async ({
  openAs,
  parley,
}) => {
  const [page, brian] = [await openAs('agent', '/conversations'), await openAs('brian')]
  const { id, phone } = await newCustomer(parley, brian, ['Am I first?'])
  await ready(page)
  await call(brian, 'POST', `assignments/conversation/${id}/assign`, { agent_id: await idOf(page) })
  const offer = page.getByRole('dialog', { name: 'New Assignment' })
  await offer.getByRole('button', { name: 'Maybe Later' }).click()
  for (let one = 0; one < 12; one += 1) await leave(brian, page, `Notice ${one}`)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 13 unread')
  await bell(page).click()
  await expect(rows(page)).toHaveCount(10)
  const [row] = await rowsOf(page, phone.number)
  const named = `New Assignment: ${row?.user.name ?? `Customer (${phone.number})`}`
  const first = rows(page).first()
  await expect(first).toContainText(named)
  await expect(first).toContainText(/[1-5]:\d\d left/)
  await expect(rows(page).nth(1)).toContainText('Notice 11')
  await expectAccessible(page)

  // It is no word that is read by being looked at.
  await first.getByRole('button').click()
  await expect(page).toHaveURL(`/conversations/${id}`)
  await offer.getByRole('button', { name: 'Maybe Later' }).click()
  await bell(page).click()
  await expect(rows(page).first()).toContainText(named)
  await page.keyboard.press('Escape')
  await call(page, 'POST', `handoff/accept/${id}`)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 12 unread')
  await bell(page).click()
  await expect(rows(page).first()).toContainText('Notice 11')
})

test('[TOAST-05 TOAST-06 TOAST-08 TOAST-12 Q-075] a toast fades after 5 s or by its cross; pointer and focus stop its time', async ({
  page,
  openAs,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install()
  await signIn(page, 'agent', '/conversations')
  await ready(page)
  const brian = await openAs('brian')
  // The clock of the page goes on while the test looks.
  const shownFor = timeShown(page, 'A toast that fades')
  await leave(brian, page, 'A toast that fades')
  const all = page.getByRole('region', { name: 'New notifications' }).getByRole('dialog')
  await expect(all).toHaveCount(1)
  await expect(all).toHaveCSS('transition-duration', '0.3s, 0.3s')
  await page.clock.runFor(5_100)
  await expect(toasts(page)).toHaveCount(0)
  await expect(all).toHaveCount(0)
  expect(await shownFor).toBeGreaterThan(4_000)

  await leave(brian, page, 'Under the pointer')
  await all.hover()
  await page.clock.runFor(20_000)
  await expect(toasts(page)).toHaveCount(1)
  await page.mouse.move(300, 500)
  await page.clock.runFor(5_100)
  await expect(all).toHaveCount(0)

  await leave(brian, page, 'With the focus')
  await expect(all).toHaveCount(1)
  // The Tab key reaches it, so it has a name before that.
  await expect(all.getByRole('button', { name: 'Close' })).toBeVisible()
  await page.keyboard.press('F6')
  await page.clock.runFor(20_000)
  await expect(toasts(page)).toHaveCount(1)
  await all.getByRole('button', { name: 'Close' }).click()
  await expect(toasts(page)).toHaveCount(0)
  await expect(all).toHaveCount(0)
})

test('[API-27 BELL-17 CONST-02 CONST-03 ERR-15 ERR-19 WS-08 WS-13 Q-074 Q-079 Q-083] without sockets the poll tells; "Reconnect" brings them back; nothing is asked once nobody is signed in', async ({
  page,
  openAs,
}) => {
  const warnings: string[] = []
  page.on('console', message => message.type() === 'warning' && warnings.push(message.text()))
  await recordAsks(page)
  let cut: 'none' | 'agent' | 'both' = 'none'
  const open = new Set<WebSocketRoute>()
  await page.routeWebSocket('**/ws/**', socket => {
    const isCut = cut === 'both' || (cut === 'agent' && socket.url().includes('/ws/agent/'))
    if (isCut) return void socket.close({ code: 1011 })
    socket.connectToServer()
    open.add(socket)
  })
  await page.clock.install()
  await signIn(page, 'agent', '/conversations')
  await ready(page)
  await pass(page, 66_000)
  const polls = await askedAgain(page, '/notifications/poll')
  const gaps = polls.map((at, nth) => at - (polls[nth - 1] ?? 0))
  expect(Math.max(...gaps)).toBeLessThan(45)
  expect(Math.max(...gaps)).toBeGreaterThanOrEqual(29)
  expect(await askedAgain(page, '/unread-stats')).toContainEqual(expect.closeTo(61, -1))

  cut = 'both'
  const brian = await openAs('brian')
  await page.reload()
  await expect(bell(page)).toBeVisible()
  const off = page.getByText('Live updates are off')
  await pass(page, 35_000)
  await expect(off).toBeVisible()
  await expect.poll(() => warnings).toContain('Max reconnection attempts reached')
  await leave(brian, page, 'By the poll')
  const told = toasts(page).filter({ hasText: 'By the poll' })
  await expect(async () => {
    await page.clock.runFor(2_000)
    await expect(told).toHaveCount(1, { timeout: 500 })
  }).toPass()

  // Read here, refused there: it leaves at once, and the next poll brings it back.
  await page.route('**/notifications/*/read', route => route.abort())
  await bell(page).click()
  const row = rows(page).filter({ hasText: 'By the poll' })
  await expect(row).toHaveCount(1)
  const letPoll = await hold(page, '**/notifications/poll')
  await row.getByRole('button').click()
  await expect(row).toHaveCount(0)
  letPoll()
  await expect
    .poll(() => warnings)
    .toContainEqual(expect.stringMatching(/^Failed to mark notifications as read/))
  await page.unroute('**/notifications/*/read')
  await pass(page, 30_000)
  await expect(row).toHaveCount(1)

  await page.route('**/notifications/poll', route => route.abort())
  await pass(page, 32_000)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread, not current')
  await expect(panel(page).getByText('The server could not be asked lately')).toBeVisible()
  await expect.poll(() => warnings).toContainEqual(expect.stringMatching(/^Failed to fetch notifications/))
  await page.keyboard.press('Escape')

  // Neither a poll nor the agent socket helps here: it is the press.
  const reconnect = page.getByRole('button', { name: 'Reconnect' })
  await pass(page, 40_000)
  await expect(reconnect).not.toHaveAttribute('aria-busy')
  cut = 'agent'
  await reconnect.click()
  await expect(off).toHaveCount(0)
  await leave(brian, page, 'By the socket')
  await expect(toasts(page).filter({ hasText: 'By the socket' })).toHaveCount(1)

  // And here it is the answered poll.
  cut = 'both'
  for (const socket of open) await socket.close({ code: 1011 })
  await pass(page, 40_000)
  await expect(off).toBeVisible()
  cut = 'agent'
  await pass(page, 30_000)
  await expect(off).toBeVisible()
  await page.unroute('**/notifications/poll')
  await pass(page, 34_000)
  await expect(off).toHaveCount(0)

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  const asked = async () =>
    (await Promise.all(['/unread-stats', '/notifications/poll'].map(path => askedAgain(page, path)))).flat()
  const before = await asked()
  await pass(page, 65_000)
  expect(await asked()).toEqual(before)
})
