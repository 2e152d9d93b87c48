import { expect, test } from 'vitest'
import { type Answer, graph, json, refusal } from './graph.fixture.ts'
import { readTemplate, readTemplates } from './template-list.ts'

/** Longer than any answer takes. */
const soon = { timeoutMs: 30_000 }
const options = { version: 'v23.0', accessToken: 'token' }

const entry = (id: string, more: object = {}) => ({
  id,
  name: 'payment',
  language: 'en',
  category: 'UTILITY',
  status: 'APPROVED',
  components: [{ type: 'BODY', text: 'Hi {{1}}', example: { body_text: [['Sarah']] } }],
  ...more,
})

async function listed(answer: Answer) {
  const { apiUrl, seen } = await graph(answer)
  return { told: await readTemplates({ ...options, apiUrl }, '55', soon), seen }
}

test('[Q-185] every page is asked for at our own address with our token, until there is none', async () => {
  const { told, seen } = await listed((response, asked) => {
    const isLast = asked.url.includes('after=c1')
    json(200, {
      data: [entry(isLast ? '2' : '1'), 'nothing'],
      paging: {
        cursors: { after: isLast ? 'c2' : 'c1' },
        ...(!isLast && { next: 'https://elsewhere.example' }),
      },
    })(response, asked)
  })
  expect(told).toMatchObject({ outcome: 'read', templates: [{ id: '1' }, { id: '2' }] })
  expect(seen.map(({ authorization }) => authorization)).toEqual(['Bearer token', 'Bearer token'])
  expect(seen[0]?.url).toMatch(/^\/v23\.0\/55\/message_templates\?fields=id%2Cname.*&limit=100$/)
})

test.each([
  ['a refusal', json(401, refusal(190)), { outcome: 'refused', code: 190 }],
  ['a page that is none', json(200, { hello: 1 }), { outcome: 'unreached' }],
  ['a fault over there', json(502, {}), { outcome: 'unreached' }],
  [
    'a list without an end',
    json(200, { data: [], paging: { cursors: { after: 'x' }, next: 'y' } }),
    { outcome: 'unreached' },
  ],
])('[Q-185] %s is told, and nothing of it is taken for templates', async (_, answer, expected) => {
  expect((await listed(answer)).told).toMatchObject(expected)
})

test.each([
  ['INVALID_FORMAT', 'INVALID_FORMAT'],
  ['NONE', null],
  [undefined, null],
])('[Q-396] the reason %j of a rejection is read as %j', (said, reason) => {
  expect(readTemplate(entry('1', { status: 'REJECTED', rejected_reason: said }))).toMatchObject({ reason })
})

test('[Q-185] a template is read with all its parts', () => {
  const components = [
    {
      type: 'HEADER',
      format: 'TEXT',
      text: 'For {{who}}',
      example: { header_text_named_params: [{ param_name: 'who', example: 'Ada' }] },
    },
    {
      type: 'BODY',
      text: 'Hi {{a}}',
      example: { body_text_named_params: [{ param_name: 'a', example: 'b' }] },
    },
    { type: 'FOOTER', text: 'Bye' },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Yes' },
        { type: 'URL', text: 'See', url: 'https://a.example/{{1}}', example: ['https://a.example/1'] },
        { type: 'PHONE_NUMBER', text: 'Call', phone_number: '+1' },
        { type: 'COPY_CODE', text: 'Copy', example: 'SAVE' },
      ],
    },
  ]
  expect(readTemplate(entry('7', { components, quality_score: { score: 'RED' } }))).toEqual({
    id: '7',
    name: 'payment',
    language: 'en',
    category: 'UTILITY',
    status: 'APPROVED',
    reason: null,
    quality: 'RED',
    header: { kind: 'text', text: 'For {{who}}' },
    body: 'Hi {{a}}',
    footer: 'Bye',
    buttons: [
      { kind: 'reply', text: 'Yes', value: null, example: null },
      { kind: 'url', text: 'See', value: 'https://a.example/{{1}}', example: 'https://a.example/1' },
      { kind: 'phone', text: 'Call', value: '+1', example: null },
      { kind: 'code', text: 'Copy', value: null, example: 'SAVE' },
    ],
    examples: { header: { who: 'Ada' }, body: { a: 'b' } },
    unfillable: null,
  })
  expect(readTemplate(entry('8'))).toMatchObject({ examples: { body: { 1: 'Sarah' } }, quality: 'UNKNOWN' })
})

test.each([
  [{ type: 'CAROUSEL' }, 'CAROUSEL'],
  [{ type: 'HEADER', format: 'LOCATION' }, 'LOCATION'],
  [{ type: 'BUTTONS', buttons: [{ type: 'OTP', text: 'Copy' }] }, 'OTP'],
])('[Q-185] a part that we cannot fill in: %j', (component, unfillable) => {
  expect(readTemplate(entry('1', { components: [component] }))).toMatchObject({ unfillable })
})

test.each([null, 'x', {}, { id: '1', name: 'a' }, { name: 'a', language: 'en' }])(
  '%j is no template',
  one => {
    expect(readTemplate(one)).toBeNull()
  },
)
