import { ippOf } from '@parley/core/application.fixture'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import { statusBadge } from '../../../../test/applications.ts'
import { openConsole, setTime } from '../../../../test/console.tsx'
import { focusOn } from '../../../../test/screen.ts'
import type { FakeApi } from '../../../../test/fake-api.ts'
import { textsOf } from '../../../../test/figures.ts'

const me = { id: '1', name: 'agent' }
const brian = { id: '2', name: 'Brian Odongo' }
const application = ippOf(2207)
const begun = {
  from_status: null,
  to_status: 'DRAFT' as const,
  changed_at: '2026-03-02T07:00:00.000Z',
  changed_by: null,
  notes: null,
  told: null,
  despite: [],
}
const submitted = {
  ...begun,
  from_status: 'DRAFT' as const,
  to_status: 'SUBMITTED' as const,
  changed_at: '2026-03-02T08:00:00.000Z',
}

const opener = () => page.getByRole('main').getByRole('button', { name: 'Update Status' })
const dialog = () => page.getByRole('dialog', { name: 'Update Status' })
const radio = (status: string) => dialog().getByRole('radio', { name: status, exact: true })
const notes = () => dialog().getByLabelText(/^Notes/)
const send = () => dialog().getByRole('button', { name: 'Update Status' })
const asked = (api: FakeApi) => api.askedFor('setIppApplicationStatus').map(({ body }) => body)

/** Opens an application of a server that takes each status. */
function open(): Promise<FakeApi> {
  setTime('2026-03-02T12:00:00+03:00')
  return openConsole('/applications/2207', {
    given: api => {
      let held = application
      api.answer('ippApplication', () => held)
      api.answer('setIppApplicationStatus', ({ body }) => {
        held = { ...held, status: body.status, version: held.version + 1 }
        return held
      })
    },
  })
}

test('[GEN-11 APPD-03 APPD-06 APPD-07 APPD-08 APPD-09 DATA-34] by the keyboard alone one of six statuses is set, with words about it, and the focus comes back', async () => {
  const api = await open()
  await expect.element(opener()).toBeVisible()
  focusOn(opener())
  await userEvent.keyboard('{Enter}')
  await expect.element(radio('Draft')).toHaveFocus()
  const choices = dialog().getByRole('radio')
  expect(choices.elements()).toHaveLength(6)
  for (const status of [
    'Draft',
    'Submitted now',
    'Pending documents',
    'Under review',
    'Approved',
    'Rejected',
  ])
    await expect.element(radio(status)).not.toBeChecked()
  await expectAccessible()
  for (const status of ['Submitted now', 'Pending documents', 'Under review']) {
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(radio(status)).toHaveFocus()
  }
  await expect.element(radio('Under review')).toBeChecked()
  await userEvent.keyboard('{Tab}')
  await expect.element(notes()).toHaveFocus()
  await userEvent.keyboard('Looks complete')
  await expect.element(notes()).toHaveValue('Looks complete')
  focusOn(send())
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(opener()).toHaveFocus()
  await expect.element(statusBadge()).toHaveTextContent(/^Under review$/)
  expect(asked(api)).toMatchObject([{ status: 'UNDER_REVIEW', notes: 'Looks complete', version: 1 }])
})

test('[APPD-10 Q-138] nothing chosen is said; the same status again is asked about first', async () => {
  const api = await open()
  await opener().click()
  await send().click()
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('Choose a status first.')
  await radio('Submitted now').click()
  await send().click()
  await expect.element(dialog().getByText('The application already has this status.')).toBeVisible()
  expect(asked(api)).toEqual([])
  await dialog().getByRole('button', { name: 'Record it again' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(asked(api)).toMatchObject([{ status: 'SUBMITTED', version: 1 }])
})

test('[ERR-21 Q-048] a status that got no answer says so; what is begun outlives the window, and is sent again as the same change', async () => {
  const api = await open()
  await opener().click()
  await radio('Pending documents').click()
  await notes().fill('Payslip is missing')
  api.cut('setIppApplicationStatus')
  await send().click()
  await expect
    .element(dialog().getByRole('alert'))
    .toHaveTextContent('Failed to update application status: The server could not be reached. Try again.')
  await expect.element(notes()).toHaveValue('Payslip is missing')
  await dialog().getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await opener().click()
  await expect.element(notes()).toHaveValue('Payslip is missing')
  const changed = { ...application, status: 'PENDING_DOCUMENTS', version: 2 } as const
  api.answer('setIppApplicationStatus', changed)
  // The application is fetched again after a change.
  api.answer('ippApplication', changed)
  await send().click()
  await expect.element(statusBadge()).toHaveTextContent('Pending documents')
  const [first, second] = asked(api)
  expect(first).toMatchObject({ status: 'PENDING_DOCUMENTS', notes: 'Payslip is missing' })
  expect(second).toEqual(first)
})

/** Brian approves it. */
function approve(api: FakeApi): void {
  api.answer('ippApplication', {
    ...application,
    status: 'APPROVED',
    version: 2,
    status_history: [
      {
        ...begun,
        from_status: 'SUBMITTED',
        to_status: 'APPROVED',
        changed_at: '2026-03-02T08:55:00.000Z',
        changed_by: brian,
        notes: 'All there',
      },
    ],
  })
  api.publish({ event: 'application', data: { kind: 'ipp', id: '2207', conversation_id: '1' } })
}

test('[GEN-11 Q-127 Q-129] what a colleague sets meanwhile is shown; what was written stays, and goes on top when one says so', async () => {
  const api = await open()
  await opener().click()
  await radio('Rejected').click()
  await notes().fill('Income too low')
  approve(api)
  await expect
    .element(dialog().getByText('Status: Submitted → Approved by Brian Odongo: All there'))
    .toBeVisible()
  await expect.element(send()).toBeDisabled()
  await expect.element(notes()).toHaveValue('Income too low')
  await expect.element(radio('Rejected')).toBeChecked()
  await expectAccessible()
  expect(asked(api)).toEqual([])
  await dialog().getByRole('button', { name: 'Save mine anyway' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(asked(api)).toMatchObject([{ status: 'REJECTED', notes: 'Income too low', version: 2 }])
})

test('[APPD-10 DATA-36 Q-129] the history says each change of the status and of what was verified, newest first, and whether the customer heard of it', async () => {
  setTime('2026-03-02T12:00:00+03:00')
  const review = {
    ...submitted,
    from_status: 'SUBMITTED' as const,
    to_status: 'UNDER_REVIEW' as const,
    changed_at: '2026-03-02T08:10:00.000Z',
    changed_by: me,
    notes: 'Looks complete',
    told: { conversation_id: '1', message_id: '9' },
  }
  const rejected = {
    ...review,
    from_status: 'UNDER_REVIEW' as const,
    to_status: 'REJECTED' as const,
    changed_at: '2026-03-02T08:30:00.000Z',
    notes: null,
    told: { not: 'not-wanted' as const },
  }
  const again = {
    ...review,
    from_status: 'UNDER_REVIEW' as const,
    changed_at: '2026-03-02T08:20:00.000Z',
    notes: null,
    told: null,
  }
  const flag = { flag: 'id_verified' as const, changed_by: brian }
  await openConsole('/applications/2207?tab=history', {
    given: api =>
      api.answer('ippApplication', {
        ...application,
        status: 'REJECTED',
        status_history: [begun, submitted, review, again, rejected],
        flag_history: [
          { ...flag, value: true, changed_at: '2026-03-02T08:40:00.000Z' },
          { ...flag, value: false, changed_at: '2026-03-02T08:50:00.000Z' },
        ],
      }),
  })
  const entries = page.getByRole('list', { name: 'Status history' }).getByRole('listitem')
  await expect.poll(() => entries.elements().length).toBe(7)
  const wanted = [
    /ID verified: taken back.*Brian/,
    /ID verified: set.*Brian/,
    /Under review.*Rejected.*agent.*Not told to the customer/,
    /Under review.*Under review.*Under review recorded again.*agent/,
    /Submitted.*Under review.*agent.*Message to the customer.*Looks complete/,
    /Draft.*Submitted.*The customer, in the chat/,
    /Begun as.*Draft.*The customer, in the chat/,
  ]
  for (const [at, text] of textsOf(entries).entries()) expect(text).toMatch(wanted[at] ?? /^$/)
  // Told at the change, not at what only recorded it again.
  expect(textsOf(entries)[3]).not.toContain('to the customer')
  await expect.element(entries.nth(2).getByRole('time')).toHaveAttribute('datetime', rejected.changed_at)
  await expect
    .element(entries.nth(4).getByRole('link', { name: 'Message to the customer' }))
    .toHaveAttribute('href', '/conversations/1')
  await expectAccessible()
})
