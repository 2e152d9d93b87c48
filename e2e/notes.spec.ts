import type { Page } from '@playwright/test'
import { expectAccessible } from './harness/accessible.ts'
import { expectKept } from './harness/device.ts'
import { box, messageOf, newCustomer, openThread, rowsOf, say, thread } from './harness/conversation.ts'
import { expect, test } from './harness.ts'

const noteBox = (page: Page) => page.getByRole('textbox', { name: 'Internal note' })
const noteOf = (page: Page, text: string) =>
  thread(page)
    .getByRole('group', { name: /^Internal note by/ })
    .filter({ hasText: text })
const mode = (page: Page, name: 'Reply' | 'Note') =>
  page.getByRole('group', { name: 'Write' }).getByRole('button', { name })
const add = async (page: Page, text: string) => {
  await noteBox(page).fill(text)
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(noteOf(page, text)).toBeVisible()
}
/** Leaves the composer, so that single letters are commands. */
const leave = (page: Page) => page.getByRole('heading', { level: 2 }).first().click()

test('[Q-223] a note is written with keys, told by a mention, answered with a sign, edited and deleted', async ({
  openAs,
  parley,
}) => {
  const hers = await openAs('agent')
  const his = await openAs('brian')
  await his.goto('/')
  const { phone, id } = await newCustomer(parley, hers, ['I paid and it is not there'])
  const said = (await phone.messages()).length
  await openThread(hers, id)
  await box(hers).fill('Thank you, I will')
  await box(hers).press('Escape')
  await leave(hers)
  await hers.keyboard.press('n')
  await expect(noteBox(hers)).toBeFocused()
  await hers.keyboard.type('Ask @Bri')
  const people = hers.getByRole('listbox', { name: 'Colleagues to mention' })
  await expect(people.getByRole('option', { selected: true })).toHaveText(/Brian/)
  await expectAccessible(hers, ['best-practice'])
  await hers.keyboard.press('Enter')
  await hers.keyboard.type('for 7714-2209')
  await hers.keyboard.press('Enter')
  // Enter is a new line here: a note goes by its button and by Ctrl Enter alone.
  await expect(noteBox(hers)).toHaveValue(/^Ask @Brian.* for 7714-2209\n$/)
  await hers.keyboard.press('Control+Enter')
  await expect(noteOf(hers, 'for 7714-2209')).toBeVisible()
  await expect(noteBox(hers)).toHaveValue('')
  // What is typed in one mode stays there.
  await mode(hers, 'Reply').click()
  await expect(box(hers)).toHaveValue('Thank you, I will')
  await expect(box(hers)).toBeFocused()

  const bell = his.getByRole('button', { name: /^Notifications/ })
  await expect(bell).toHaveAccessibleName(/unread/)
  await bell.click()
  await his.getByRole('button', { name: /^Unread: .* mentioned you/ }).click()
  await expect(his).toHaveURL(new RegExp(`/conversations/${id}\\?message=\\d+$`))
  const got = noteOf(his, 'for 7714-2209')
  await expect(got).toBeInViewport()
  await expect(thread(his).locator('[data-revealed]')).toContainText('for 7714-2209')
  await got.hover()
  await got.getByRole('button', { name: 'React' }).click()
  await his.getByRole('dialog').getByRole('button', { name: '👀' }).click()
  await expect(noteOf(hers, 'for 7714-2209').getByRole('button', { name: /Brian/ })).toBeVisible()
  await expectAccessible(his, ['best-practice'])
  await expect(got.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await expect(got.getByRole('button', { name: 'Delete' })).toHaveCount(0)

  const own = noteOf(hers, 'for 7714-2209')
  await own.getByRole('button', { name: 'Edit' }).click()
  const editor = hers.getByRole('form', { name: 'Edit the note' })
  await editor.getByRole('textbox').fill('Solved by the bank')
  await editor.getByRole('button', { name: 'Save note' }).click()
  await expect(noteOf(his, 'Solved by the bank')).toContainText('Edited')
  const edited = noteOf(hers, 'Solved by the bank')
  await edited.getByRole('button', { name: 'Delete' }).click()
  await hers.getByRole('dialog').getByRole('button', { name: 'Delete note' }).click()
  await expect(edited).toHaveCount(0)
  await expect(noteOf(his, 'Solved by the bank')).toHaveCount(0)
  // Nothing of it reached the customer; what was meant for them does.
  await say(hers, 'Thank you, I will')
  await expect.poll(async () => (await phone.messages()).length).toBe(said + 1)
  expect((await phone.messages()).at(-1)?.text).toContain('Thank you, I will')
})

test('[Q-223] notes stand among the messages by time, also after a reload, and a draft of one is kept', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['First'])
  await openThread(page, id)
  await mode(page, 'Note').click()
  await add(page, 'Between both')
  // WhatsApp says when a message was written to the second.
  const written = Math.floor(Date.now() / 1_000)
  await expect.poll(() => Math.floor(Date.now() / 1_000)).toBeGreaterThan(written)
  await phone.say('Second')
  await expect(messageOf(page, 'Second')).toBeVisible()
  await noteBox(page).fill('Not yet written')
  await expect(page.getByRole('button', { name: 'Add note' })).toBeEnabled()
  const order = () => thread(page).getByRole('listitem').allInnerTexts()
  const inOrder = async () => {
    const texts = (await order()).join('\n')
    return (
      texts.indexOf('First') < texts.indexOf('Between both') &&
      texts.indexOf('Between both') < texts.indexOf('Second')
    )
  }
  await expect.poll(inOrder).toBe(true)
  await expectKept(page, 'Not yet written')
  await openThread(page, id)
  await expect(noteOf(page, 'Between both')).toBeVisible()
  await expect.poll(inOrder).toBe(true)
  await mode(page, 'Note').click()
  await expect(noteBox(page)).toHaveValue('Not yet written')

  // Where the colours are the system's, a line tells it from a message.
  await page.emulateMedia({ forcedColors: 'active' })
  const bubble = noteOf(page, 'Between both').getByText('Between both').locator('..')
  await expect(bubble).toHaveCSS('border-top-style', 'dashed')
  await page.emulateMedia({ forcedColors: 'none' })
  await expect(bubble).toHaveCSS('border-top-style', 'solid')

  const hers = await openAs('carol')
  await openThread(hers, id)
  const seen = noteOf(hers, 'Between both')
  await expect(seen.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await seen.getByRole('button', { name: 'Delete' }).click()
  const question = hers.getByRole('dialog', { name: /^Delete the note of / })
  await expect(question).toContainText('on record')
  await question.getByRole('button', { name: 'Delete note' }).click()
  await expect(seen).toHaveCount(0)
  await expect(noteOf(page, 'Between both')).toHaveCount(0)
})

test('[Q-223] a link to a note and to a message opens the thread there, however far back it is', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['The oldest'])
  await openThread(page, id)
  await mode(page, 'Note').click()
  await add(page, 'A note from long ago')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = async (from: ReturnType<typeof noteOf>) => {
    await from.hover()
    await from.getByRole('button', { name: 'Copy link' }).click()
    await expect(from.getByRole('button', { name: 'Link copied' })).toBeVisible()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  const [toNote, toMessage] = [
    await copied(noteOf(page, 'A note from long ago')),
    await copied(messageOf(page, 'The oldest')),
  ]
  for (let n = 1; n <= 70; n += 1) await phone.say(`Later ${n}`)
  await expect.poll(async () => (await rowsOf(page, phone.number))[0]?.inbound_no).toBe(71)
  for (const [link, words] of [
    [toNote, 'A note from long ago'],
    [toMessage, 'The oldest'],
  ] as const) {
    await page.goto('/')
    await page.goto(link)
    await expect(thread(page).locator('[data-revealed]')).toContainText(words)
    await expect(thread(page).getByText(words)).toBeInViewport()
  }
  // Also where the thread is open already: a colleague mentions her in it, far below.
  const his = await openAs('brian')
  await openThread(his, id)
  await mode(his, 'Note').click()
  await noteBox(his).fill('@Amina Nakato is this it?')
  await noteBox(his).press('Control+Enter')
  await expect(noteOf(his, 'is this it?')).toBeVisible()
  await page.getByRole('button', { name: /^Notifications.* unread/ }).click()
  await page.getByRole('button', { name: /^Unread: Brian .* mentioned you/ }).click()
  await expect(thread(page).locator('[data-revealed]')).toContainText('is this it?')
  await expect(noteOf(page, 'is this it?')).toBeInViewport()
})

test('[Q-224] the note on a customer: two who write at once, live, and beside the next conversation', async ({
  openAs,
  parley,
  pageErrors,
}) => {
  pageErrors.allow(/409|Failed to save the customer note/)
  const amina = await openAs('agent')
  // A supervisor: the queue offers her nothing, whose card would stand over the panel.
  const carol = await openAs('carol')
  const { id } = await newCustomer(parley, amina, ['Hello'])
  await openThread(amina, id)
  await openThread(carol, id)
  const section = (page: Page) => page.getByRole('region', { name: 'Customer note' })
  const editor = (page: Page) => page.getByRole('form', { name: 'Edit the note on the customer' })
  const open = async (page: Page, text: string) => {
    await section(page).getByRole('button', { name: 'Edit the note on the customer' }).click()
    await editor(page).getByRole('textbox').fill(text)
  }
  await open(carol, 'Speaks Luganda')
  await open(amina, 'Calls at noon')
  await editor(amina).getByRole('button', { name: 'Save note' }).click()
  await expect(section(amina)).toContainText('Calls at noon')
  await expect(section(amina)).toContainText('Amina')
  // Hers is not lost, and Amina’s is not overwritten unseen.
  await expect(editor(carol).getByRole('alert')).toContainText('Calls at noon')
  await expect(editor(carol).getByRole('button', { name: 'Save note' })).toBeDisabled()
  await expectAccessible(carol, ['best-practice'])
  await editor(carol).getByRole('textbox').fill('Calls at noon, speaks Luganda')
  await editor(carol).getByRole('button', { name: 'Save mine anyway' }).click()
  await editor(carol).getByRole('button', { name: 'Save note' }).click()
  await expect(section(amina)).toContainText('Calls at noon, speaks Luganda')
  await expect(section(amina)).toContainText('Carol')
  await openThread(amina, id)
  await expect(section(amina)).toContainText('Calls at noon, speaks Luganda')
})
