import type { Role } from '@parley/core/access/policies'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { openConsole } from '../../../test/console.tsx'
import type { FakeApi } from '../../../test/fake-api.ts'
import { ownSession, person } from '../../../test/samples.ts'

const brian = person({ id: '2', name: 'Brian Odongo', email: 'brian@parley.example', is_online: true })
const sanyu = person({
  id: '3',
  name: 'Sanyu Nantongo',
  email: 'sanyu@parley.example',
  role: 'SUPERVISOR',
})
const invited = person({ ...sanyu, state: 'invited' })

const row = (name: RegExp) => page.getByRole('row', { name })
const panel = (name: string) => page.getByRole('complementary', { name })
const form = () => page.getByRole('form', { name: 'Invite' })

/** Opens the accounts of Brian and Sanyu. */
function open(
  given: (api: FakeApi) => void = () => undefined,
  role: Role = 'ADMINISTRATOR',
): Promise<FakeApi> {
  // They are asked for again every 15 seconds: here only what one does changes them.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  return openConsole('/people', {
    role,
    given: api => {
      api.answer('people', [brian, sanyu])
      given(api)
    },
  })
}

/** The same as an administrator, with Sanyu's account beside the list. */
async function openSanyu(given?: (api: FakeApi) => void): Promise<FakeApi> {
  const api = await open(given)
  await row(/Sanyu Nantongo/)
    .getByRole('button')
    .click()
  await expect.element(panel('Sanyu Nantongo')).toBeVisible()
  return api
}

test('[Q-165] an invitation that is refused says what is wrong, and what was typed stays', async () => {
  await open(api =>
    api.refuse('invitePerson', 'input.invalid', { reason: 'email must be an e-mail address' }),
  )
  await page.getByRole('button', { name: 'Invite' }).click()
  await form().getByLabelText('E-mail').fill('nowhere')
  await form().getByRole('button', { name: 'Make link' }).click()
  await expect.element(form().getByRole('alert')).toHaveTextContent('must be an e-mail address')
  await expect.element(form().getByLabelText('E-mail')).toHaveValue('nowhere')
})

test('[Q-165 Q-305] an administrator invites somebody and is shown the link once; only agents take conversations by default', async () => {
  const api = await open(one => {
    one.answer('people', [brian])
    one.answer('invitePerson', {
      person: invited,
      link: { path: '/login?reset=abcdef', expires_at: '2026-03-04T09:00:00.000Z' },
    })
  })
  await page.getByRole('button', { name: 'Invite' }).click()
  await form().getByLabelText('E-mail').fill('sanyu@parley.example')
  await form().getByLabelText('Name').fill('Sanyu Nantongo')
  const takes = form().getByRole('checkbox', { name: 'Takes conversations' })
  await expect.element(takes).toBeChecked()
  await form().getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Supervisor' }).click()
  await expect.element(takes).not.toBeChecked()
  await form().getByRole('button', { name: 'Make link' }).click()
  await expect
    .element(form().getByRole('textbox', { name: 'Link for Sanyu Nantongo' }))
    .toHaveValue(`${location.origin}/login?reset=abcdef`)
  await expect.element(row(/Sanyu Nantongo/)).toHaveTextContent(/Supervisor\s*Invited/)
  await expect.element(form().getByLabelText('E-mail')).toHaveValue('')
  expect(api.askedFor('invitePerson').map(({ body }) => body)).toEqual([
    {
      email: 'sanyu@parley.example',
      name: 'Sanyu Nantongo',
      role: 'SUPERVISOR',
      takes_conversations: false,
    },
  ])
  await expectAccessible()
})

test('[Q-399] one is invited into a department that there is, or a new one, with a capacity', async () => {
  const api = await open(one => {
    one.answer('people', [{ ...brian, department: 'Claims' }, sanyu])
    one.answer('invitePerson', {
      person: invited,
      link: { path: '/login?reset=abcdef', expires_at: '2026-03-04T09:00:00.000Z' },
    })
  })
  await page.getByRole('button', { name: 'Invite' }).click()
  const make = form().getByRole('button', { name: 'Make link' })
  const department = form().getByRole('combobox', { name: 'Department' })
  const capacity = form().getByLabelText('Max. open conversations')
  await form().getByLabelText('E-mail').fill('one@parley.example')
  await department.click()
  await page.getByRole('option', { name: 'Claims' }).click()
  await capacity.fill('0')
  await make.click()
  await expect.element(form().getByText('From 1 to')).toBeVisible()
  expect(api.askedFor('invitePerson')).toEqual([])
  await capacity.fill('8')
  await make.click()
  await expect.poll(() => api.askedFor('invitePerson').length).toBe(1)
  await expect.element(form().getByLabelText('E-mail')).toHaveValue('')
  await form().getByLabelText('E-mail').fill('two@parley.example')
  await department.click()
  await page.getByRole('option', { name: 'New department…' }).click()
  await form().getByLabelText('Name of the new department').fill('Pensions')
  await expectAccessible()
  await make.click()
  await expect
    .poll(() => api.askedFor('invitePerson').map(({ body }) => body))
    .toMatchObject([
      { email: 'one@parley.example', department: 'Claims', max_capacity: 8 },
      { email: 'two@parley.example', department: 'Pensions', max_capacity: 8 },
    ])
})

test('[Q-165] an administrator sees where somebody is signed in, and ends that', async () => {
  const api = await openSanyu(one =>
    one.answer('personSessions', [ownSession({ id: '71', device: 'Chrome on Linux' })]),
  )
  const sessions = panel('Sanyu Nantongo')
  await expect.element(sessions.getByRole('heading', { name: 'Signed in on 1 device' })).toBeVisible()
  api.answer('personSessions', [])
  await sessions.getByRole('button', { name: 'End Chrome on Linux' }).click()
  await expect.element(sessions.getByRole('heading', { name: 'Signed in nowhere' })).toBeVisible()
  expect(api.askedFor('endPersonSession').map(({ params }) => params)).toEqual([{ id: '3', session: '71' }])
})

test('[Q-165] a changed role shows at once, and nothing else is sent', async () => {
  const api = await openSanyu(one => one.answer('editPerson', { ...sanyu, role: 'AGENT' }))
  const account = panel('Sanyu Nantongo')
  await expect.element(account.getByRole('button', { name: 'Save' })).toBeDisabled()
  await account.getByRole('radio', { name: /^Agent/ }).click()
  await account.getByRole('button', { name: 'Save' }).click()
  await expect
    .element(
      row(/Sanyu Nantongo/)
        .getByRole('cell')
        .nth(1),
    )
    .toHaveTextContent(/^Agent$/)
  await expect.element(account.getByRole('button', { name: 'Save' })).toBeDisabled()
  await expect.element(account.getByText('Saved.')).toBeVisible()
  expect(api.askedFor('editPerson').map(({ params, body }) => [params.id, body])).toEqual([
    ['3', { role: 'AGENT' }],
  ])
})

test('[Q-165] an administrator is asked before an account is disabled, which shows at once', async () => {
  const api = await openSanyu(one => one.answer('disablePerson', { ...sanyu, state: 'disabled' }))
  const button = panel('Sanyu Nantongo').getByRole('button', { name: 'Disable account' })
  const asked = page.getByRole('dialog', { name: 'Disable the account of Sanyu Nantongo?' })
  await button.click()
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(asked).not.toBeInTheDocument()
  expect(api.askedFor('disablePerson')).toEqual([])
  await button.click()
  await asked.getByRole('button', { name: 'Disable account' }).click()
  await expect.element(asked).not.toBeInTheDocument()
  await expect.element(row(/Sanyu Nantongo/)).toHaveTextContent('Disabled')
  await expect.element(panel('Sanyu Nantongo').getByRole('button', { name: 'Enable account' })).toBeVisible()
  await expectAccessible()
})

test('[Q-165] a supervisor sets a colleague offline who left without a word, and changes no account', async () => {
  const api = await open(undefined, 'SUPERVISOR')
  await expect.element(row(/Brian Odongo/)).toHaveTextContent('Available')
  await row(/Brian Odongo/)
    .getByRole('button')
    .click()
  const account = panel('Brian Odongo')
  await expect.element(account.getByRole('button', { name: 'Set offline' })).toBeVisible()
  for (const name of ['Save', 'Disable account', 'New password link'])
    expect(account.getByRole('button', { name }).elements()).toEqual([])
  expect(page.getByRole('button', { name: 'Invite' }).elements()).toEqual([])
  api.answer('people', [{ ...brian, is_online: false, status: 'OFFLINE' }, sanyu])
  await account.getByRole('button', { name: 'Set offline' }).click()
  await expect.element(row(/Brian Odongo/)).toHaveTextContent('Offline')
  await expect.element(account.getByRole('button', { name: 'Set offline' })).not.toBeInTheDocument()
  expect(api.askedFor('setAgentStatus').map(({ params, body }) => [params.id, body])).toEqual([
    ['2', { status: 'OFFLINE' }],
  ])
})
