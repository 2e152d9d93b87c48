import { NumberSetup, type SetupTalk, SetupPerson } from '@parley/core/setup/api'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type * as z from 'zod'
import { expectAccessible } from '../../../test/accessible.ts'
import { openConsole, setTime } from '../../../test/console.tsx'
import { address, navigation } from '../../../test/screen.ts'
import type { FakeApi } from '../../../test/fake-api.ts'
import { sampleOf } from '../../../test/sample-of.ts'

const at = (minute: number) => `2026-03-02T08:${minute}:00.000Z`
const none = { seen_at: null, wrong: null, said: null }
const seen = { ...none, seen_at: at(30) }
const noTalk: z.input<typeof SetupTalk> = {
  conversation_id: null,
  received_at: null,
  shown_at: null,
  answered_at: null,
  read_at: null,
}
const number: z.input<typeof NumberSetup> = {
  ...sampleOf(NumberSetup),
  name: null,
  display_number: '+256 770 000 001',
  token: seen,
  number: seen,
  webhook: seen,
  signature: none,
  talk: noTalk,
}
const sanyu: z.input<typeof SetupPerson> = {
  ...sampleOf(SetupPerson),
  id: '3',
  name: 'Sanyu Nantongo',
  email: 'sanyu@parley.example',
  invited_at: at(20),
  signed_in_at: null,
}
const brian = { ...sanyu, id: '2', name: 'Brian', email: 'brian@parley.example', signed_in_at: at(25) }
const begun = {
  offered: true,
  done: { connect: false, people: false, test: false },
  numbers: [number],
  people: { signed_in_count: 1, total: 2, shown: [sanyu, brian] },
}

const stepOf = (title: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) })
const connect = () => stepOf('Connect the WhatsApp number')
const people = () => stepOf('Add the people who answer')
const trial = () => stepOf('Send a test')
const check = (label: string) => connect().getByRole('listitem').filter({ hasText: label })
const mark = (label: string) => trial().getByRole('listitem').filter({ hasText: label })
const entry = () => navigation().getByRole('link', { name: 'Get started' })

/** Opens a screen as an administrator of a workspace that has come so far. */
function open(
  path: string,
  given: (api: FakeApi) => void = api => api.answer('setup', begun),
  size?: readonly [number, number],
): Promise<FakeApi> {
  setTime('2026-03-02T12:00:00+03:00')
  return openConsole(path, { role: 'ADMINISTRATOR', given, ...(size && { size }) })
}

test('[Q-280] each step says what was seen of it, and what is missing', async () => {
  await open('/get-started')
  await expect
    .element(page.getByRole('heading', { name: 'Three steps to the first conversation' }))
    .toBeVisible()
  await expect.element(page.getByText('0 of 3 done')).toBeVisible()
  for (const label of ['Access token accepted', 'Number belongs to the account', 'Webhook address answered'])
    await expect.element(check(label).getByRole('time')).toHaveAttribute('datetime', at(30))
  await expect.element(connect()).toHaveTextContent('3 of 4 seen')
  await expect.element(check('Signature of a live call matched')).toHaveTextContent('not yet')
  await expect
    .element(check('Signature of a live call matched'))
    .toHaveTextContent('Subscribe the app to “messages”')
  await expect.element(people()).toHaveTextContent('1 of 2 signed in')
  await expect
    .element(people().getByRole('listitem').filter({ hasText: 'brian@' }))
    .toHaveTextContent('Signed in')
  await expect
    .element(people().getByRole('listitem').filter({ hasText: 'sanyu@' }))
    .toHaveTextContent('Invited')
  await expect.element(trial()).toHaveTextContent('Write hello to +256 770 000 001 from any phone')
  await expect.element(trial()).toHaveTextContent(/Listening for \d+:\d\d/)
  await expect.element(mark('Received')).toHaveTextContent('waiting')
  await expectAccessible()
})

test('[Q-280] on a phone the steps fit', async () => {
  await open('/get-started', undefined, [390, 844])
  await expect.element(connect()).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expectAccessible()
})

test('[Q-280] who has not signed in is given a new link, and others are invited, on the same page', async () => {
  const link = { path: '/login?reset=abcdef', expires_at: '2026-03-04T09:00:00.000Z' }
  const api = await open('/get-started', one => {
    one.answer('setup', begun)
    one.answer('invitePerson', { link })
    one.answer('makePasswordLink', link)
  })
  const row = people().getByRole('listitem').filter({ hasText: 'sanyu@' })
  await row.getByRole('button', { name: 'New link for Sanyu Nantongo' }).click()
  await expect
    .element(row.getByRole('textbox', { name: 'Link for Sanyu Nantongo' }))
    .toHaveValue(`${location.origin}${link.path}`)
  expect(people().getByRole('listitem').filter({ hasText: 'brian@' }).getByRole('button').elements()).toEqual(
    [],
  )
  await people().getByLabelText('E-mail').fill('ruth@parley.example')
  await people().getByLabelText('Name').fill('Ruth')
  await people().getByRole('button', { name: 'Make link' }).click()
  await expect
    .poll(() => api.askedFor('invitePerson').map(({ body }) => body.email))
    .toEqual(['ruth@parley.example'])
})

test('[Q-280] the first conversation is followed by itself, from the phone to the answer that was read', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const api = await openConsole('/get-started', {
    role: 'ADMINISTRATOR',
    given: one => one.answer('setup', begun),
  })
  await expect.element(mark('Received')).toHaveTextContent('waiting')
  const talks = [
    { conversation_id: '7', received_at: at(40) },
    { shown_at: at(41) },
    { answered_at: at(42) },
    { read_at: at(43) },
  ]
  const labels = ['Received', 'Shown to an agent', 'Answered', 'Read on the phone'] as const
  let talk = noTalk
  for (const [n, label] of labels.entries()) {
    talk = { ...talk, ...talks[n] }
    api.answer('setup', {
      ...begun,
      done: { connect: true, people: true, test: n === 3 },
      numbers: [{ ...number, signature: seen, talk }],
    })
    vi.advanceTimersByTime(3_000)
    await expect.element(mark(label).getByRole('time')).toHaveAttribute('datetime', at(40 + n))
    const next = labels[n + 1]
    if (next !== undefined) await expect.element(mark(next)).toHaveTextContent('waiting')
  }
  await expect.element(connect()).toHaveTextContent('Verified')
  await expect.element(page.getByText('3 of 3 done')).toBeVisible()
  await expectAccessible()
})

test('[Q-280] what is wrong says why and names the setting', async () => {
  await open('/get-started', api =>
    api.answer('setup', {
      ...begun,
      numbers: [
        {
          ...number,
          token: { ...none, wrong: 'token-refused', said: 'Our access to WhatsApp has expired.' },
          number: none,
          webhook: { ...none, wrong: 'verify-token-differs' },
          signature: { ...none, wrong: 'app-secret-differs' },
        },
      ],
    }),
  )
  await expect.element(connect()).toHaveTextContent('0 of 4 seen')
  await expect
    .element(check('Access token accepted'))
    .toHaveTextContent(
      'Our access to WhatsApp has expired. Make a new token at Meta, set WHATSAPP_ACCESS_TOKEN',
    )
  await expect.element(check('Webhook address answered')).toHaveTextContent('WHATSAPP_VERIFY_TOKEN')
  await expect.element(check('Signature of a live call matched')).toHaveTextContent('WHATSAPP_APP_SECRET')
  await expectAccessible()
})

test('[Q-280] after two minutes in which nothing came the channel is a press away', async () => {
  await open('/get-started')
  const link = page.getByRole('link', { name: 'See what WhatsApp sent' })
  await expect.element(trial()).toHaveTextContent('Listening for 0:0')
  await expect.element(link).not.toBeInTheDocument()
  setTime('2026-03-02T12:02:01+03:00')
  await link.click()
  await expect.poll(address).toBe('/settings/channels')
})

test('[Q-280] administrators are led there until they skip it, and can be led there again', async () => {
  const one = { ...begun, done: { connect: true, people: false, test: false } }
  const api = await open('/', given => {
    given.answer('setup', one)
    given.answer('changeSettings', ({ body }) => {
      const isSkipped = body.settings.get_started === 'skipped'
      given.answer('setup', { ...one, skipped: isSkipped, offered: !isSkipped })
      return {}
    })
  })
  await expect.element(entry()).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Get started: 1 of 3 steps/ })
    .click()
  await expect.poll(address).toBe('/get-started')
  await page.getByRole('button', { name: 'Skip for now' }).click()
  await expect.element(entry()).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Lead here again' }).click()
  await expect.element(entry()).toBeVisible()
  expect(api.askedFor('changeSettings').map(({ body }) => body.settings)).toEqual([
    { get_started: 'skipped' },
    { get_started: 'offered' },
  ])
})

test('[Q-280] once it is skipped nobody is led there, but by the palette', async () => {
  await open('/', api => api.answer('setup', { ...begun, skipped: true, offered: false }))
  await expect.element(page.getByRole('region', { name: 'Waiting for you' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Settings' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: /^Get started/ })).not.toBeInTheDocument()
  const box = page.getByRole('combobox', { name: 'Search or jump to' })
  // The code that hears keys comes a moment after the page.
  await expect
    .poll(async () => {
      if (box.query() === null) await userEvent.keyboard('{Control>}k{/Control}')
      return box.query() !== null
    })
    .toBe(true)
  await box.fill('get started')
  await page.getByRole('option', { name: /: Get started$/ }).click()
  await expect.poll(address).toBe('/get-started')
})

test('[Q-280] it is for administrators alone', async () => {
  const api = await openConsole('/get-started', { role: 'SUPERVISOR' })
  await expect.element(page.getByText('You do not have access to this screen')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Get started' })).not.toBeInTheDocument()
  expect(api.askedFor('setup')).toEqual([])
})
