import { expect, test } from 'vitest'
import { type Answer, graph, json, refusal } from './graph.fixture.ts'
import { lookUpNumber, readNumberHealth } from './number-health.ts'

const patient = { timeoutMs: 30_000 }
const optionsOf = (apiUrl: string) => ({
  apiUrl,
  version: 'v23.0',
  phoneNumberId: '100',
  accessToken: 'token',
})

test.each([
  [{}, { displayNumber: null, quality: null, standing: null, sending: null, said: null }],
  [
    {
      display_phone_number: '+256 700 000 000',
      quality_rating: 'GREEN',
      status: 'CONNECTED',
      health_status: { can_send_message: 'AVAILABLE', entities: [] },
    },
    {
      displayNumber: '+256 700 000 000',
      quality: 'GREEN',
      standing: 'CONNECTED',
      sending: 'AVAILABLE',
      said: null,
    },
  ],
  [
    {
      quality_rating: 'RED',
      status: 'FLAGGED',
      health_status: {
        can_send_message: 'BLOCKED',
        entities: [
          { entity_type: 'PHONE_NUMBER', can_send_message: 'AVAILABLE' },
          {
            entity_type: 'WABA',
            can_send_message: 'BLOCKED',
            errors: [{ error_code: 141006, error_description: 'There is an error with the payment method.' }],
          },
        ],
      },
    },
    {
      displayNumber: null,
      quality: 'RED',
      standing: 'FLAGGED',
      sending: 'BLOCKED',
      said: 'There is an error with the payment method.',
    },
  ],
  [
    { quality_rating: 7, status: null, health_status: 'none' },
    { displayNumber: null, quality: null, standing: null, sending: null, said: null },
  ],
])('[Q-191] of %j it reads how the number stands', async (body, health) => {
  const { apiUrl, seen } = await graph(json(200, { id: '100', ...body }))
  expect(await readNumberHealth(optionsOf(apiUrl), patient)).toEqual({ outcome: 'found', ...health })
  expect(seen[0]?.url).toBe('/v23.0/100?fields=display_phone_number,quality_rating,status,health_status')
})

test.each([
  [401, 190, 'refused'],
  [403, 10, 'refused'],
  [400, 33, 'refused'],
  [400, 100, 'unreached'],
  [500, 131000, 'unreached'],
  [429, 4, 'unreached'],
])('[Q-191] HTTP %i with code %i is %s', async (status, code, outcome) => {
  const { apiUrl } = await graph(json(status, refusal(code)))
  expect((await readNumberHealth(optionsOf(apiUrl), patient)).outcome).toBe(outcome)
})

test('[Q-281] an id that leads nowhere is told apart from any other wrong parameter', async () => {
  const nowhere = { error: { message: 'Unsupported get request', code: 100, error_subcode: 33 } }
  const { apiUrl } = await graph(json(400, nowhere))
  expect(await readNumberHealth(optionsOf(apiUrl), patient)).toEqual({
    outcome: 'unreached',
    reason: 'refused with 100',
    noSuchNumber: true,
  })
  const { apiUrl: other } = await graph(json(400, refusal(100)))
  expect(await readNumberHealth(optionsOf(other), patient)).not.toHaveProperty('noSuchNumber')
})

test('[Q-191] what cannot be reached, and a page that is no JSON, say nothing of our access', async () => {
  expect((await readNumberHealth(optionsOf('http://127.0.0.1:3'), patient)).outcome).toBe('unreached')
  const { apiUrl } = await graph(response => response.end('<html>'))
  expect((await readNumberHealth(optionsOf(apiUrl), patient)).outcome).toBe('unreached')
})

const options = { version: 'v23.0', phoneNumberId: '100', accessToken: 'token' }

async function answered(answer: Answer) {
  const { apiUrl, seen } = await graph(answer)
  return { found: await lookUpNumber({ ...options, apiUrl }, patient), seen }
}

test('the number is asked for with our token, and its name and the clock of WhatsApp come back', async () => {
  const { found, seen } = await answered((response, asked) => {
    response.setHeader('date', 'Mon, 02 Mar 2026 09:00:00 GMT')
    json(200, { id: '100', verified_name: 'Liberty', display_phone_number: '+256 200 000000' })(
      response,
      asked,
    )
  })
  expect(found).toEqual({
    outcome: 'found',
    name: 'Liberty',
    displayNumber: '+256 200 000000',
    date: new Date('2026-03-02T09:00:00Z'),
  })
  expect(seen[0]).toMatchObject({ method: 'GET', authorization: 'Bearer token' })
  expect(seen[0]?.url).toBe('/v23.0/100?fields=id,verified_name,display_phone_number')
})

test.each([
  {
    name: 'a token that is none',
    answer: json(401, refusal(190)),
    expected: { outcome: 'refused', code: 190 },
  },
  { name: 'a proxy that knows nothing', answer: json(404, {}), expected: { outcome: 'refused', code: 404 } },
  {
    name: 'an answer of something else',
    answer: json(200, { hello: 1 }),
    expected: { outcome: 'unreached' },
  },
  { name: 'a fault over there', answer: json(502, {}), expected: { outcome: 'unreached' } },
])('$name is told apart', async ({ answer, expected }) => {
  expect((await answered(answer)).found).toMatchObject(expected)
})

test('nobody there is told and not thrown', async () => {
  const nowhere = { ...options, apiUrl: 'http://127.0.0.1:3' }
  expect(await lookUpNumber(nowhere, patient)).toEqual({ outcome: 'unreached', reason: 'ECONNREFUSED' })
})
