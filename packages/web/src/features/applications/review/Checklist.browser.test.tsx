import { ippForm, ippOf } from '@parley/core/application.fixture'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import { openConsole, setTime } from '../../../../test/console.tsx'
import { serveConversations } from '../../../../test/conversation-list.ts'
import type { FakeApi } from '../../../../test/fake-api.ts'
import { conversation } from '../../../../test/samples.ts'
import { replyBox } from '../../../../test/screen.ts'

const checks = () => page.getByRole('region', { name: /^Before it can be approved/ })
const ask = () => checks().getByRole('button', { name: 'Ask the customer for this' })

/** Opens an application whose shares are not 100%. */
function open(given: (api: FakeApi) => void): Promise<FakeApi> {
  setTime('2026-03-02T12:00:00+03:00')
  const beneficiaries = ippForm.beneficiaries.map(one => ({ ...one, percentage: 45 }))
  return openConsole('/applications/2207', {
    given: api => {
      api.answer('ippApplication', ippOf(2207, { form_data: { ...ippForm, beneficiaries } }))
      given(api)
    },
  })
}

test('[Q-241 Q-210] why the customer cannot be asked is said beside the button', async () => {
  await open(api =>
    api.refuse('ippApplicationRequest', 'application.customer-not-asked', {
      why: 'The customer last wrote more than 24 hours ago, so WhatsApp accepts only templates',
    }),
  )
  await ask().click()
  await expect
    .element(checks().getByRole('alert'))
    .toHaveTextContent(
      'Failed to prepare the message: Not asked: The customer last wrote more than 24 hours ago, so WhatsApp accepts only templates.',
    )
  await expectAccessible()
  expect(location.pathname).toBe('/applications/2207')
})

test('[Q-241 Q-210] the customer is asked in the composer of their conversation, and nothing is sent', async () => {
  const text =
    'Hello Nakato, to go on with your application IPP-2207 we need from you:\n- the shares of your beneficiaries, which have to add up to 100%'
  const api = await open(one => {
    serveConversations(one, [conversation({ id: '1' })])
    one.answer('ippApplicationRequest', { conversation_id: '1', language: 'en', text })
  })
  await ask().click()
  await expect.poll(() => location.pathname).toBe('/conversations/1')
  await expect.element(replyBox()).toHaveValue(text)
  expect(api.askedFor('ippApplicationRequest').map(({ params }) => params.id)).toEqual(['2207'])
  expect(api.askedFor('send')).toEqual([])
})

test('[APPD-11 Q-048] a point leads to its field, also from another part', async () => {
  await open(api =>
    api.answer(
      'ippApplication',
      ippOf(2207, {
        attachments: [],
        form_data: {
          ...ippForm,
          beneficiaries: ippForm.beneficiaries.map(one => ({ ...one, percentage: 45 })),
        },
      }),
    ),
  )
  const focused = () => document.activeElement?.getAttribute('data-field') ?? ''
  await checks()
    .getByRole('button', { name: /^Problem.*was not received$/ })
    .first()
    .click()
  await expect.poll(focused).toMatch(/^attachments/)
  await expect.element(page.getByRole('tab', { name: /^Documents/ })).toHaveAttribute('aria-selected', 'true')
  await checks()
    .getByRole('button', { name: /add up to/ })
    .click()
  await expect.poll(focused).toMatch(/^beneficiaries/)
  await expect
    .element(page.getByRole('tab', { name: 'Application Details' }))
    .toHaveAttribute('aria-selected', 'true')
})
