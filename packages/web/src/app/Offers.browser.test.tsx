import { draws } from '@parley/core/read/readers.fixture'
import { defaultSettings } from '@parley/core/settings/api'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../test/accessible.ts'
import { type Opening, openConsole } from '../../test/console.tsx'
import { keysAreHeard } from '../../test/keys.ts'
import { toasts } from '../../test/notices.ts'
import {
  firstOffer,
  offerButton,
  offers,
  OfferServer,
  offerWindow,
  openWholeOffer,
} from '../../test/offers.ts'
import { beyondEdge, coveredControls } from '../../test/reach.ts'
import { isConnected } from '../../test/replying.ts'
import { brian, conversation, customer, me, message } from '../../test/samples.ts'
import { address, messageWith, replyBox } from '../../test/screen.ts'
import { queryClient } from './query-client.ts'
import { manageRoutes, workRoutes } from './routes.tsx'

const own = conversation({
  id: '7',
  user: customer('Okello Mark', '+256700000002'),
  agent: { id: me.id, name: me.name },
})

/** Opens a page on which so many conversations may be offered. */
async function open(path: string, { count = 3, ...opening }: Opening & { readonly count?: number } = {}) {
  let server: OfferServer | undefined
  const api = await openConsole(path, {
    ...opening,
    given: fake => {
      fake.answer('availableAgents', [me, brian])
      fake.answer('history', ({ params }) => ({
        messages: [message({ conversation_id: params.id, content: `Words of ${params.id}` })],
      }))
      fake.answer('settings', { settings: defaultSettings, version: 4, server: { undo_send_seconds: 0 } })
      server = new OfferServer(fake, count, [own])
      opening.given?.(fake)
    },
  })
  if (server === undefined) throw new Error('The console opened without its server')
  await isConnected(api)
  return { api, server }
}

const main = () => page.getByRole('main').element()
const top = (element: Element) => element.getBoundingClientRect().top
const bottom = (element: Element) => element.getBoundingClientRect().bottom
const idOf = (server: OfferServer, place: number) => server.rows[place]?.id ?? ''

const widths = [1366, 1280, 820, 390, 320] as const
const routes = [...workRoutes, ...manageRoutes].map(({ path }) => path.replace(/:\w+/, '7'))
const draw = draws(400)

test.each(routes)('[Q-400] at %s no control is covered at any width while offers come', async path => {
  const { server } = await open(path, { role: 'ADMINISTRATOR', logs: /./ })
  const order = widths.map(width => ({ width, at: draw() })).toSorted((a, b) => a.at - b.at)
  for (const [place, { width }] of order.entries()) {
    await page.viewport(width, width < 700 ? 844 : 768)
    if (place < server.rows.length) server.offer(place)
    await expect.element(offerButton('Accept Now').first()).toBeVisible()
    await expect.poll(() => queryClient.isFetching()).toBe(0)
    await expect.poll(coveredControls, { message: `${width} px, ${place + 1} offers` }).toEqual([])
    expect(beyondEdge().filter(one => one.includes('Accept Now'))).toEqual([])
  }
})

test('[Q-400] an offer is one line above the screen, with the customer, what they want, the time left and the answers', async () => {
  const { server } = await open('/tickets')
  const before = top(main())
  server.offer(0)
  await expect.element(firstOffer()).toHaveTextContent(/Customer 1 · Claim Status.*[45]:\d\d left/)
  await expect.element(offerButton('Maybe Later')).toBeVisible()
  await expect.element(offerButton('Accept Now')).toBeVisible()
  const line = offers().element()
  expect(line.getBoundingClientRect().height).toBeLessThanOrEqual(48)
  expect(top(main())).toBe(bottom(line))
  expect(top(main())).toBeGreaterThan(before)
  expect(getComputedStyle(line).position).toBe('static')
  await expectAccessible()
  await page.viewport(320, 640)
  await expect.poll(beyondEdge).toEqual([])
  expect(offers().element().getBoundingClientRect().height).toBeLessThanOrEqual(60)
  await expectAccessible()
})

test('[Q-400] of several offers the line counts them and answers the oldest; a list opens with the others', async () => {
  const { api, server } = await open('/tickets')
  for (const place of [0, 1, 2]) server.offer(place)
  const count = () => offerButton('3 offers')
  await expect.element(count()).toHaveAttribute('aria-expanded', 'false')
  await expect.element(firstOffer()).toHaveTextContent(/Customer 1/)
  expect(offers().getByRole('listitem').elements()).toHaveLength(1)
  await count().click()
  await expect.poll(() => offers().getByRole('listitem').elements().length).toBe(3)
  await expectAccessible()
  await offers().getByRole('listitem').nth(2).getByRole('button', { name: 'Accept Now' }).click()
  await expect.poll(address).toBe(`/conversations/${idOf(server, 2)}`)
  expect(api.askedFor('acceptHandoff').map(({ params }) => params.id)).toEqual([idOf(server, 2)])
  await expect.element(offerButton('2 offers')).toBeVisible()
})

test('[Q-400 Q-371] A accepts the first offer, and the cursor is in the reply box of its conversation', async () => {
  const { server } = await open('/tickets')
  await keysAreHeard()
  server.offer(0)
  server.offer(1)
  await expect.element(firstOffer()).toHaveTextContent(/Customer 1/)
  await userEvent.keyboard('a')
  await expect.poll(address).toBe(`/conversations/${idOf(server, 0)}`)
  await expect.element(messageWith(`Words of ${idOf(server, 0)}`)).toBeVisible()
  await expect.element(replyBox()).toHaveFocus()
  await expect.element(firstOffer()).toHaveTextContent(/Customer 2/)
})

test('[Q-400] an offer comes and goes while an agent writes: the focus stays, and the newest message stays in view', async () => {
  const { server } = await open('/conversations/7', {
    given: api =>
      api.answer('history', {
        messages: Array.from({ length: 40 }, (_, at) =>
          message({ id: String(100 + at), conversation_id: '7', content: `Line ${at}` }),
        ),
      }),
  })
  await replyBox().fill('half')
  await expect.element(messageWith('Line 39')).toBeVisible()
  server.offer(0)
  await expect.element(offerButton('Accept Now')).toBeVisible()
  await expect.element(replyBox()).toHaveFocus()
  await expect.poll(() => bottom(messageWith('Line 39').element())).toBeLessThan(top(replyBox().element()))
  server.end(0)
  await expect.element(firstOffer()).toHaveTextContent('This conversation is not offered to you any more')
  await expect.element(replyBox()).toHaveFocus()
  await expect.poll(() => offers().query(), { timeout: 9_000 }).toBeNull()
  await expect.element(replyBox()).toHaveFocus()
})

test('[Q-400] the line does not move the page while the pointer moves', async () => {
  const { server } = await open('/tickets')
  const move = () => dispatchEvent(new PointerEvent('pointermove'))
  const moving = setInterval(move, 50)
  try {
    move()
    server.offer(0)
    await expect
      .poll(() => page.getByRole('button', { name: /^Notifications, 1 unread/ }).query())
      .not.toBeNull()
    const moved = performance.now()
    while (performance.now() - moved < 600) {
      await new Promise(requestAnimationFrame)
      expect(offers().query()).toBeNull()
    }
  } finally {
    clearInterval(moving)
  }
  await expect.element(offerButton('Accept Now')).toBeVisible()
})

test('[Q-401] where nothing else is open the first offer stands whole in the page, the others in a line each', async () => {
  const { server } = await open('/inbox')
  server.offer(0)
  server.offer(1)
  await expect.element(offers().getByRole('heading', { name: 'New Assignment' })).toBeVisible()
  await expect.element(offers()).toHaveTextContent(/Customer 1.*Claim Status.*93% sure/)
  await expect.element(offers().getByRole('list', { name: 'Other offers' })).toHaveTextContent('Customer 2')
  expect(offers().elements()).toHaveLength(1)
  expect(document.activeElement).not.toBe(offers().element())
  await expectAccessible()
  await page.viewport(1024, 768)
  await expect.element(offerButton('2 offers')).toBeVisible()
  await expect.element(offers().getByRole('heading')).not.toBeInTheDocument()
})

test('[Q-402] "Maybe Later" passes the offer on and says until when no offer comes; Available ends that', async () => {
  const until = new Date(Date.now() + 300_000)
  const { api, server } = await open('/conversations/7', {
    given: fake => fake.answer('setOwnStatus', () => ({ ...me, offers_paused_until: null })),
  })
  await replyBox().fill('half')
  server.offer(0)
  await offerButton('Maybe Later').click()
  await expect.poll(() => offers().query()).toBeNull()
  await expect.element(replyBox()).toHaveFocus()
  expect(api.askedFor('rejectHandoff').map(({ body }) => body)).toEqual([
    { reason: 'Not now', reason_code: 'later' },
  ])
  const paused = { ...me, offers_paused_until: until.toISOString(), disabled: false }
  api.publish({ event: 'agent', data: paused })
  const clock = `${String(until.getHours()).padStart(2, '0')}:${String(until.getMinutes()).padStart(2, '0')}`
  const bar = page.getByRole('banner')
  await expect.element(bar.getByText(`No offers until ${clock}`)).toBeVisible()
  await expectAccessible()
  await bar.getByRole('button', { name: 'Available: resume offers now' }).click()
  await expect.element(bar.getByText(/No offers until/)).not.toBeInTheDocument()
  expect(api.askedFor('setOwnStatus').map(({ body }) => body.status)).toEqual(['AVAILABLE'])
})

test('[Q-403] three offers are three alerts and no toast; a screen later they are not said again', async () => {
  const { server } = await open('/tickets')
  const alerts = () => offers().getByRole('alert').elements().length
  server.offer(0)
  await expect.poll(alerts).toBe(1)
  server.offer(1)
  server.offer(2)
  await expect.poll(alerts).toBe(3)
  expect(toasts()).toEqual([])
  await expect.element(page.getByRole('button', { name: 'Notifications, 3 unread' })).toBeVisible()
  await new Promise(done => setTimeout(done, 1_100))
  await page
    .getByRole('link', { name: /^Dashboard/ })
    .first()
    .click()
  await expect.element(offers().getByRole('heading', { name: 'New Assignment' })).toBeVisible()
  expect(alerts()).toBe(0)
})

test('[Q-403] over an open window the line stands in the window; accepted there, the conversation opens once it is closed', async () => {
  const { server } = await open('/conversations/7')
  await expect.element(replyBox()).toBeVisible()
  await keysAreHeard()
  await userEvent.keyboard('{Control>}k{/Control}')
  const palette = page.getByRole('dialog', { name: 'Search or jump to' })
  await expect.element(palette.getByRole('combobox')).toHaveFocus()
  server.offer(0)
  await expect.element(palette.getByRole('region', { name: 'New Assignment' })).toBeVisible()
  await expect.element(palette.getByRole('combobox')).toHaveFocus()
  expect(offers().elements()).toHaveLength(1)
  await offerButton('Accept Now').click()
  await expect
    .element(palette.getByText('Accepted. The conversation opens when you close this window.'))
    .toBeVisible()
  expect(address()).toBe('/conversations/7')
  await palette.getByRole('button', { name: 'Close' }).click()
  await expect.poll(address).toBe(`/conversations/${idOf(server, 0)}`)
  await expect.element(replyBox()).toHaveFocus()
})

test('[Q-400] the whole offer is a press away, in a window that the agent opens', async () => {
  const { server } = await open('/tickets')
  server.offer(0)
  await openWholeOffer()
  await expect
    .element(offerWindow())
    .toHaveTextContent(`You have been assigned a new conversation (#${idOf(server, 0)})`)
  await expect.poll(() => offers().query()).toBeNull()
  server.offer(1)
  await expect
    .element(offerWindow().getByRole('region', { name: 'New Assignment' }))
    .toHaveTextContent('Customer 2')
  await userEvent.keyboard('{Escape}')
  await expect.element(offerWindow()).not.toBeInTheDocument()
  await expect.element(offerButton('2 offers')).toBeVisible()
})
