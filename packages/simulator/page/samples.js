/**
 * What a customer's phone can send besides text and files, and what WhatsApp tells of them: one example of each, as the
 * control call takes it. `text` is what the phone shows of it.
 * @type {readonly { name: string, text: string, field?: string, message: Record<string, unknown> }[]}
 */
export const samples = [
  {
    name: 'Location',
    text: 'Location: Ntinda Shopping Centre',
    message: {
      type: 'location',
      location: {
        latitude: 0.3543,
        longitude: 32.6122,
        name: 'Ntinda Shopping Centre',
        address: 'Ntinda, Kampala',
      },
    },
  },
  {
    name: 'Contact card',
    text: 'Contact: Okello Brian',
    message: {
      type: 'contacts',
      contacts: [
        {
          name: { formatted_name: 'Okello Brian', first_name: 'Brian', last_name: 'Okello' },
          phones: [{ phone: '+256 700 000 002', wa_id: '256700000002', type: 'CELL' }],
          emails: [{ email: 'brian@example.com', type: 'WORK' }],
          org: { company: 'Nile Dairies', title: 'Clerk' },
        },
      ],
    },
  },
  {
    name: 'Form',
    text: 'Filled in a form',
    message: {
      type: 'interactive',
      interactive: {
        type: 'nfm_reply',
        nfm_reply: {
          name: 'flow',
          body: 'Sent',
          response_json: JSON.stringify({
            full_name: 'Nakato Joy',
            agreed: true,
            next_of_kin: { name: 'Grace', phones: ['0700 000 001', '0700 000 002'] },
            flow_token: 'sample',
          }),
        },
      },
    },
  },
  {
    name: 'Order',
    text: 'Order of 1 product',
    message: {
      type: 'order',
      order: {
        catalog_id: '4711',
        text: 'For my mother',
        product_items: [
          { product_retailer_id: 'FUNERAL-1', quantity: 2, item_price: 12_500, currency: 'UGX' },
        ],
      },
    },
  },
  {
    name: 'Answer to an advertisement',
    text: 'I saw this. Is it still on?',
    message: {
      type: 'text',
      text: { body: 'I saw this. Is it still on?' },
      referral: {
        source_type: 'ad',
        headline: 'Retire well',
        body: 'From 2,000 a day',
        source_url: 'https://example.com/ad',
      },
    },
  },
  {
    name: 'Poll, which is not passed on',
    text: 'A poll',
    message: {
      type: 'unsupported',
      unsupported: { type: 'poll_creation' },
      errors: [
        {
          code: 131_051,
          title: 'Message type unknown',
          error_data: { details: 'Message type is currently not supported.' },
        },
      ],
    },
  },
  {
    name: 'A kind of tomorrow',
    text: 'A hologram',
    message: { type: 'hologram', hologram: { colour: 'blue' } },
  },
  {
    name: 'Missed call',
    text: 'Called',
    field: 'calls',
    message: { event: 'terminate', direction: 'USER_INITIATED', status: 'FAILED' },
  },
  {
    name: 'No marketing any more',
    text: 'Stopped marketing messages',
    field: 'user_preferences',
    message: { category: 'marketing_messages', value: 'stop' },
  },
  {
    name: 'Marketing again',
    text: 'Resumed marketing messages',
    field: 'user_preferences',
    message: { category: 'marketing_messages', value: 'resume' },
  },
  {
    name: 'Answer on the business’s phone',
    text: 'The business’s phone: Come by before five',
    field: 'smb_message_echoes',
    message: { type: 'text', text: { body: 'Come by before five' } },
  },
]
