import { ippForm, ippOf } from '@parley/core/application.fixture'
import type { Provenance } from '@parley/core/applications/application'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type * as z from 'zod'
import { expectAccessible } from '../../../../../test/accessible.ts'
import { openConsole, setTime } from '../../../../../test/console.tsx'
import { focusOn } from '../../../../../test/screen.ts'

const byForm: z.input<typeof Provenance> = {
  source: 'form',
  at: '2026-03-02T07:30:00.000Z',
  message_id: '9',
  conversation_id: '1',
  document_id: null,
  agent: null,
}

const contact = () => page.getByRole('region', { name: 'Contact details' })
/** The mark of a value, by the label of its field. */
const mark = (source: string, label: string) =>
  contact().getByRole('button', { name: `${source}, 10:30: where ${label} came from` })
const quiet = () => mark('Form answer', 'Physical address')
const words = () => quiet().getByText(/^Form answer, /)
const opacity = (one: Element) => getComputedStyle(one).opacity

/** Opens an application whose contact details came by one form, all but one. */
async function open(size?: readonly [number, number]): Promise<void> {
  setTime('2026-03-02T12:00:00+03:00')
  const { contact_details } = ippForm
  const application = {
    ...ippOf(2207),
    form_data: { ...ippForm, contact_details: { ...contact_details, postal_address: 'P.O. Box 7' } },
    provenance: {
      'contact_details.phone_number': byForm,
      'contact_details.email': byForm,
      'contact_details.physical_address': byForm,
      'contact_details.postal_address': { ...byForm, source: 'message' as const },
    },
  }
  await openConsole('/applications/2207', {
    given: api => api.answer('ippApplication', application),
    ...(size && { size }),
  })
  await expect.element(quiet()).toBeInTheDocument()
}

const pointElsewhere = () => page.getByRole('banner').getByRole('heading').hover()

test('[Q-241] a section says once where its values came from; exceptions say so themselves, the rest where the row is looked at', async () => {
  await open()
  await expect.element(contact()).toHaveTextContent('All but 1 by form answer, today')
  await pointElsewhere()
  await expect.poll(() => opacity(words().element())).toBe('0')
  const exception = mark('Message', 'Postal address').getByText('Message, 10:30')
  expect(opacity(exception.element())).toBe('1')
  await contact().getByText('Plot 4, Jinja Road, Kampala').hover()
  await expect.poll(() => opacity(words().element())).toBe('1')
  await pointElsewhere()
  await expect.poll(() => opacity(words().element())).toBe('0')
})

test('[Q-241] by keyboard, and to whom reads no colours, a quiet source is there as any other', async () => {
  await open()
  focusOn(quiet())
  await userEvent.keyboard('{Enter}')
  const dialog = page.getByRole('dialog', { name: 'Physical address' })
  await expect.element(dialog).toHaveTextContent('The customer answered it in a form')
  await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(quiet()).toHaveFocus()
  await expectAccessible()
})

test('[Q-241] on a phone a quiet source is a sign to press, and the page fits', async () => {
  await open([390, 844])
  await expect.element(page.getByRole('status', { name: 'Status', exact: true })).toBeVisible()
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expect.element(words()).not.toBeVisible()
  await expectAccessible()
  await quiet().click()
  await expect
    .element(page.getByRole('dialog', { name: 'Physical address' }))
    .toHaveTextContent('The customer answered it in a form')
})
