import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

test('the defaults are the demo on port 4001', () => {
  expect(readSettings({ SIMULATOR_PORT: '' })).toEqual({
    host: '127.0.0.1',
    port: 4001,
    options: {
      webhookUrl: 'http://127.0.0.1:4000/api/v1/channels/whatsapp/webhook',
      phoneNumberId: '100000000000001',
      accessToken: 'demo-access-token',
      appSecret: 'demo-app-secret',
      businessAccountId: '100000000000002',
      verifyToken: 'demo-verify-token',
      apiVersion: 'v23.0',
      webChat: {
        eventsUrl: 'http://127.0.0.1:4000/api/v1/channels/bridges/web-chat/events',
        token: 'demo-web-chat-token',
      },
    },
  })
})

test.each([
  ['SIMULATOR_PORT', 'four'],
  ['SIMULATOR_PORT', '70000'],
  ['WEBHOOK_URL', 'ftp://127.0.0.1/'],
  ['WEB_CHAT_EVENTS_URL', 'parley'],
  ['WEB_CHAT_TOKEN', 'short'],
  ['WHATSAPP_API_VERSION', '23'],
])('a wrong %s is named', (name, value) => {
  expect(readSettings({ [name]: value })).toEqual({ problems: [expect.stringContaining(`${name}: `)] })
})

test('[Q-303] it listens beyond this machine only with DEMO_ON_NETWORK=yes', () => {
  for (const HOST of ['0.0.0.0', '::', '192.0.2.7'])
    expect(readSettings({ HOST })).toEqual({
      problems: [expect.stringMatching(/^HOST: .* DEMO_ON_NETWORK=yes$/)],
    })
  expect(readSettings({ HOST: '::', DEMO_ON_NETWORK: 'yes' })).toMatchObject({ host: '::' })
})

const listed = [
  { phone_number_id: '11', name: 'Pensions' },
  { phone_number_id: '12', name: 'Claims', access_token: 'claims-token', business_account_id: '22' },
]
const options = {
  phoneNumberId: '11',
  displayPhoneNumber: '256200000000',
  name: 'Pensions',
  accessToken: 'token-of-all',
  businessAccountId: '100000000000002',
  moreNumbers: [
    {
      phoneNumberId: '12',
      displayPhoneNumber: '256200000001',
      name: 'Claims',
      accessToken: 'claims-token',
      businessAccountId: '22',
    },
  ],
}

test.each([
  ['as text', JSON.stringify(listed)],
  ['in a file', 'numbers.json'],
])('several numbers are listed %s', (_, list) => {
  const env = {
    WHATSAPP_NUMBERS: list,
    WHATSAPP_PHONE_NUMBER_ID: '99',
    WHATSAPP_ACCESS_TOKEN: 'token-of-all',
  }
  const files: Record<string, string> = { 'numbers.json': JSON.stringify(listed) }
  expect(readSettings(env, path => files[path] ?? '')).toMatchObject({ options })
})

test.each([
  ['[{', 'is not JSON'],
  ['[]', 'array'],
  ['[{"name": "Pensions"}]', 'phone_number_id'],
  ['[{"phone_number_id": "11", "name": ""}]', '0 name'],
  ['[{"phone_number_id": "../11", "name": "a"}]', '0 phone_number_id is not an id'],
  [JSON.stringify([listed[0], listed[0]]), 'one id stands twice'],
  ['/nowhere/numbers.json', 'neither a JSON array nor a file'],
])('the numbers %s are refused', (list, words) => {
  const nowhere = () => {
    throw new Error('no such file')
  }
  expect(readSettings({ WHATSAPP_NUMBERS: list }, nowhere)).toEqual({
    problems: [expect.stringMatching(new RegExp(`^WHATSAPP_NUMBERS: .*${words}`))],
  })
})
