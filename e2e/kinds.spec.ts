import { expectAccessible } from './harness/accessible.ts'
import { box, newCustomer, openThread, rowsOf, thread } from './harness/conversation.ts'
import { expect, test } from './harness.ts'

const messages: readonly object[] = [
  {
    type: 'location',
    location: { latitude: 0.3136, longitude: 32.5811, name: 'Ntinda Centre', address: 'Ntinda, Kampala' },
  },
  {
    type: 'contacts',
    contacts: [
      {
        name: { formatted_name: 'Okello Brian' },
        phones: [{ phone: '+256700000002', wa_id: '256700000002', type: 'CELL' }],
        emails: [{ email: 'brian@example.com', type: 'WORK' }],
        org: { company: 'Nile Dairies' },
        urls: [{ url: 'javascript:alert(1)' }],
        birthday: '1990-01-31',
      },
    ],
  },
  {
    type: 'interactive',
    interactive: { type: 'list_reply', list_reply: { id: 'r', title: 'Pension', description: 'From 2,000' } },
  },
  {
    type: 'interactive',
    interactive: {
      type: 'nfm_reply',
      nfm_reply: {
        name: 'flow',
        body: 'Sent',
        response_json: JSON.stringify({
          screen_0_fullName_0: 'Ada <b>Lovelace</b>',
          agreed: true,
          next_of_kin: { name: 'Grace', phones: ['0700', '0701'] },
          flow_token: 'ipp-7',
        }),
      },
    },
  },
  {
    type: 'order',
    order: {
      text: 'For my mother',
      product_items: [
        { product_retailer_id: 'FUNERAL-1', quantity: 2, item_price: 12_500, currency: 'UGX' },
        { product_retailer_id: 'LIFE-2', quantity: '1', item_price: '5000', currency: 'UGX' },
      ],
    },
  },
  {
    type: 'text',
    text: { body: 'I saw this' },
    referral: {
      source_type: 'ad',
      headline: 'Retire well',
      body: 'From 2,000 a day',
      source_url: 'https://example.com/ad/1',
    },
    context: { referred_product: { catalog_id: 'c', product_retailer_id: 'SKU-1' } },
  },
  {
    type: 'unsupported',
    unsupported: { type: 'poll_creation' },
    errors: [{ code: 131051, title: 'Message type unknown', error_data: { details: 'Not supported.' } }],
  },
  { type: 'hologram', hologram: { beam: '<img src=x onerror=alert(1)>' } },
  { type: 'image', image: { mime_type: 'image/png', caption: 'My card' } },
]

test('[DATA-07 Q-180] each kind that a customer sends is a row that an agent understands', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello'])
  for (const message of messages) await phone.send({ type: 'raw', message })
  await expect.poll(async () => (await rowsOf(page, phone.number))[0]?.inbound_no).toBe(messages.length + 1)
  await openThread(page, id)
  const part = (name: string) => thread(page).getByRole('group', { name })

  const place = part('Location')
  await expect(place).toContainText('Ntinda CentreNtinda, Kampala0.3136, 32.5811')
  const map = place.getByRole('link', { name: 'Open in maps' })
  await expect(map).toHaveAttribute('href', /^https:.*0\.3136.*32\.5811/)
  await expect(map).toHaveAttribute('rel', 'noopener noreferrer')

  const card = part('Contact: Okello Brian')
  await expect(card.getByRole('link', { name: '+256 700 000 002' })).toHaveAttribute(
    'href',
    'tel:+256700000002',
  )
  await expect(card.getByRole('link', { name: 'brian@example.com' })).toHaveAttribute(
    'href',
    'mailto:brian@example.com',
  )
  await expect(card).toContainText('Nile Dairies')
  await expect(card).toContainText('1990-01-31')
  // What is no address of the web is no link.
  await expect(card.getByText('javascript:alert(1)')).toBeVisible()
  await expect(card.getByRole('link')).toHaveCount(2)
  await expect(card.getByRole('button', { name: 'Copy number +256700000002' })).toBeVisible()

  await expect(part('Chose from a list')).toContainText('PensionFrom 2,000')

  const form = part('Form answers')
  const answer = (field: string) => form.getByRole('row', { name: field })
  await expect(answer('Full name')).toContainText('Ada <b>Lovelace</b>')
  await expect(answer('Agreed')).toContainText('Yes')
  await expect(answer('Next of kin').getByRole('listitem')).toHaveText(['0700', '0701'])
  await expect(form).toContainText('Reference ipp-7')

  const order = part('Order')
  await expect(order).toContainText('For my mother')
  await expect(order.getByRole('row', { name: 'FUNERAL-1' })).toContainText('UGX 12,500')
  await expect(order.getByRole('row', { name: 'Total' })).toContainText('UGX 30,000')

  await expect(part('Advertisement')).toContainText('Retire wellFrom 2,000 a dayexample.com')
  await expect(part('Product')).toContainText('SKU-1')

  const missing = part('What is missing')
  await expect(thread(page).getByText('Sent a poll, which WhatsApp does not pass on')).toBeVisible()
  await expect(missing.first()).toContainText(
    'Message type unknown. Not supported. (code 131051, poll_creation)',
  )

  await expect(thread(page).getByText('a kind that Parley does not know (hologram)')).toBeVisible()
  const raw = missing.nth(1).getByText('onerror=alert(1)')
  await expect(raw).toBeHidden()
  await missing.nth(1).getByText('Raw content').click()
  await expect(raw).toBeVisible()

  await expect(thread(page).getByText('My card', { exact: true })).toBeVisible()
  await expect(missing.last()).toContainText('announced a photo')
  await expectAccessible(page, ['best-practice'])

  await missing.last().getByRole('button', { name: 'Ask to send it again' }).click()
  await expect(box(page)).toHaveValue('Could you please send that again as a text or a photo?')
  await expect(box(page)).toBeFocused()

  await card.getByRole('button', { name: 'Open conversation with +256700000002' }).click()
  await expect(page).not.toHaveURL(new RegExp(`/${id}$`))
  await expect(page.getByText('+256 700 000 002').first()).toBeVisible()
})

test('[DATA-07 Q-182] a call, a wish and an answer on the business’s own phone stand in the thread', async ({
  openAs,
  parley,
}) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello'])
  const call = `wacid.${phone.number}`
  const brings = (field: string, message: object) => phone.send({ type: 'raw', field, message })
  await brings('calls', { id: call, event: 'connect', direction: 'USER_INITIATED' })
  await openThread(page, id)
  const row = thread(page).getByRole('group', { name: 'Call' })
  await expect(row).toContainText('Called on WhatsApp')
  await brings('calls', { id: call, event: 'terminate', direction: 'USER_INITIATED' })
  await expect(row).toContainText('Missed call on WhatsApp')
  await expect(row).toContainText('Call back, or write')
  await brings('user_preferences', { category: 'marketing_messages', value: 'stop' })
  await expect(thread(page).getByText('The customer does not want marketing messages any more')).toBeVisible()
  await brings('smb_message_echoes', { type: 'text', text: { body: 'Answered at the counter' } })
  const answer = thread(page).getByRole('listitem').filter({ hasText: 'Answered at the counter' })
  await expect(answer).toContainText('Business phone')
  await expect(answer).toContainText('OUTBOUND')
  await expectAccessible(page, ['best-practice'])
})

test('[DATA-07] the phone on the simulator’s page sends each kind', async ({ openAs, parley }) => {
  const page = await openAs('agent')
  const { phone, id } = await newCustomer(parley, page, ['Hello'])
  const simulator = await page.context().newPage()
  await simulator.goto(parley.simulatorUrl)
  const others = simulator
    .getByRole('article')
    .filter({ hasText: phone.number.replace(/(\d{3})(?=\d)/g, '$1 ') })
    .getByRole('combobox', { name: 'Send another kind' })
  await others.selectOption('Location')
  await others.selectOption('Missed call')
  await openThread(page, id)
  await expect(thread(page).getByRole('group', { name: 'Location' })).toContainText('Ntinda Shopping Centre')
  await expect(thread(page).getByRole('group', { name: 'Call' })).toContainText('Missed call')
})
