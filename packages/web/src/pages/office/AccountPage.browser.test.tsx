import { accountNotice, lockoutNotice } from '@parley/core/notifications/rules'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { openConsole } from '../../../test/console.tsx'
import type { FakeApi } from '../../../test/fake-api.ts'
import { conversation, notification, ownSession } from '../../../test/samples.ts'
import { secondFactorMissing } from '../../client/api-failure.ts'
import { conversationList } from '../../../test/screen.ts'

const region = (name: string) => page.getByRole('region', { name, exact: true })
const sessions = () => page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
const countSessions = () => sessions().elements().length
const factor = (on: boolean, recovery_codes_left = 10) => ({ on, recovery_codes_left, demanded: false })

const account = { id: '1', name: 'Eve', email: 'eve@parley.example', role: 'AGENT' } as const
const here = ownSession({ id: '71', device: 'Chrome on Linux', address: '127.0.0.1', current: true })
const phone = ownSession({ id: '72', device: 'Safari on iPhone', address: '127.0.0.2' })
const office = ownSession({ id: '73', device: null, address: '127.0.0.3' })

const given = (api: FakeApi) => {
  api.answer('account', { ...account, second_factor: factor(false) })
  api.answer('ownSessions', [here, phone, office])
}

test('[Q-167] the own page says who one is and where one is signed in', async () => {
  await openConsole('/account', { given })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible()
  await expect.element(region('Your account')).toHaveTextContent('eve@parley.example')
  await expect.element(region('Your account')).toHaveTextContent('Agent')
  await expect.poll(countSessions).toBe(3)
  for (const words of ['Chrome on Linux', 'This device', '127.0.0.1'])
    await expect.element(sessions().first()).toHaveTextContent(words)
  await expect.element(sessions().nth(1)).not.toHaveTextContent('This device')
  await expect.element(sessions().first().getByRole('button')).not.toBeInTheDocument()
  await expectAccessible()
})

test('[Q-167] the own page fits a phone', async () => {
  await openConsole('/account', { given, size: [390, 844] })
  await expect.poll(countSessions).toBe(3)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test('the own page says when it cannot be fetched, and tries again', async () => {
  const api = await openConsole('/account', { given: one => one.fail('account', 503) })
  await expect.element(page.getByText('Your account could not be loaded')).toBeVisible()
  given(api)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(region('Your account')).toHaveTextContent('eve@parley.example')
})

test('[Q-167] a session elsewhere is ended, and all others at once', async () => {
  const api = await openConsole('/account', { given })
  await expect.poll(countSessions).toBe(3)
  api.answer('ownSessions', [here, office])
  await sessions().getByRole('button', { name: 'End Safari on iPhone' }).click()
  await expect.poll(countSessions).toBe(2)
  expect(api.askedFor('endOwnSession').map(({ params }) => params.id)).toEqual(['72'])
  api.answer('ownSessions', [here])
  await page.getByRole('button', { name: 'End all other sessions' }).click()
  await expect.poll(countSessions).toBe(1)
  await expect.element(page.getByRole('button', { name: 'End all other sessions' })).not.toBeInTheDocument()
  expect(api.askedFor('endOtherSessions').length).toBe(1)
})

const passwords = () => page.getByRole('form', { name: 'Change password' })

async function changePassword(): Promise<void> {
  await passwords().getByLabelText('Current password').fill('plums and 7 pears')
  await passwords().getByLabelText('New password').fill('another 8 quinces')
  await passwords().getByRole('button', { name: 'Change password' }).click()
}

test.each([
  ['current_password', 'is not your password', 'The current password is not your password'],
  ['new_password', 'is made of your name', 'The new password is made of your name'],
])('[Q-031] what is wrong with the field %s is said at it', async (field, problem, words) => {
  await openConsole('/account', {
    given: api => {
      given(api)
      api.refuse('changePassword', 'input.invalid', {}, { fields: { [field]: problem } })
    },
  })
  await changePassword()
  await expect.element(passwords().getByText(words)).toBeVisible()
})

test.each([
  [0, 'Your password was changed.'],
  [1, 'Your password was changed, and you were signed out on 1 other device.'],
  [2, 'Your password was changed, and you were signed out on 2 other devices.'],
])('[Q-167 Q-031] a password is changed; with %i other devices it says "%s"', async (ended_count, words) => {
  const api = await openConsole('/account', {
    given: one => {
      given(one)
      one.answer('changePassword', { ended_count })
    },
  })
  await changePassword()
  await expect.element(passwords().getByText(words, { exact: true })).toBeVisible()
  await expect.element(passwords().getByLabelText('New password')).toHaveValue('')
  expect(api.askedFor('changePassword').map(({ body }) => body)).toEqual([
    { current_password: 'plums and 7 pears', new_password: 'another 8 quinces' },
  ])
})

const card = () => region('Second factor')
const codes = Array.from({ length: 10 }, (_, at) => `aaaa-bbbb-${at}`)

test('[Q-171] a second factor is set up: a wrong code is said, and the recovery codes are shown once', async () => {
  const api = await openConsole('/account', {
    given: one => {
      given(one)
      one.answer('beginSecondFactor', {
        secret: 'ABCDEFGH',
        otpauth_url: 'otpauth://totp/Parley',
        qr: { size: 3, path: 'M0 0h1v1z' },
      })
      one.refuse('confirmSecondFactor', 'input.invalid', {}, { fields: { code: 'is not right' } })
    },
  })
  await card().getByLabelText('Your password').fill('plums and 7 pears')
  await card().getByRole('button', { name: 'Set up' }).click()
  await expect.element(card().getByRole('img', { name: 'QR code for the app' })).toBeVisible()
  await expect.element(card()).toHaveTextContent('ABCD EFGH')
  await card().getByLabelText('Authentication code').fill('000000')
  await card().getByRole('button', { name: 'Turn on' }).click()
  await expect.element(card().getByText('The code is not right')).toBeVisible()
  await expectAccessible()
  api.answer('confirmSecondFactor', { recovery_codes: codes })
  api.answer('account', { ...account, second_factor: factor(true) })
  await card().getByLabelText('Authentication code').fill('123456')
  await card().getByRole('button', { name: 'Turn on' }).click()
  const shown = region('Recovery codes').getByRole('listitem')
  await expect.poll(() => shown.elements().map(one => one.textContent)).toEqual(codes)
  await page.getByRole('button', { name: 'I’ve saved these codes' }).click()
  await expect.element(card().getByText('10 recovery codes are left')).toBeVisible()
  await expect.element(region('Recovery codes')).not.toBeInTheDocument()
  await expectAccessible()
})

test('[Q-171] who must have a second factor and has none is led to it, and goes on from there', async () => {
  onTestFinished(() => secondFactorMissing.set(false))
  const api = await openConsole('/conversations', {
    given: one => {
      given(one)
      one.answer('account', { ...account, second_factor: { ...factor(false), demanded: true } })
      one.refuse('conversations', 'session.second-factor-missing')
      one.answer('confirmSecondFactor', { recovery_codes: codes })
    },
  })
  await expect.poll(() => location.pathname).toBe('/account')
  await expect.element(page.getByText('Your workspace requires a second factor')).toBeVisible()
  await card().getByLabelText('Your password').fill('plums and 7 pears')
  await card().getByRole('button', { name: 'Set up' }).click()
  await card().getByLabelText('Authentication code').fill('123456')
  api.answer('account', { ...account, second_factor: { ...factor(true), demanded: true } })
  api.answer('conversations', [conversation()])
  await card().getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'I’ve saved these codes' }).click()
  await page.getByRole('link', { name: /^Conversations/ }).click()
  await expect.element(conversationList()).toBeVisible()
  expect(location.pathname).toBe('/conversations')
})

test('[Q-171] a second factor is turned off with the password and a code', async () => {
  const api = await openConsole('/account', {
    given: one => {
      given(one)
      one.answer('account', { ...account, second_factor: factor(true, 9) })
    },
  })
  await expect.element(card().getByText('9 recovery codes are left')).toBeVisible()
  await card().getByRole('button', { name: 'Turn off' }).click()
  await card().getByLabelText('Your password').fill('plums and 7 pears')
  await card().getByLabelText('Authentication code or a recovery code').fill('aaaa-bbbb-1')
  api.answer('account', { ...account, second_factor: factor(false) })
  await card().getByRole('button', { name: 'Turn off' }).click()
  await expect.element(card().getByRole('button', { name: 'Set up' })).toBeVisible()
  expect(api.askedFor('turnOffSecondFactor').map(({ body }) => body)).toEqual([
    { password: 'plums and 7 pears', code: 'aaaa-bbbb-1' },
  ])
})

test('[Q-304] a password link opened where somebody else is signed in says so', async () => {
  const api = await openConsole('/login?reset=abcdef', {
    given: one => one.answer('resetLinkOwner', { whose: 'other' }),
  })
  await expect.element(page.getByText('This link is for another account. Sign out to continue')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Stay signed in' })).toBeVisible()
  expect(api.askedFor('resetLinkOwner')[0]?.body).toEqual({ token: 'abcdef' })
  await page.getByRole('button', { name: 'Sign out and continue' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Reset token' })).toHaveValue('abcdef')
})

const now = new Date('2026-03-02T09:00:00.000Z')
const guessing = notification({
  ...lockoutNotice(10, new Date(now.getTime() + 15 * 60_000), now),
  id: '81',
  type: 'warning',
  about: 'account',
  data: { importance: 'high' },
})
const { title, message, type, importance } = accountNotice('password-reset')
const changed = notification({ id: '82', title, message, type, about: 'account', data: { importance } })

test('[Q-164 Q-175 BELL-04] what happens to an account stands at its owner’s bell, whole, and leads to the own page', async () => {
  const api = await openConsole('/', {
    given: one => {
      given(one)
      one.answer('pollNotifications', [guessing, changed])
    },
  })
  const rows = page.getByRole('dialog', { name: 'Notifications', exact: true }).getByRole('listitem')
  const bell = page.getByRole('button', { name: /^Notifications/ })
  await bell.click()
  await expect.poll(() => rows.elements().length).toBe(2)
  for (const [words, about] of [
    [guessing.title, /Not you\? Tell your administrator/],
    [changed.title, /You did not ask for this\? Tell your administrator/],
  ] as const) {
    const row = rows.filter({ hasText: words })
    await expect.element(row).toHaveTextContent(about)
    const cut = [...row.element().querySelectorAll('span:not(.visually-hidden)')].filter(
      part => part.scrollWidth > part.clientWidth,
    )
    expect(cut.map(part => part.textContent)).toEqual([])
  }
  await expectAccessible()
  api.answer('pollNotifications', [guessing])
  await rows.filter({ hasText: changed.title }).getByRole('button').first().click()
  await expect.poll(() => location.pathname).toBe('/account')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible()
  expect(api.askedFor('readNotification').map(({ params }) => params.id)).toEqual(['82'])
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await bell.click()
  await expect.poll(() => rows.elements().length).toBe(1)
  await rows.getByRole('button').first().click()
  await expect.poll(() => location.pathname).toBe('/account')
})
