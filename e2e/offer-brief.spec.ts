import type { Page } from '@playwright/test'
import { newCustomer, rowsOf } from './harness/conversation.ts'
import { postMessage } from './harness/meta.ts'
import { call, idOf } from './harness/notices.ts'
import { expect, newPage, signInByHand, test } from './harness.ts'

const card = (page: Page) => page.getByRole('region', { name: 'New Assignment' })
const inCard = (page: Page, name: string) => card(page).getByRole('button', { name, exact: true })

/** Texts as long as a message can be. Drawing each of them once blocked the page for seconds. */
const hostileTexts = [
  ' *a'.repeat(21_800),
  '_'.repeat(65_000),
  'www.a'.repeat(13_000),
  '1.1.'.repeat(16_000),
  `Stacked a${'\u0301'.repeat(65_000)}`,
]

test('[Q-310 Q-314] an agent signs in with offers of texts that are made to block the page, reads each and accepts it', async ({
  browser,
  openAs,
  pageErrors,
  parley,
}) => {
  const brian = await openAs('brian', '/tickets')
  const carol = await openAs('carol', '/tickets')
  const agent_id = await idOf(brian)
  await brian.context().close()
  const offered: string[] = []
  for (const [no, text] of hostileTexts.entries()) {
    const { id, phone } = await newCustomer(parley, carol, ['Hello'])
    await postMessage(parley, phone.number.slice(1), `wamid.offered${id}-${no}`, text)
    await expect.poll(async () => (await rowsOf(carol, phone.number))[0]?.inbound_no).toBe(2)
    await call(carol, 'POST', `assignments/conversation/${id}/assign`, { agent_id })
    offered.push(`/conversations/${id}`)
  }
  const page = await newPage(browser, parley, pageErrors)
  await signInByHand(page, 'brian')
  const answered: string[] = []
  while (answered.length < offered.length) {
    await page.goto('/')
    await expect(card(page)).toContainText('Last messages')
    // The first stands whole; the others follow in a line each.
    await inCard(page, 'Accept Now').first().click()
    await expect(page).toHaveURL(url => offered.includes(url.pathname) && !answered.includes(url.pathname))
    answered.push(new URL(page.url()).pathname)
  }
  expect(answered.toSorted()).toEqual(offered.toSorted())
  await page.context().close()
})
