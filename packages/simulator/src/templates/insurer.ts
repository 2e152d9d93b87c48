import type { SimulatedComponent, SimulatedTemplate } from './template.ts'

type Seed = Pick<SimulatedTemplate, 'name'> &
  Partial<Omit<SimulatedTemplate, 'id' | 'name' | 'quality_score'>>

const body = (text: string, ...examples: readonly string[]): SimulatedComponent => ({
  type: 'BODY',
  text,
  ...(examples.length > 0 && { example: { body_text: [examples] } }),
})
const footer = (text: string): SimulatedComponent => ({ type: 'FOOTER', text })
const replies = (...texts: readonly string[]): SimulatedComponent => ({
  type: 'BUTTONS',
  buttons: texts.map(text => ({ type: 'QUICK_REPLY', text })),
})

const seeds: readonly Seed[] = [
  {
    name: 'continue_conversation',
    components: [
      body(
        'Hello {{1}}, we have an answer to what you asked us. Reply to this message and we will go on from there.',
        'Sarah',
      ),
      footer('Pension and life insurance'),
      replies('Go on', 'Not now'),
    ],
  },
  {
    name: 'beneficiary_form_ready',
    components: [
      { type: 'HEADER', format: 'DOCUMENT', example: { header_handle: ['4::aW'] } },
      body(
        'Dear {{1}}, the beneficiary form for policy {{2}} is ready since {{3}}. Please sign it and send us a photo.',
        'Peter',
        'LF-19977',
        '20 November',
      ),
      footer('Reply STOP to end messages'),
      replies('I have signed it'),
    ],
  },
  {
    name: 'beneficiary_form_ready',
    language: 'lg',
    components: [
      { type: 'HEADER', format: 'DOCUMENT', example: { header_handle: ['4::aW'] } },
      body(
        'Ssebo/Nnyabo {{1}}, foomu y’omusika eya poliisi {{2}} ewedde okuva nga {{3}}. Gisseeko omukono otusindikire ekifaananyi.',
        'Peter',
        'LF-19977',
        '20 Novemba',
      ),
      replies('Ngiteereddeko omukono'),
    ],
  },
  {
    name: 'application_news',
    components: [
      body(
        'News of your application {{1}}: {{2}} Reply to this message if you have a question.',
        'IPP-2207',
        'Your application IPP-2207 is being reviewed.',
      ),
    ],
  },
  {
    name: 'application_news',
    language: 'sw',
    components: [
      body(
        'Habari za ombi lako {{1}}: {{2}} Jibu ujumbe huu ukiwa na swali.',
        'IPP-2207',
        'Ombi lako IPP-2207 linakaguliwa.',
      ),
    ],
  },
  {
    name: 'documents_missing',
    components: [
      {
        type: 'HEADER',
        format: 'TEXT',
        text: 'Claim {{claim_number}}',
        example: { header_text_named_params: [{ param_name: 'claim_number', example: 'CL-2041' }] },
      },
      {
        type: 'BODY',
        text: 'Dear {{customer_name}}, to go on with your claim we still need: {{documents}}. You can send them here.',
        example: {
          body_text_named_params: [
            { param_name: 'customer_name', example: 'Sarah' },
            { param_name: 'documents', example: 'a copy of your national ID' },
          ],
        },
      },
      replies('I will send them', 'I have a question'),
    ],
  },
  {
    name: 'payment_received',
    components: [
      body(
        'Dear {{1}}, we have received your contribution of UGX {{2}} on {{3}}. Thank you.',
        'Sarah',
        '150,000',
        '2 March',
      ),
    ],
  },
  {
    name: 'statement_ready',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Your statement is ready' },
      body('Dear {{1}}, your pension statement up to {{2}} can be downloaded now.', 'Sarah', '31 December'),
      {
        type: 'BUTTONS',
        buttons: [
          {
            type: 'URL',
            text: 'See statement',
            url: 'https://example.org/statements/{{1}}',
            example: ['https://example.org/statements/8812'],
          },
          { type: 'PHONE_NUMBER', text: 'Call us', phone_number: '+256200000000' },
        ],
      },
    ],
  },
  {
    name: 'premium_reminder',
    status: 'PAUSED',
    components: [
      body('Dear {{1}}, the premium of policy {{2}} is due on {{3}}.', 'Sarah', 'LF-20113', '5 March'),
    ],
  },
  {
    name: 'december_offer',
    category: 'MARKETING',
    components: [
      { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['4::aX'] } },
      body(
        'Dear {{1}}, this December the first month of our education plan is free. Shall we tell you more?',
        'Sarah',
      ),
      footer('Reply STOP to end messages'),
      replies('Tell me more', 'Stop promotions'),
    ],
  },
  {
    name: 'lottery_draw',
    status: 'REJECTED',
    category: 'MARKETING',
    components: [body('Everybody who pays in June takes part in our draw.')],
  },
  {
    name: 'address_changed',
    status: 'PENDING',
    components: [body('Dear {{1}}, we have changed your address as you asked.', 'Sarah')],
  },
]

/** What a pension and life insurer has, some of it not to be sent. */
export const insurerTemplates: readonly SimulatedTemplate[] = seeds.map((seed, index) => ({
  id: String(1_280_000_000_000_001 + index),
  language: 'en',
  category: 'UTILITY',
  status: 'APPROVED',
  components: [],
  ...seed,
  quality_score: {
    score: seed.status === 'PAUSED' ? 'RED' : seed.category === 'MARKETING' ? 'YELLOW' : 'GREEN',
  },
}))
