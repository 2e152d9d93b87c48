import { ippForm, ippOf } from '@parley/core/application.fixture'
import type { StatusChange } from '@parley/core/applications/application'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type * as z from 'zod'
import { expectAccessible } from '../../../../test/accessible.ts'
import { giveCapabilities, openConsole, setTime } from '../../../../test/console.tsx'
import type { FakeApi } from '../../../../test/fake-api.ts'

const shares = { code: 'shares.sum', field: 'beneficiaries' }
const sentence = 'Beneficiaries add up to 90%, not 100%'

/** An application with one open point: its shares are not 100%. */
const application = ippOf(2207, {
  form_data: {
    ...ippForm,
    beneficiaries: ippForm.beneficiaries.map(one => ({ ...one, percentage: 45 })),
  },
})
/** The same application with a second open point. */
const current = {
  ...application,
  form_data: {
    ...application.form_data,
    contact_details: { ...application.form_data.contact_details, physical_address: null },
  },
}

const opener = () => page.getByRole('main').getByRole('button', { name: 'Update Status' })
const dialog = () => page.getByRole('dialog', { name: 'Update Status' })
const radio = (status: string) => dialog().getByRole('radio', { name: status })
const notes = () => dialog().getByLabelText('Notes')
const open = () => dialog().getByRole('region', { name: 'Open points' })
const points = () => open().getByRole('listitem')
const confirm = () => open().getByRole('checkbox', { name: /^Approve despite/ })
const send = () => dialog().getByRole('button', { name: 'Update Status' })
const asked = (api: FakeApi) => api.askedFor('setIppApplicationStatus').map(({ body }) => body)

/** Opens the application and its dialog. */
async function openDialog(size?: readonly [number, number]): Promise<FakeApi> {
  setTime('2026-03-02T12:00:00+03:00')
  const api = await openConsole('/applications/2207', {
    given: one => one.answer('ippApplication', application),
    ...(size && { size }),
  })
  await opener().click()
  await expect.element(radio('Approved')).toBeVisible()
  return api
}

test('[Q-241] what stands open is said before it is approved, and with no other status', async () => {
  await openDialog()
  for (const status of ['Draft', 'Submitted', 'Pending documents', 'Under review', 'Rejected']) {
    await radio(status).click()
    await expect.element(radio(status)).toBeChecked()
    await expect.element(open()).not.toBeInTheDocument()
  }
  await radio('Approved').click()
  await expect.element(points()).toHaveTextContent(`Problem: ${sentence}`)
  await expectAccessible()
})

test('[Q-241] it is not approved without a word about what stands open', async () => {
  const api = await openDialog()
  await radio('Approved').click()
  await send().click()
  await expect
    .element(open().getByRole('alert'))
    .toHaveTextContent('Resolve the open points, or confirm that you approve anyway.')
  expect(asked(api)).toEqual([])
})

test('[Q-241] what stands open leads to its field; what is begun is kept', async () => {
  await openDialog()
  await radio('Approved').click()
  await notes().fill('The father signs on Monday')
  await points().getByRole('button').click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement?.getAttribute('data-field') ?? '').toMatch(/^beneficiaries/)
  await opener().click()
  await expect.element(radio('Approved')).toBeChecked()
  await expect.element(notes()).toHaveValue('The father signs on Monday')
})

test('[Q-241] a point that came meanwhile is shown as new and takes the confirmation back; given anew, it is approved', async () => {
  const api = await openDialog()
  await radio('Approved').click()
  await confirm().click()
  await expect.element(confirm()).toBeChecked()
  api.answer('ippApplication', current)
  api.refuse('setIppApplicationStatus', 'application.points-open', { count: 1, points: 'one' }, { current })
  await send().click()
  const fresh = points().filter({ hasText: 'Physical address is missing' })
  await expect.element(fresh).toHaveTextContent('new')
  await expect.poll(() => points().elements().length).toBe(2)
  await expect.element(points().filter({ hasText: sentence })).not.toHaveTextContent('new')
  await expect.element(confirm()).not.toBeChecked()
  await expectAccessible()
  const approved = { ...current, status: 'APPROVED' as const, version: 2 }
  api.answer('setIppApplicationStatus', approved)
  api.answer('ippApplication', approved)
  await confirm().click()
  await send().click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect
    .element(page.getByRole('status', { name: 'Status', exact: true }))
    .toHaveTextContent('Approved')
  expect(asked(api).map(({ status, despite }) => ({ status, despite }))).toEqual([
    { status: 'APPROVED', despite: [shares] },
    {
      status: 'APPROVED',
      despite: [{ code: 'field.missing', field: 'contact_details.physical_address' }, shares],
    },
  ])
})

const change: z.input<typeof StatusChange> = {
  from_status: 'SUBMITTED',
  to_status: 'APPROVED',
  changed_at: '2026-03-02T08:30:00.000Z',
  changed_by: { id: '2', name: 'Brian' },
  notes: null,
  told: null,
  despite: [{ ...shares, sentence }],
}

test('[Q-241 Q-129] the history keeps what stood open, and who approved it', async () => {
  await openConsole('/applications/2207', {
    given: api =>
      api.answer('ippApplication', {
        ...application,
        status: 'APPROVED',
        status_history: [{ ...change, from_status: null, to_status: 'SUBMITTED', despite: [] }, change],
      }),
  })
  await page.getByRole('tab', { name: /^Status History/ }).click()
  const entries = () => page.getByRole('list', { name: 'Status history' }).element()
  await expect.poll(() => entries().children.length).toBe(2)
  const [newest, oldest] = [...entries().children].map(entry => entry.textContent)
  expect(newest).toContain(`Approved despite:${sentence}`)
  expect(newest).toContain('Brian')
  expect(oldest).not.toContain('despite')
  await expectAccessible()
})

test('[Q-241] on a phone what stands open fits', async () => {
  await openDialog([390, 844])
  await radio('Approved').click()
  await expect.element(open()).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expectAccessible()
})

test('[Q-165 Q-036] who may not decide is offered neither approving nor rejecting, and told who may', async () => {
  await openConsole('/applications/2207', {
    given: api => {
      api.answer('ippApplication', application)
      giveCapabilities(api, 'AGENT', { application_decisions: 'supervisors' })
    },
  })
  await opener().click()
  await expect.element(dialog().getByText('only supervisors approve')).toBeVisible()
  expect(dialog().getByRole('radio').elements()).toHaveLength(4)
  expect(
    dialog()
      .getByRole('radio', { name: /Approved|Rejected/ })
      .elements(),
  ).toEqual([])
})
