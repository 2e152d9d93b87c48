import type { Page } from '@playwright/test'
import { applicationOf, type Whole, wholeApplications } from './harness/applications.ts'
import { expect, test } from './harness.ts'

const sumOf = ({ form_data }: Whole) =>
  form_data.beneficiaries.reduce((sum, { percentage }) => sum + (percentage ?? 0), 0)

/** The newest one that can be approved and whose shares are not 100%. */
async function contradictory(page: Page): Promise<Whole> {
  const open = new Set(['SUBMITTED', 'PENDING_DOCUMENTS', 'UNDER_REVIEW'])
  const one = (await wholeApplications(page, 'ipp')).find(
    whole => open.has(whole.status) && whole.form_data.beneficiaries.length > 0 && sumOf(whole) !== 100,
  )
  if (one === undefined) throw new Error('The demo has none whose shares are not 100%')
  return one
}

test('[Q-241] the server approves nothing that was not named, whoever asks', async ({ openAs }) => {
  const page = await openAs('agent')
  const { id, status } = await contradictory(page)
  const answer = await page.evaluate(async url => {
    const response = await fetch(url, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${localStorage.getItem('token')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ status: 'APPROVED', tell_customer: false }),
    })
    return { status: response.status, body: (await response.json()) as { code: string; detail: string } }
  }, `/api/v1/applications/ipp/${id}/status`)
  expect(answer).toMatchObject({ status: 409, body: { code: 'application.points-open' } })
  expect(answer.body.detail).toContain('Beneficiaries add up to')
  expect((await applicationOf(page, 'ipp', id)).status).toBe(status)
})
