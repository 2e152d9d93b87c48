import type { Page } from '@playwright/test'
import { expectNoViolation } from './harness/accessible.ts'
import { newCustomer, openThread } from './harness/conversation.ts'
import { hold } from './harness/held.ts'
import { type Parley, startParley } from './harness/parley.ts'
import { takeOffline } from './harness/meta.ts'
import { setCapacity } from './harness/settings.ts'
import { call } from './harness/ticket.ts'
import { askedAgain, ownClock, pass, steady } from './harness/times.ts'
import { accounts, expect, signIn, signInByHand, test } from './harness.ts'

const assignPath = '**/api/v1/assignments/conversation/*/assign'
const acceptPath = '**/api/v1/handoff/accept/*'
const rejectPath = '**/api/v1/handoff/reject/*'
const agentsPath = '**/api/v1/agent-profiles/available*'

const modal = (page: Page) => page.getByRole('dialog', { name: 'New Assignment' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const inModal = (page: Page, name: string) => modal(page).getByRole('button', { name, exact: true })
const entry = (page: Page, name: RegExp) => page.getByRole('menuitem', { name })
const header = (page: Page) => page.locator('header').filter({ has: button(page, 'Assign') })
const history = (page: Page) => page.getByRole('region', { name: 'Assignment history' })
const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' })

async function choose(page: Page, name: RegExp): Promise<void> {
  await button(page, 'Assign').click()
  await entry(page, name).click()
  await expect(modal(page)).toBeVisible()
}

/** Offers the conversation that is on the screen, and waits until it is. */
async function offerTo(page: Page, name: string): Promise<void> {
  await choose(page, new RegExp(`^${name}`))
  await inModal(page, 'Assign').click()
  await expect(modal(page)).toHaveCount(0)
  await expect(page.getByText(`Offered to ${name}, waiting`)).toBeVisible()
}

test('[CDET-05 CDET-07 CDET-08 ASSIGN-01 ASSIGN-04 ASSIGN-06 ASSIGN-07 ASSIGN-08 ASSIGN-09 ASSIGN-13 ASSIGN-14 Q-070 Q-086 Q-090] assigning asks first, then offers; the assignee accepts in the conversation', async ({
  openAs,
  parley,
}) => {
  const [amina, brian] = [await openAs('agent'), await openAs('brian')]
  const said: string[] = []
  amina.on('websocket', socket => {
    if (socket.url().includes('/ws/notifications'))
      socket.on('framesent', ({ payload }) => said.push(String(payload)))
  })
  const { id } = await newCustomer(parley, amina, ['Who looks after me?'])
  const calls: string[] = []
  amina.on('request', request => {
    if (/assign$|handoff/.test(request.url()) && request.method() === 'POST') calls.push(request.url())
  })
  await takeOffline(parley, accounts.carol)
  await openThread(amina, id)
  await expect(header(amina)).toContainText(/Unassigned.*last activity \d\d:\d\d/)

  // By keyboard: open, type ahead, choose.
  const menu = amina.getByRole('menu', { name: 'Assign' })
  await expect(async () => {
    if (!(await menu.isVisible())) await button(amina, 'Assign').press('Enter')
    // On a slow machine a menu may close at once when the key that opened it comes up late: before it has the focus.
    await expect(amina.locator('[role=menu]:focus-within')).toBeVisible({ timeout: 1_000 })
    await steady(menu)
    await expect(menu).toBeVisible({ timeout: 1 })
  }).toPass()
  await expect(entry(amina, /^Amina Nakato \(you\).*\d+\/100.*Available$/)).toBeVisible()
  // Another test may have had her here: her presence may lapse a minute later, and the open menu hears of it.
  await expect(entry(amina, /^Carol .*\d+\/100.*Offline(?!.*(Available|Busy))/)).toBeVisible({
    timeout: 120_000,
  })
  await expect(amina.locator('[role=menu]:focus-within')).toBeVisible()
  // Letters with too long a pause between them are searched for one by one.
  await expect(async () => {
    await amina.keyboard.type('car')
    await expect(menu.locator('[data-highlighted]')).toContainText('Carol', { timeout: 1_000 })
  }).toPass()
  await amina.keyboard.press('Enter')
  await expect(modal(amina)).toContainText(`Conversation #${id} assigned to Carol Ainembabazi`)
  await expect(modal(amina)).toContainText('The owner changes only when Carol Ainembabazi accepts')
  await expect(modal(amina)).toContainText('Carol Ainembabazi is Offline')
  // They are a giver's buttons: who gives away has nothing to accept and nothing to reject.
  await expect(modal(amina).getByRole('button')).toHaveText(['', 'Cancel', 'Assign'])
  await amina.keyboard.press('Escape')
  await expect(modal(amina)).toHaveCount(0)
  await expect(button(amina, 'Assign')).toBeFocused()
  await choose(amina, /^Carol/)
  await inModal(amina, 'Cancel').click()
  await expect(modal(amina)).toHaveCount(0)
  expect(calls).toEqual([])

  const release = await hold(amina, assignPath)
  await choose(amina, /^Brian/)
  await inModal(amina, 'Assign').click()
  await expect(inModal(amina, 'Assigning...')).toBeVisible()
  await amina.keyboard.press('Escape')
  await expect(modal(amina)).toBeVisible()
  release()
  await expect(modal(amina)).toHaveCount(0)
  await expect(amina.getByText('Offered to Brian Odongo, waiting')).toBeVisible()
  await expect(history(amina)).toContainText('Offered to Brian Odongo, no answer yet')
  await expect.poll(() => said.filter(text => text.includes('ASSIGNMENT'))).toHaveLength(1)
  expect(JSON.parse(said.find(text => text.includes('ASSIGNMENT')) ?? '')).toMatchObject({
    type: 'ASSIGNMENT',
    conversation_id: id,
    message: `You have been assigned a new conversation (#${id})`,
  })
  expect(calls).toHaveLength(1)

  await brian.goto('/conversations')
  const row = brian.getByRole('row').filter({ hasText: 'Who looks after me?' })
  await expect(row).toContainText('Unassigned')
  await expect(row).toContainText('Offered to you')
  await openThread(brian, id)
  await expect(brian.getByText(/^Offered to you by Amina Nakato, \d min left$/)).toBeVisible()
  await brian.getByRole('button', { name: /^Unassigned/ }).click()
  const queued = brian.getByRole('region', { name: 'Queue' }).getByRole('row')
  await expect(queued.filter({ hasText: 'Who looks after me?' })).toContainText('Offered to you')
  await button(brian, 'Accept').click()
  await expect(header(brian)).toContainText(/assigned to you.*last activity \d\d:\d\d/)
  await expect(header(amina)).toContainText('assigned to Brian Odongo')
  await expect(history(amina)).toContainText(/Brian Odongo accepted.*offered by you/)
  await expect(history(brian)).toContainText(/You accepted.*offered by Amina Nakato/)
  await button(amina, 'Assign').click()
  await expect(entry(amina, /^Brian.*Assigned/)).toHaveAttribute('aria-disabled', 'true')
})

test('[Q-088] a rejected offer leaves it with who had it; the history marks the default reason', async ({
  openAs,
  parley,
}) => {
  const [amina, brian] = [await openAs('agent'), await openAs('brian')]
  const { id } = await newCustomer(parley, amina, ['Please somebody'])
  await openThread(amina, id)
  await choose(amina, /^Assign to me/)
  await expect(modal(amina)).toContainText(`Conversation #${id} assigned to Amina Nakato`)
  await inModal(amina, 'Assign').click()
  await expect(header(amina)).toContainText('assigned to you')
  await expect(history(amina)).toContainText('You took it')
  await offerTo(amina, 'Brian Odongo')
  await expect(header(amina)).toContainText('assigned to you')

  await openThread(brian, id)
  const release = await hold(brian, rejectPath)
  const sent = brian.waitForRequest(rejectPath)
  await button(brian, 'Reject').click()
  await entry(brian, /^Not my field$/).click()
  await expect(button(brian, 'Rejecting...')).toBeVisible()
  release()
  expect((await sent).postDataJSON()).toEqual({ reason: 'Not my field', reason_code: 'field' })
  await expect(brian.getByText(/^Offered to you/)).toHaveCount(0)
  await expect(history(amina)).toContainText(
    /Brian Odongo rejected.*offered by you.*Not my field.*You took it/,
  )

  // Another program may reject without a reason.
  await offerTo(amina, 'Brian Odongo')
  await brian.evaluate(async conversation => {
    await fetch(`/api/v1/handoff/reject/${conversation}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${localStorage.getItem('token')}` },
    })
  }, id)
  await expect(history(amina)).toContainText(/Brian Odongo rejected.*Not interested \(default reason\)/)
  await expect(header(amina)).toContainText('assigned to you')
})

test('[ASSIGN-02 ASSIGN-03 ASSIGN-05 ASSIGN-16 ASSIGN-17] an offer arrives: what its notice says, who it is and how long there is; failures say so and can be tried again', async ({
  openAs,
  parley,
}) => {
  const [amina, brian] = [await openAs('agent'), await openAs('brian')]
  const first = await newCustomer(parley, amina, ['My claim please'])
  // A notice without words, as other providers may send it, then one with its own.
  let words = ''
  await brian.routeWebSocket('**/ws/**', socket => {
    const server = socket.connectToServer()
    server.onMessage(frame =>
      socket.send(String(frame).replace(/You have been assigned a new conversation \(#\d+\)/, words)),
    )
  })
  await brian.goto('/conversations')
  await expect(brian.getByRole('row').filter({ hasText: 'My claim please' })).toBeVisible()
  await openThread(amina, first.id)

  // Outgoing, while the server cannot be reached.
  await amina.route(assignPath, route => route.abort())
  await choose(amina, /^Brian/)
  await inModal(amina, 'Assign').click()
  await expect(modal(amina).getByText('Failed to accept assignment. Please try again.')).toBeVisible()
  await expect(modal(amina).getByText('The server could not be reached.')).toBeVisible()
  await amina.unroute(assignPath)
  await inModal(amina, 'Assign').click()
  await expect(modal(amina)).toHaveCount(0)

  await expect(modal(brian)).toContainText(`You have been assigned a new conversation (#${first.id})`)
  await expect(modal(brian).getByRole('timer')).toHaveText(/^[45]:\d\d$/)
  await expect(modal(brian)).toContainText(`Conversation ID${first.id}`)
  await expect(modal(brian)).toContainText('My claim please')
  await expect(modal(brian)).toContainText('Active')
  await expectNoViolation(brian)
  await inModal(brian, 'Maybe Later').click()
  await expect(brian.getByRole('row').filter({ hasText: 'My claim please' })).toContainText('Offered to you')

  // Once more: rejecting fails, accepting fails, then works.
  await amina.getByText('Offered to Brian Odongo, waiting').waitFor()
  words = 'Please take over from me'
  await offerTo(amina, 'Brian Odongo')
  await expect(modal(brian)).toContainText('Please take over from me')
  await expect(modal(brian)).not.toContainText('You have been assigned')
  let refuse = () => {}
  const refused = new Promise<void>(done => {
    refuse = done
  })
  await brian.route(rejectPath, async route => {
    await refused
    await route.fulfill({ status: 503, json: { detail: 'Not right now', code: 'x' } })
  })
  await brian.route(acceptPath, route => route.fulfill({ status: 500, body: '' }))
  await inModal(brian, 'Reject').click()
  await entry(brian, /^My queue is full$/).click()
  await expect(inModal(brian, 'Rejecting...')).toBeVisible()
  await expect(inModal(brian, 'Reject')).toHaveCount(0)
  refuse()
  await expect(modal(brian).getByText('Failed to reject assignment. Please try again.')).toBeVisible()
  await expect(modal(brian).getByText('Not right now.')).toBeVisible()
  await inModal(brian, 'Accept Now').click()
  await expect(modal(brian).getByText('Failed to accept assignment. Please try again.')).toBeVisible()
  await expect(modal(brian).getByText('The server refused this (500).')).toBeVisible()
  await brian.unroute(acceptPath)
  await inModal(brian, 'Accept Now').click()
  await expect(brian).toHaveURL(`/conversations/${first.id}`)
  await expect(modal(brian)).toHaveCount(0)
  await expect(header(brian)).toContainText('assigned to you')
})

test('an offer that ends while it is looked at says what happened; who has it is named', async ({
  openAs,
  parley,
}) => {
  const [amina, brian] = [await openAs('agent'), await openAs('brian')]
  const { id } = await newCustomer(parley, amina, ['Only for a moment'])
  await brian.goto('/conversations')
  await openThread(amina, id)
  await offerTo(amina, 'Brian Odongo')
  await expect(modal(brian)).toBeVisible()
  // Brian's answer is on its way while it is taken back.
  const release = await hold(brian, acceptPath)
  await inModal(brian, 'Accept Now').click()
  await expect(inModal(brian, 'Accepting...')).toBeVisible()
  await choose(amina, /^Assign to me/)
  await inModal(amina, 'Assign').click()
  await expect(header(amina)).toContainText('assigned to you')
  release()
  await expect(modal(brian)).toContainText('Amina Nakato has this conversation')
  await expect(inModal(brian, 'Accept Now')).toHaveCount(0)
  await modal(brian).getByRole('button', { name: 'Close' }).last().click()
  await expect(modal(brian)).toHaveCount(0)

  // Nothing of his own is on its way this time.
  await offerTo(amina, 'Brian Odongo')
  await expect(inModal(brian, 'Accept Now')).toBeVisible()
  // The answer is lost, but the offer was made: nobody is asked to make it twice.
  await amina.route(assignPath, async route => {
    await route.fetch()
    await route.abort()
  })
  await offerTo(amina, 'Carol Ainembabazi')
  await expect(modal(brian)).toContainText('This conversation is offered to Carol Ainembabazi')
  await expect(inModal(brian, 'Accept Now')).toHaveCount(0)
})

test('[ASSIGN-10 ASSIGN-11 ASSIGN-12] who may be chosen is labelled by the room they have', async ({
  openAs,
  parley,
}) => {
  const [page] = [await openAs('agent'), await openAs('brian', '/'), await openAs('carol', '/')]
  const team = await call<{ name: string; current_workload: number }[]>(
    page,
    'GET',
    'agent-profiles/available',
  )
  try {
    for (const [name, times] of [
      ['Amina Nakato', 2],
      ['Brian Odongo', 1.5],
      ['Carol Ainembabazi', 1.1],
    ] as const) {
      const load = team.find(agent => agent.name === name)?.current_workload ?? 0
      await setCapacity(parley, Math.ceil(load * times), name)
    }
    const { id } = await newCustomer(parley, page, ['Who is free?'])
    await openThread(page, id)
    await button(page, 'Assign').click()
    await expect(entry(page, /^Amina Nakato .*Available$/)).toBeVisible()
    await expect(entry(page, /^Brian Odongo .*Busy$/)).toBeVisible()
    await expect(entry(page, /^Carol Ainembabazi .*Heavy Load$/)).toBeVisible()
  } finally {
    await setCapacity(parley, 100)
  }
})

test('a conversation nobody has is claimed once; who comes late or is away is told', async ({
  openAs,
  parley,
}) => {
  const [brian, carol] = [await openAs('brian'), await openAs('carol')]
  const { id } = await newCustomer(parley, carol, ['Anybody?'])
  await Promise.all([openThread(brian, id), openThread(carol, id)])
  const release = await hold(brian, acceptPath)
  await button(brian, 'Claim').click()
  await expect(button(brian, 'Claiming...')).toBeVisible()
  // Who has just come in is not there yet, and can claim nothing.
  await expect(sidebar(carol).getByText('Available', { exact: true })).toBeVisible()
  await button(carol, 'Claim').click()
  await expect(header(carol)).toContainText('assigned to you')
  release()
  await expect(brian.getByRole('alert')).toContainText('Carol Ainembabazi has this conversation')
  await expect(header(brian)).toContainText('assigned to Carol Ainembabazi')

  const next = await newCustomer(parley, carol, ['And me?'])
  await openThread(carol, next.id)
  await carol.evaluate(async () => {
    const { id: own } = JSON.parse(localStorage.getItem('user') ?? '') as { id: string }
    await fetch(`/api/v1/agent-profiles/${own}/status`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${localStorage.getItem('token')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ status: 'AWAY' }),
    })
  })
  await expect(sidebar(carol).getByText('Offline', { exact: true })).toBeVisible()
  await button(carol, 'Claim').click()
  // An offer that is still open may be told of beside it.
  const refusal = carol.getByRole('alert').filter({
    hasText: 'You are not available. Set your status to Available before you take a conversation',
  })
  await expect(refusal).toBeVisible()
  await button(carol, 'Dismiss').click()
  await expect(refusal).toHaveCount(0)
})

test('[ERR-06 ERR-07 ERR-10 Q-003 AGENT-04 CONST-03] the list is asked for on opening and every 30 s; without the real-time list the plain one is shown; without any, only oneself can be chosen', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['Which agents are there?'])
  await ownClock(page)
  const asked: string[] = []
  await page.route(agentsPath, async route => {
    asked.push(new URL(route.request().url()).search)
    if (route.request().url().includes('include_realtime')) await route.abort()
    else await route.continue()
  })
  await openThread(page, id)
  await button(page, 'Assign').click()
  await expect(entry(page, /^Brian/)).toBeVisible()
  expect(asked.slice(0, 2)).toEqual(['?limit=500&include_realtime=true', '?limit=500'])
  const expectEvery30s = async () => {
    await pass(page, 35_000)
    const [seconds] = await askedAgain(page, '/available?limit=500&include_realtime=true')
    expect(seconds).toBeGreaterThanOrEqual(29)
  }
  await expectEvery30s()
  // On the dashboard too, when it opens and every 30 s.
  await page.goto('/')
  const figures = page.getByRole('region', { name: 'Agent Availability' }).getByRole('definition')
  await expect(figures).toHaveText([/^\d+$/, /^\d+$/, /^\d+$/])
  await expectEvery30s()

  await page.unroute(agentsPath)
  await page.route(agentsPath, route => route.abort())
  const assigned: unknown[] = []
  await page.route(assignPath, async route => {
    assigned.push(route.request().postDataJSON())
    await route.continue()
  })
  await page.goto(`/conversations/${id}`)
  await button(page, 'Assign').click()
  await expect(page.getByText('Agent list unavailable')).toBeVisible()
  await expect(page.getByRole('menuitem')).toHaveText([
    /Assign to me/,
    /^Aagent \(you\)$/,
    /^SSystem$/,
    /Try again/,
  ])
  await expect(entry(page, /System/)).toHaveAttribute('aria-disabled', 'true')
  await entry(page, /agent \(you\)/).click()
  await inModal(page, 'Assign').click()
  await expect(header(page)).toContainText('assigned to you')
  const own = await page.evaluate(() => (JSON.parse(localStorage.getItem('user') ?? '') as { id: string }).id)
  expect(assigned).toEqual([{ agent_id: own }])
  await page.unroute(agentsPath)
  await button(page, 'Assign').click()
  await entry(page, /Try again/).click()
  await expect(entry(page, /^Brian/)).toBeVisible()
})

test('[ASSIGN-15 ERR-13] without an open socket the assignee is told by a call, whose failure disturbs nobody', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['Tell somebody'])
  await page.routeWebSocket('**/ws/notifications**', socket => socket.close({ code: 1011 }))
  await page.route('**/api/v1/handoff/notifications/agent/*', route =>
    route.fulfill({ status: 500, body: '' }),
  )
  await openThread(page, id)
  const logged = page.waitForEvent('console', message =>
    message.text().startsWith('Failed to send assignment notification'),
  )
  const told = page.waitForRequest('**/api/v1/handoff/notifications/agent/*')
  await offerTo(page, 'Carol Ainembabazi')
  expect((await told).postDataJSON()).toEqual({
    type: 'ASSIGNMENT',
    conversation_id: id,
    message: `You have been assigned a new conversation (#${id})`,
  })
  await logged
  await expect(page.getByText('Failed to send assignment notification')).toHaveCount(0)
})

test('[API-31 Q-012 Q-065 AGENT-01] signing in makes available, logging out makes offline, and a failure of that stops neither', async ({
  openAs,
  page,
}) => {
  const amina = await openAs('agent', '/')
  const told: string[] = []
  page.on('request', request => {
    const path = new URL(request.url()).pathname
    if (/status$|logout$/.test(path)) told.push(`${path.split('/').at(-1)} ${request.postData()}`)
  })
  await signInByHand(page, 'carol')
  await expect(sidebar(page).getByText('Available', { exact: true })).toBeVisible()
  await amina.getByRole('link', { name: 'View All' }).click()
  // The dashboard has rows too.
  await amina.getByRole('grid', { name: 'Conversations' }).getByRole('row').nth(1).click()
  await button(amina, 'Assign').click()
  await expect(entry(amina, /^Carol/)).toBeVisible()
  await expect(entry(amina, /^Carol.*Offline/)).toHaveCount(0)
  const out = page.waitForResponse('**/api/v1/auth/logout')
  await sidebar(page).getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  expect((await out).status()).toBe(204)
  expect(told).toEqual([
    'status {"status":"AVAILABLE"}',
    'status {"status":"OFFLINE"}',
    expect.stringMatching(/^logout /),
  ])
  await expect(entry(amina, /^Carol.*Offline/)).toBeVisible()

  await page.route('**/api/v1/agent-profiles/*/status', route => route.abort())
  await signInByHand(page, 'carol')
  const again = page.waitForResponse('**/api/v1/auth/logout')
  await sidebar(page).getByRole('button', { name: 'Logout' }).click()
  expect((await again).status()).toBe(204)
  await expect(page).toHaveURL('/login')
})

test('an offer that nobody answers in time ends for both, and one to somebody who goes offline comes back', async ({
  openAs,
  parley,
  browser,
  pageErrors,
}) => {
  const [amina, brian] = [await openAs('agent'), await openAs('brian', '/conversations')]
  const { id } = await newCustomer(parley, amina, ['Do not leave'])
  await openThread(amina, id)
  await offerTo(amina, 'Brian Odongo')
  await inModal(brian, 'Maybe Later').click()
  await sidebar(brian).getByRole('button', { name: 'Logout' }).click()

  const hasty = await startParley({ env: { OFFER_DEADLINE: '10' } })
  const open = async (account: 'agent' | 'brian') => {
    const own = await browser.newContext({ baseURL: hasty.url, viewport: { width: 1366, height: 768 } })
    pageErrors.watch(own)
    const page = await own.newPage()
    await signIn(page, account, '/conversations')
    return page
  }
  try {
    const [giver, taker] = await Promise.all([open('agent'), open('brian')])
    const hurry = await newCustomer(hasty, giver, ['Hurry up'])
    await openThread(giver, hurry.id)
    // The time runs as soon as it is offered.
    await Promise.all([
      expect(modal(taker).getByRole('timer')).toHaveText(/^0:(0\d|10)$/),
      offerTo(giver, 'Brian Odongo'),
    ])
    await expect(modal(taker)).toContainText('The time to answer is over')
    await expect(modal(taker)).toContainText('This conversation is not offered to you any more')
    await expect(inModal(taker, 'Accept Now')).toHaveCount(0)
    await expect(history(giver)).toContainText(/Brian Odongo did not answer.*No answer in time/)
    await expect(giver.getByText('Nobody has this conversation')).toBeVisible()
    await giver.context().close()
    await taker.context().close()
  } finally {
    await hasty.stop()
  }

  // The server waits 90 s after its start before it takes anybody for gone.
  await expect(history(amina)).toContainText(/Brian Odongo did not answer.*Went offline/, {
    timeout: 150_000,
  })
  await expect(amina.getByText('Nobody has this conversation')).toBeVisible()
})

test('[Q-212] an offer that is open when the page is loaded is shown again, on a phone too; put off, it stays away until then', async ({
  openAs,
  parley,
}) => {
  const [amina, brian] = [await openAs('agent'), await openAs('brian', '/')]
  const { id } = await newCustomer(parley, amina, ['Is anybody there?'])
  await openThread(amina, id)
  await offerTo(amina, 'Brian Odongo')
  await expect(modal(brian)).toContainText(id)
  await inModal(brian, 'Maybe Later').click()
  await expect(modal(brian)).toHaveCount(0)
  await brian.getByRole('link', { name: 'Conversations' }).first().click()
  await expect(brian.getByRole('row').first()).toBeVisible()
  await expect(modal(brian)).toHaveCount(0)

  await brian.reload()
  await expect(modal(brian)).toContainText(id)
  await brian.setViewportSize({ width: 390, height: 844 })
  await brian.reload()
  await expect(modal(brian)).toContainText(id)
  await inModal(brian, 'Accept Now').click()
  await expect(brian).toHaveURL(`/conversations/${id}`)
  await brian.reload()
  await expect(button(brian, 'Send')).toBeVisible()
  await expect(modal(brian)).toHaveCount(0)
})

test('[Q-212] an offer that is put off before the page knows its notices stays away too', async ({
  openAs,
  parley,
}) => {
  const [amina, brian] = [await openAs('agent'), await openAs('brian')]
  const { id } = await newCustomer(parley, amina, ['Is somebody there?'])
  await openThread(amina, id)
  const release = await hold(brian, '**/handoff/notifications/poll*')
  await brian.goto('/')
  await expect(brian.getByText('Your Status')).toBeVisible()
  await offerTo(amina, 'Brian Odongo')
  await expect(modal(brian)).toContainText(id)
  await inModal(brian, 'Maybe Later').click()
  await expect(modal(brian)).toHaveCount(0)
  release()
  await expect(brian.getByRole('button', { name: /^Notifications, \d+ unread/ })).toBeVisible()
  await expect(modal(brian)).toHaveCount(0)
  await call(brian, 'POST', `handoff/reject/${id}`)
})

/** Opens a conversation and holds back the code of the menu of Assign, which was asked for: its address, and how to let it go. */
async function withoutMenu(parley: Parley, page: Page) {
  const { id } = await newCustomer(parley, page, ['Who looks after me?'])
  const code = /assets\/AssignMenu-.*\.js$/
  const release = await hold(page, code)
  const asked = page.waitForRequest(code)
  await openThread(page, id)
  return { release, pathname: new URL((await asked).url()).pathname }
}

test('[ASSIGN-01] who presses Assign before its menu is there has the menu when it comes, and the button again behind it', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { release } = await withoutMenu(parley, page)
  await button(page, 'Assign').press('Enter')
  release()
  await expect(page.getByRole('menu', { name: 'Assign' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu', { name: 'Assign' })).toHaveCount(0)
  await expect(button(page, 'Assign')).toBeFocused()
})

test('[ASSIGN-01] the menu’s code that comes while Assign is held down costs no press', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { release, pathname } = await withoutMenu(parley, page)
  await button(page, 'Assign').hover()
  await page.mouse.down()
  release()
  await page.evaluate(async path => {
    await import(path)
    // React may leave what was waited for to later frames.
    for (let frames = 0; frames < 30; frames += 1) await new Promise(requestAnimationFrame)
  }, pathname)
  await page.mouse.up()
  await expect(page.getByRole('menu', { name: 'Assign' })).toBeVisible()
})
