import type { Page } from '@playwright/test'
import { messageOf, newCustomer, openThread, say } from './harness/conversation.ts'
import { signInHere, signOutHere } from './harness/sign-in.ts'
import { expect, test } from './harness.ts'

const bearers = (page: Page, path: RegExp): string[] => {
  const seen: string[] = []
  page.on('request', request => {
    if (path.test(request.url())) seen.push(request.headers()['authorization'] ?? '')
  })
  return seen
}

test('[AUTH-07 COMP-02 Q-039 Q-137] what one agent left unsent on a slow line is never sent as the next one, and waits for its owner', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Is anybody there?'])
  await page.clock.install()
  await openThread(page, id)
  const sends = bearers(page, /\/messages\/agent\/send\//)
  const owner = `Bearer ${await page.evaluate(() => localStorage.getItem('token'))}`
  // The line is slow: the first message does not get through, the second waits behind it.
  let letGo: () => void = () => undefined
  const slow = new Promise<void>(done => {
    letGo = done
  })
  let isFirst = true
  let isOver = false
  await page.route('**/messages/agent/send/**', async route => {
    if (!isFirst) return route.continue()
    isFirst = false
    await slow
    // The page that asked may be gone.
    await route.abort().catch(() => undefined)
    isOver = true
  })
  await say(page, 'From the first agent', 'And a second message')
  await expect(messageOf(page, 'And a second message')).toContainText('On this device')
  await signOutHere(page)
  await signInHere(page, 'brian')
  letGo()
  await expect.poll(() => isOver).toBe(true)
  await page.clock.runFor(20_000)
  expect(sends.filter(bearer => bearer !== owner)).toEqual([])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await openThread(page, id)
  await expect(messageOf(page, 'Is anybody there?')).toBeVisible()
  await expect(messageOf(page, 'first agent')).toHaveCount(0)
  await expect(messageOf(page, 'second message')).toHaveCount(0)
  expect(sends.filter(bearer => bearer !== owner)).toEqual([])
  expect(await phone.received()).toEqual([])

  await signOutHere(page)
  await signInHere(page, 'agent')
  await openThread(page, id)
  for (const words of ['From the first agent', 'And a second message']) {
    await expect(messageOf(page, words)).toContainText(/Not confirmed|Failed to send message/)
  }
  expect(await phone.received()).toEqual([])
  await messageOf(page, 'From the first agent').getByRole('button', { name: 'Retry' }).click()
  await phone.expectLatest(['From the first agent'])
})

test('[AUTH-08 Q-137] a renewal that comes back when another is signed in makes nobody else of the call', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello'])
  await page.clock.install()
  await openThread(page, id)
  // The token runs out while the page is open; its renewal hangs.
  await page.evaluate(() => localStorage.setItem('token', 'run out'))
  const sends = bearers(page, /\/messages\/agent\/send\//)
  const held: (() => Promise<void>)[] = []
  await page.route('**/auth/token', route => {
    if (route.request().postData()?.includes('refresh_token') !== true) return route.continue()
    held.push(() => route.abort().catch(() => undefined))
    return undefined
  })
  await say(page, 'Sent with an old token')
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await signOutHere(page)
  await signInHere(page, 'brian')
  for (const go of held) await go()
  await page.clock.runFor(20_000)
  expect(sends.filter(bearer => bearer !== 'Bearer run out')).toEqual([])
  expect(await phone.received()).toEqual([])
})

test('[COMP-02 Q-039] sending does not wait for another tab that keeps the device busy', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello'])
  const other = await page.context().newPage()
  await other.goto('/favicon.svg')
  await openThread(page, id)
  await other.evaluate(async () => {
    const open = indexedDB.open('parley')
    await new Promise(done => {
      open.onsuccess = done
    })
    const store = open.result.transaction('sealed', 'readwrite').objectStore('sealed')
    // A write that does not end: each request is followed by the next.
    const again = () => {
      store.get('nothing').onsuccess = again
    }
    again()
  })
  await say(page, 'Not held up')
  await phone.expectLatest(['Not held up'])
  await expect(messageOf(page, 'Not held up')).not.toContainText('On this device')
})
