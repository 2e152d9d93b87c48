import { expect, test } from 'vitest'
import { lookUpNumber } from './business-number.ts'
import { type Answer, graph, json, refusal } from './graph.fixture.ts'

const patient = { timeoutMs: 30_000 }
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
