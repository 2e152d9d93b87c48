import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

test('without settings it is the demo on port 4001', () => {
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
    },
  })
})

test.each([
  ['SIMULATOR_PORT', 'four'],
  ['SIMULATOR_PORT', '70000'],
  ['WEBHOOK_URL', 'ftp://127.0.0.1/'],
  ['WHATSAPP_API_VERSION', '23'],
])('a wrong %s is named', (name, value) => {
  expect(readSettings({ [name]: value })).toEqual({ problems: [expect.stringContaining(`${name}: `)] })
})
