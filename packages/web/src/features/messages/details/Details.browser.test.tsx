import type { MessageDetails } from '@parley/core/messages/details'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../../../test/accessible.ts'
import { openConsole } from '../../../../test/console.tsx'
import { message } from '../../../../test/samples.ts'
import { address, messageWith, replyBox, thread } from '../../../../test/screen.ts'
import { serveThread } from '../../../../test/thread.ts'

const part = (name: string) => thread().getByRole('group', { name, exact: true })

/** Opens conversation 7, in which the customer sent a message with these parts. */
async function openWith(details: MessageDetails, content = 'Sent something') {
  const api = await openConsole('/conversations/7', {
    given: given => {
      serveThread(given, [message({ id: '11', content, details })])
      given.answer('openContact', { conversation_id: '8', is_new_customer: false })
    },
  })
  await expect.element(thread().getByRole('listitem').first()).toBeVisible()
  return api
}

const brian: MessageDetails = {
  contacts: [
    {
      name: 'Okello Brian',
      full_name: 'Okello Brian',
      phones: [{ number: '+256700000002', label: 'CELL', wa_id: '256700000002' }],
      emails: [{ text: 'brian@example.com', label: 'WORK' }],
      addresses: [],
      urls: [{ text: 'javascript:alert(1)', label: null }],
      organisation: 'Nile Dairies',
      birthday: '1990-01-31',
    },
  ],
}

test('[DATA-07 Q-180] a place has its name, its address, its degrees, and opens in maps', async () => {
  await openWith({
    location: {
      latitude: 0.3136,
      longitude: 32.5811,
      coordinates: null,
      name: 'Ntinda Centre',
      address: 'Ntinda, Kampala',
      url: null,
    },
  })
  await expect.element(part('Location')).toHaveTextContent('Ntinda CentreNtinda, Kampala0.3136, 32.5811')
  const map = part('Location').getByRole('link', { name: 'Open in maps' })
  await expect.element(map).toHaveAttribute('href', expect.stringMatching(/^https:.*0\.3136.*32\.5811/))
  await expect.element(map).toHaveAttribute('rel', 'noopener noreferrer')
})

test('[DATA-07 Q-180] an agent can call and write to a contact; a text that is not a web address is not a link', async () => {
  await openWith(brian)
  const card = part('Contact: Okello Brian')
  const link = (name: string) => card.getByRole('link', { name })
  await expect.element(link('+256 700 000 002')).toHaveAttribute('href', 'tel:+256700000002')
  await expect.element(link('brian@example.com')).toHaveAttribute('href', 'mailto:brian@example.com')
  await expect.element(card).toHaveTextContent('Nile Dairies')
  await expect.element(card).toHaveTextContent('1990-01-31')
  await expect.element(card.getByText('javascript:alert(1)')).toBeVisible()
  expect(card.getByRole('link').elements()).toHaveLength(2)
  await expect.element(card.getByRole('button', { name: 'Copy number +256700000002' })).toBeVisible()
  await expectAccessible(['best-practice'])
})

test('[DATA-07 Q-180] a contact’s number opens their conversation', async () => {
  const api = await openWith(brian)
  await part('Contact: Okello Brian')
    .getByRole('button', { name: 'Open conversation with +256700000002' })
    .click()
  await expect.poll(address).toBe('/conversations/8')
  expect(api.askedFor('openContact')).toHaveLength(1)
})

test('[DATA-07 Q-180] form answers are a table: names in words, yes for true, lists as lists, no HTML', async () => {
  await openWith({
    form: {
      name: 'flow',
      body: 'Sent',
      answers: {
        screen_0_fullName_0: 'Ada <b>Lovelace</b>',
        agreed: true,
        next_of_kin: { name: 'Grace', phones: ['0700', '0701'] },
      },
      raw: null,
      reference: 'ipp-7',
    },
  })
  const form = part('Form answers')
  const answer = (field: string) => form.getByRole('row', { name: field })
  await expect.element(answer('Full name')).toHaveTextContent('Ada <b>Lovelace</b>')
  await expect.element(answer('Agreed')).toHaveTextContent('Yes')
  const phones = answer('Next of kin').getByRole('listitem')
  expect(phones.elements().map(one => one.textContent)).toEqual(['0700', '0701'])
  await expect.element(form).toHaveTextContent('Reference ipp-7')
  await expectAccessible(['best-practice'])
})

test('[DATA-07 Q-180] an order is a table with its total', async () => {
  await openWith({
    order: {
      catalogue: null,
      text: 'For my mother',
      items: [
        { product: 'FUNERAL-1', quantity: 2, price: 12_500, currency: 'UGX' },
        { product: 'LIFE-2', quantity: 1, price: 5000, currency: 'UGX' },
      ],
    },
  })
  await expect.element(part('Order')).toHaveTextContent('For my mother')
  await expect.element(part('Order').getByRole('row', { name: 'FUNERAL-1' })).toHaveTextContent('UGX 12,500')
  await expect.element(part('Order').getByRole('row', { name: 'Total' })).toHaveTextContent('UGX 30,000')
  await expectAccessible(['best-practice'])
})

test.each<[string, string, MessageDetails]>([
  [
    'Chose from a list',
    'PensionFrom 2,000',
    { choice: { kind: 'list', title: 'Pension', description: 'From 2,000', id: 'r' } },
  ],
  [
    'Advertisement',
    'Retire wellFrom 2,000 a dayexample.com',
    {
      referral: {
        source: 'ad',
        source_id: null,
        headline: 'Retire well',
        body: 'From 2,000 a day',
        url: 'https://example.com/ad/1',
        media_kind: null,
        media_url: null,
        click_id: null,
        welcome: null,
      },
    },
  ],
  ['Product', 'SKU-1', { product: { product: 'SKU-1', catalogue: 'c' } }],
  [
    'What is missing',
    'Message type unknown. Not supported. (code 131051, poll_creation)',
    {
      unsupported: {
        kind: 'poll_creation',
        code: 131_051,
        title: 'Message type unknown',
        details: 'Not supported.',
      },
    },
  ],
  ['What is missing', 'could not give us the photo', { missing: { what: 'image', filename: null } }],
  [
    'Call',
    'Missed call on WhatsAppYou cannot take WhatsApp calls here. Call back, or send a message.',
    { call: { state: 'missed', seconds: null } },
  ],
])('[DATA-07 Q-180 Q-182] the part “%s” says “%s”', async (name, words, details) => {
  await openWith(details, name === 'Call' ? 'Missed call on WhatsApp' : undefined)
  await expect.element(part(name)).toHaveTextContent(words)
  await expectAccessible(['best-practice'])
})

test('[DATA-07 Q-180] of a kind that is not known the raw content is a press away, and is not HTML', async () => {
  const raw = '{"beam":"<img src=x onerror=alert(1)>"}'
  await openWith({ unknown: { type: 'hologram', raw, cut: false } })
  const shown = part('What is missing').getByText('onerror=alert(1)')
  await expect.element(part('What is missing')).toBeVisible()
  await expect.element(shown).not.toBeVisible()
  await part('What is missing').getByText('Raw content').click()
  await expect.element(shown).toBeVisible()
  await expectAccessible(['best-practice'])
})

test('[DATA-07 Q-180] what did not come is asked for again in words that go into the box', async () => {
  await openWith({ missing: { what: 'image', filename: null } })
  await part('What is missing').getByRole('button', { name: 'Ask to send it again' }).click()
  await expect.element(replyBox()).toHaveValue('Could you please send that again as a text or a photo?')
  await expect.element(replyBox()).toHaveFocus()
})

test('[DATA-07 Q-182] a wish and an answer on the business’s own phone stand in the thread', async () => {
  const wish = 'The customer does not want marketing messages any more'
  await openConsole('/conversations/7', {
    given: api =>
      serveThread(api, [
        message({
          id: '11',
          content: wish,
          source: 'SYSTEM',
          details: { preference: { marketing: false, said: null } },
        }),
        message({
          id: '12',
          content: 'Answered at the counter',
          direction: 'OUTBOUND',
          source: 'AGENT',
          sender_name: 'Business phone',
          status: 'sent',
        }),
      ]),
  })
  await expect.element(thread().getByText(wish)).toBeVisible()
  const answer = messageWith('Answered at the counter')
  await expect.element(answer).toHaveTextContent('Business phone')
  await expect.element(answer).toHaveTextContent('OUTBOUND')
  await expectAccessible(['best-practice'])
})
