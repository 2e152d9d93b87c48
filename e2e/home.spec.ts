import { expectAccessible } from './harness/accessible.ts'
import { newCustomer, openThread } from './harness/conversation.ts'
import { call, raise } from './harness/ticket.ts'
import { expect, test } from './harness.ts'

test('[Q-251] what waits for me stands under the greeting, follows what happens, and each of it is a press away', async ({
  openAs,
  parley,
}) => {
  const [page, brian] = [await openAs('agent', '/'), await openAs('brian')]
  const me = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('user') ?? '{}') as { id: string }).id,
  )
  const strip = page.getByRole('region', { name: 'Waiting for you' })
  const count = (name: string) => strip.getByRole('listitem').filter({ hasText: name }).locator('b')
  await expect(count('Open tickets')).toHaveText(/^\d+$/)
  const before = {
    tickets: Number(await count('Open tickets').innerText()),
    unread: Number(await count('Unread').innerText()),
    back: Number(await count('Returning today').innerText()),
    reminders: Number(await count('Reminders today').innerText()),
  }
  const box = await strip.boundingBox()
  expect(box?.height).toBeLessThanOrEqual(120)
  const tiles = await page.getByRole('region', { name: 'Key figures' }).boundingBox()
  expect(box?.y ?? 0).toBeLessThan(tiles?.y ?? 0)

  // Offered: it stands first, with the time left, and is answered from here.
  const { id, phone } = await newCustomer(parley, brian, ['Who is next?'])
  await call(brian, 'POST', `assignments/conversation/${id}/assign`, { agent_id: me })
  const card = page.getByRole('dialog', { name: 'New Assignment' })
  await card.getByRole('button', { name: 'Maybe Later' }).click()
  const offer = strip.getByRole('button', { name: /^Offered to you/ })
  await expect(offer).toContainText(/[1-5]:\d\d left/)
  await expectAccessible(page)
  await offer.click()
  await expect(card).toContainText(id)
  await call(page, 'POST', `handoff/accept/${id}`, {})
  await expect(card).toHaveCount(0)
  await expect(offer).toHaveCount(0)
  await expect(count('Unread')).toHaveText(String(before.unread + 1))

  await raise(brian, id)
  await expect(count('Open tickets')).toHaveText(String(before.tickets + 1))
  const putOff = (ms: number) =>
    call(page, 'PUT', `conversations/${id}/snooze`, { until: new Date(Date.now() + ms).toISOString() })
  await putOff(60_000)
  await expect(count('Returning today')).toHaveText(String(before.back + 1))
  // A time that is over when it arrives is refused.
  await expect.poll(() => putOff(1_000)).not.toHaveProperty('code')
  await expect(count('Returning today')).toHaveText(String(before.back))

  // A promise leads to its message.
  const [message] = (
    await call<{ messages: { id: string }[] }>(page, 'GET', `messages/admin/conversation/${id}/history`)
  ).messages
  const remind = () => {
    const due = new Date(Date.now() + 1_000).toISOString()
    return call(page, 'PUT', `messages/${message?.id}/reminder`, { due_at: due })
  }
  await expect.poll(remind).not.toHaveProperty('code')
  await expect(count('Reminders today')).toHaveText(String(before.reminders + 1))
  await strip.getByRole('link', { name: /Reminders today/ }).click()
  await expect(page).toHaveURL(/\/conversations\/\d+(\?message=\d+)?$/)
  await page.goBack()

  // Who is first leads to them; whoever was answered is not first.
  const first = strip.getByRole('link', { name: /^Next: / })
  await expect(first).toContainText(/just wrote|waiting \d+ [mhd]/)
  await first.click()
  await expect(page).toHaveURL(/\/conversations\/\d+$/)
  // What is seen is not unread any more; the one that was first may have been seen too.
  const seen = page.waitForResponse(response => response.url().endsWith(`/${id}/mark-seen`))
  await openThread(page, id)
  await seen
  await page.goto('/')
  const unread = () => count('Unread').innerText().then(Number)
  await expect.poll(unread).toBeLessThanOrEqual(before.unread)
  const left = await unread()
  for (const [name, url] of [
    ['Unread', '/queue?view=mine'],
    ['Closing soon', '/queue?view=closing'],
    ['Open tickets', '/tickets'],
    ['Returning today', '/queue?view=snoozed'],
  ] as const) {
    await strip.getByRole('link', { name }).click()
    await expect(page).toHaveURL(url)
    await page.goto('/')
  }
  await phone.say('One more')
  await expect(count('Unread')).toHaveText(String(left + 1))
})
