import type { Page } from '@playwright/test'
import { box, messageOf, newCustomer, openThread, say } from './harness/conversation.ts'
import { expectKept, readable } from './harness/device.ts'
import { issueSelector } from './harness/issues.ts'
import { signInHere, signOutHere } from './harness/sign-in.ts'
import { expect, test } from './harness.ts'

/** Words of an agent's own, found by nobody by chance. */
const words = ['Passbook', 'Kampala', 'Beneficiary', 'Quarterly']

const expectNothingReadable = async (page: Page) => {
  const all = await readable(page)
  for (const word of words) expect(all).not.toContain(word)
  return all
}

const lossNotice = (page: Page) => page.getByText(/could not be opened and was deleted/)

test('[AUTH-03 AUTH-07 Q-137 Q-174] signed out, nothing of what was written can be read in the browser; its owner finds it again, a colleague does not', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Is my claim paid?'])
  await page.evaluate(() => localStorage.setItem('token', 'run out'))
  await openThread(page, id)
  await expect.poll(() => readable(page)).toContain('renewalId')
  await page.route('**/messages/agent/send/**', () => undefined)
  await say(page, 'Passbook received')
  await expect(messageOf(page, 'Passbook received')).toContainText('On this device')
  await box(page).fill('Come to Kampala Road')
  await issueSelector(page).click()
  await page.getByRole('menuitem', { name: 'New issue…' }).click()
  const issue = page.getByRole('dialog', { name: 'New issue' })
  await issue.getByLabel('Title').fill('Beneficiary unknown')
  await page.keyboard.press('Escape')
  await expectKept(page, 'Passbook received')
  await expectKept(page, 'Come to Kampala Road')
  await expectKept(page, 'Beneficiary unknown')
  await expectNothingReadable(page)

  await signOutHere(page)
  const left = await expectNothingReadable(page)
  // Not by chance: that it is kept can be seen.
  expect(left).toContain('draft:')
  await expect.poll(() => readable(page)).not.toContain('renewalId')
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])

  await signInHere(page, 'brian')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await openThread(page, id)
  await expect(messageOf(page, 'Is my claim paid?')).toBeVisible()
  await expect(messageOf(page, 'Passbook received')).toHaveCount(0)
  await box(page).fill('Quarterly statement')
  await expect(box(page)).toHaveValue('Quarterly statement')
  await expectKept(page, 'Quarterly statement')
  await expectNothingReadable(page)
  await expect(lossNotice(page)).toHaveCount(0)
  await signOutHere(page)

  await signInHere(page, 'agent')
  await openThread(page, id)
  await expect(box(page)).toHaveValue('Come to Kampala Road')
  await expect(messageOf(page, 'Passbook received')).toContainText('Not confirmed')
  await issueSelector(page).click()
  await page.getByRole('menuitem', { name: 'New issue…' }).click()
  await expect(issue.getByLabel('Title')).toHaveValue('Beneficiary unknown')
  await expect(lossNotice(page)).toHaveCount(0)
  expect(await page.evaluate(() => Object.keys(localStorage).toSorted())).toEqual([
    'refreshToken',
    'token',
    'user',
  ])
  expect(await phone.received()).toEqual([])
})

test('[Q-146 Q-174] keys typed before the server has given what opens the draft join it', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['Hello'])
  await openThread(page, id)
  await box(page).fill('Written yesterday')
  await expectKept(page, 'Written yesterday')
  let answer: () => void = () => undefined
  const slow = new Promise<void>(resolve => {
    answer = resolve
  })
  await page.route('**/api/v1/capabilities', async route => {
    await slow
    await route.continue()
  })
  await page.reload()
  await box(page).pressSequentially('typed early')
  await expect(box(page)).toHaveValue('typed early')
  answer()
  await expect(box(page)).toHaveValue('Written yesterday\ntyped early')
  await expectKept(page, 'typed early')
})

test('[Q-137 Q-174] what an earlier version kept in clear is there for its owner, and readable for nobody', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['Hello'])
  // As it was kept before.
  await page.evaluate(conversation => {
    const { id: agent } = JSON.parse(localStorage.getItem('user') ?? '') as { id: string }
    const kept = {
      [`draft:${agent}:${conversation}`]: { text: 'Come to Kampala Road', files: [] },
      [`draft:99999:${conversation}`]: { text: 'Beneficiary of a colleague', files: [] },
    }
    return new Promise<void>((done, fail) => {
      const opening = indexedDB.open('keyval-store')
      opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('keyval'))
      opening.addEventListener('success', () => {
        const writing = opening.result.transaction('keyval', 'readwrite')
        for (const [place, value] of Object.entries(kept)) writing.objectStore('keyval').put(value, place)
        writing.addEventListener('complete', () => done())
        writing.addEventListener('error', () => fail(writing.error))
      })
    })
  }, id)
  expect(await readable(page)).toContain('Kampala')
  await openThread(page, id)
  await expect(box(page)).toHaveValue('Come to Kampala Road')
  await expectKept(page, 'Come to Kampala Road')
  await expect(() => expectNothingReadable(page)).toPass()
})

test('[Q-174] what was sealed under another secret is removed with a word about it, and writing goes on', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['Hello'])
  await openThread(page, id)
  await box(page).fill('Come to Kampala Road')
  await expectKept(page, 'Come to Kampala Road')
  await page.route('**/api/v1/capabilities', async route => {
    const response = await route.fetch()
    const said = (await response.json()) as object
    await route.fulfill({ response, json: { ...said, sealing_key: 'A'.repeat(43) } })
  })
  await page.reload()
  await expect(lossNotice(page)).toBeVisible()
  // The server has the words of a reply too.
  await expect(box(page)).toHaveValue('Come to Kampala Road')
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(lossNotice(page)).toHaveCount(0)
  await box(page).fill('Quarterly statement')
  await expectKept(page, 'Quarterly statement')
  await openThread(page, id)
  await expect(box(page)).toHaveValue('Quarterly statement')
  await expect(lossNotice(page)).toHaveCount(0)
})

test('[Q-040 Q-174 Q-225] where the browser seals nothing, on plain http, what is typed lasts as long as the page, but for a reply, and the console says so', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { id } = await newCustomer(parley, page, ['Hello'])
  // What a browser leaves out of pages that come over plain http.
  await page.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }))
  await openThread(page, id)
  const said = page.getByText(/^Text you have not sent, except replies, is lost when you close this page/)
  await expect(said).toBeVisible()
  await box(page).fill('Come to Kampala Road')
  await page.getByRole('link', { name: 'Back to list' }).click()
  await page.goBack()
  await expect(box(page)).toHaveValue('Come to Kampala Road')
  await expectNothingReadable(page)
  await page.reload()
  await expect(messageOf(page, 'Hello')).toBeVisible()
  await expect(said).toBeVisible()
  await expect(box(page)).toHaveValue('Come to Kampala Road')
  await expectNothingReadable(page)
})
