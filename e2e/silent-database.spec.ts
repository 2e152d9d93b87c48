import { messageOf, newCustomer, openThread, say } from './harness/conversation.ts'
import { startParley } from './harness/parley.ts'
import { openSilentProxy, type SilentProxy } from './harness/silent-proxy.ts'
import { expect, newPage, signIn, test } from './harness.ts'

test('[Q-331 Q-330 Q-334] the database falls silent while agents work: consoles say so, and all is well again by itself', {
  tag: '@long',
}, async ({ browser, pageErrors }) => {
  let proxy: SilentProxy | undefined
  const parley = await startParley({
    databaseBy: async url => {
      proxy = await openSilentProxy(url)
      return proxy.url
    },
  })
  try {
    const page = await newPage(browser, parley, pageErrors)
    await signIn(page)
    const { phone, id } = await newCustomer(parley, page, ['Is my claim paid?'])
    await openThread(page, id)
    const readiness = async () => (await fetch(`${parley.url}/readyz`)).status
    expect(await readiness()).toBe(200)

    // New connections get no answer either.
    proxy?.holdNew(true)
    expect(proxy?.silence()).toBeGreaterThan(0)
    await say(page, 'Written meanwhile')
    void phone.say('Are you still there?')
    const behind = page.getByText(/Live updates are interrupted|No connection/)
    await test.step('the console says that it is behind', () => expect(behind.first()).toBeVisible())
    await test.step('the server is not ready', () => expect.poll(readiness).toBe(503))

    proxy?.holdNew(false)
    await test.step('the server is ready again', () => expect.poll(readiness).toBe(200))
    await test.step('the console is live again', () => expect(behind).toHaveCount(0))
    await test.step('nothing is lost, and nothing there twice', async () => {
      await expect(messageOf(page, 'Are you still there?')).toHaveCount(1)
      await expect(messageOf(page, 'Written meanwhile')).toHaveCount(1)
      await expect
        .poll(async () => (await phone.received()).map(({ text }) => text))
        .toEqual(['Written meanwhile'])
    })
  } finally {
    await parley.stop()
    await proxy?.close()
  }
})
