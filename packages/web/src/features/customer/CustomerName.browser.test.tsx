import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openConsole } from '../../../test/console.tsx'
import { conversation, customer } from '../../../test/samples.ts'
import { customerPanel } from '../../../test/screen.ts'
import { customerMessages, serveThread } from '../../../test/thread.ts'

const profile = 'Opio Emmanuel'
const named = (name: string, version: number) =>
  conversation({ user: { ...customer(name), profile_name: profile }, version })
const edit = () => customerPanel().getByRole('button', { name: 'Edit the customer’s name' })
const field = () => customerPanel().getByRole('textbox', { name: 'Name', exact: true })

test('[Q-326] an agent corrects a customer’s name, sees the profile’s beneath, and goes back to it', async () => {
  const api = await openConsole('/conversations/7', {
    given: given => {
      serveThread(given, customerMessages('Hello'), named(profile, 1))
      given.answer('renameCustomer', ({ body }) => {
        const after = named(body.name ?? profile, body.name === null ? 3 : 2)
        given.answer('conversations', [after])
        return after
      })
    },
  })
  await edit().click()
  await expect.element(field()).toHaveFocus()
  await expect.element(field()).toHaveValue(profile)
  await field().fill('Okello Auma')
  await userEvent.keyboard('{Enter}')
  await expect.element(field()).not.toBeInTheDocument()
  await expect.element(customerPanel()).toHaveTextContent(`On WhatsApp: ${profile}`)
  await expect.element(page.getByRole('heading', { name: 'Okello Auma', level: 2 }).first()).toBeVisible()
  await edit().click()
  await customerPanel().getByRole('button', { name: 'Use WhatsApp’s name' }).click()
  await expect.element(field()).not.toBeInTheDocument()
  await expect.element(customerPanel()).toHaveTextContent(profile)
  await expect.element(page.getByText('Okello Auma')).not.toBeInTheDocument()
  expect(api.askedFor('renameCustomer').map(({ body }) => body.name)).toEqual(['Okello Auma', null])
})
