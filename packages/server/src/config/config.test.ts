import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, nodeOutOfSupport, readConfig } from './config.ts'

const production = {
  PARLEY_MODE: 'production',
  PUBLIC_URL: 'https://parley.example',
  AUTH_SECRET: 'k3Jw9/xQvT0mZ8pLr2Yd',
  WHATSAPP_API_URL: 'https://graph.facebook.com',
  WHATSAPP_PHONE_NUMBER_ID: '1',
  WHATSAPP_ACCESS_TOKEN: 'token',
  WHATSAPP_APP_SECRET: 'secret',
  WHATSAPP_VERIFY_TOKEN: 'verify',
}
const demo = { PARLEY_MODE: 'demo' }

test.each<[string, Readonly<Record<string, string>>]>([
  ['production as it should be', production],
  [
    'production on this machine alone',
    { ...production, PUBLIC_URL: 'http://localhost:4000', WHATSAPP_API_URL: 'http://127.0.0.1:4001' },
  ],
  ['a demo', demo],
  ...[
    'postgres://db.example/parley?sslmode=verify-full&sslrootcert=/etc/parley/ca.pem',
    'postgres://127.0.0.1/parley',
    'postgres://[::1]:5433/parley',
    'postgres:///parley?host=/var/run/postgresql',
    'postgres://%2Fvar%2Frun%2Fpostgresql/parley',
  ].map((url): [string, Readonly<Record<string, string>>] => [
    `the database ${url}`,
    { ...production, DATABASE_URL: url },
  ]),
  ['a demo on the network, by an explicit word', { ...demo, HOST: '0.0.0.0', DEMO_ON_NETWORK: 'yes' }],
  ...['127.0.0.1', '127.1.2.3', 'localhost', '::1'].map(
    (HOST): [string, Readonly<Record<string, string>>] => [`a demo on ${HOST}`, { ...demo, HOST }],
  ),
  ['production on every address', { ...production, HOST: '0.0.0.0' }],
  ...[
    'k3Jw9/xQvT0mZ8pL',
    '9b1dd53a4f0e6c27b8a1c3d4e5f60718',
    'pF3v+1gHk2bWq9sTzY7xLdR0nC5mJ8aE4uV6oXiQhGw=',
  ].map((AUTH_SECRET): [string, Readonly<Record<string, string>>] => [
    `the secret ${AUTH_SECRET}`,
    { ...production, AUTH_SECRET },
  ]),
  ['a demo at its own address', { ...demo, PUBLIC_URL: 'http://127.0.0.1:4000' }],
])('%s is taken', (_, environment) => {
  expect(readConfig(environment).mode).toBe(environment['PARLEY_MODE'])
})

test.each([
  [
    'the console over http',
    { ...production, PUBLIC_URL: 'http://parley.example' },
    /^PUBLIC_URL: must begin with https/,
  ],
  [
    'WhatsApp over http',
    { ...production, WHATSAPP_API_URL: 'http://graph.example' },
    /^WHATSAPP_API_URL: must begin with https/,
  ],
  [
    'a host that only begins like this machine',
    { ...production, PUBLIC_URL: 'http://localhost.example' },
    /^PUBLIC_URL/,
  ],
  [
    'a secret of one letter',
    { ...production, AUTH_SECRET: 'a'.repeat(32) },
    /^AUTH_SECRET: is too easy to guess/,
  ],
  [
    'a secret of few letters',
    { ...production, AUTH_SECRET: 'abcabcabcabcabcabc' },
    /^AUTH_SECRET: is too easy/,
  ],
  ...[
    'abcdefghabcdefgh',
    'abcdefghijklmnop',
    '0123456789abcdef0123456789abcdef',
    'aabbccddeeffgghh',
    'password12345678',
    'change-me-please-change-me',
  ].map((AUTH_SECRET): [string, Readonly<Record<string, string>>, RegExp] => [
    `[Q-303] the secret ${AUTH_SECRET}`,
    { ...production, AUTH_SECRET },
    /^AUTH_SECRET: is too easy to guess.* openssl rand -base64 32$/,
  ]),
  ...['0.0.0.0', '::', '192.0.2.7', 'parley.example', '127.0.0.1.example'].map(
    (HOST): [string, Readonly<Record<string, string>>, RegExp] => [
      `[Q-303] a demo on ${HOST}`,
      { ...demo, HOST },
      /^HOST: .* lets other machines reach the demo.* DEMO_ON_NETWORK=yes$/,
    ],
  ),
  ['a half word for the network', { ...demo, DEMO_ON_NETWORK: '1' }, /^DEMO_ON_NETWORK: must be yes/],
  ['a short secret', { ...production, AUTH_SECRET: 'k3Jw9/xQ' }, /^AUTH_SECRET: must have at least 16/],
  [
    'a database of another machine over a line that anybody reads',
    { ...production, DATABASE_URL: 'postgres://parley@db.example/parley' },
    /^DATABASE_URL: must say sslmode=verify-full/,
  ],
  [
    'a database whose certificate nobody looks at',
    { ...production, DATABASE_URL: 'postgres://parley@db.example/parley?sslmode=no-verify' },
    /^DATABASE_URL: must say sslmode=verify-full/,
  ],
  [
    'a database of another machine behind the address of this one',
    { ...production, DATABASE_URL: 'postgres://localhost/parley?host=db.example' },
    /^DATABASE_URL: must say sslmode=verify-full/,
  ],
  [
    'a proxy without an address',
    { ...production, TRUSTED_PROXY: '10.0.0.7, proxy.example' },
    /^TRUSTED_PROXY: takes addresses and ranges .* and not "proxy\.example"/,
  ],
  [
    'a range that is none',
    { ...production, TRUSTED_PROXY: '10.0.0.0/64' },
    /^TRUSTED_PROXY: .* not "10\.0\.0\.0\/64"/,
  ],
  [
    'a demo that others reach',
    { ...demo, PUBLIC_URL: 'https://parley.example' },
    /^PUBLIC_URL: the demo has well-known passwords/,
  ],
  [
    'a demo that writes to real customers',
    { ...demo, WHATSAPP_API_URL: 'https://graph.facebook.com' },
    /^WHATSAPP_API_URL: demo/,
  ],
])('%s is refused and said by name', (_, environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(ConfigError)
  expect(() => readConfig(environment)).toThrow(sentence)
})

test('all that is wrong is said at once', () => {
  const wrong = {
    ...production,
    PUBLIC_URL: 'http://parley.example',
    WHATSAPP_API_URL: 'http://graph.example',
  }
  expect(() => readConfig(wrong)).toThrow(/^PUBLIC_URL: .*\nWHATSAPP_API_URL: /)
})

test.each([
  ['its public address unset', demo, []],
  ['a public address', production, ['127.0.0.0/8', '::1/128']],
  [
    'proxies that are named',
    { ...production, TRUSTED_PROXY: ' 10.0.0.7,10.1.0.0/16, 2001:db8::/32' },
    ['10.0.0.7', '10.1.0.0/16', '2001:db8::/32'],
  ],
])('[Q-031] with %s a caller may be spoken for by %j', (_, environment, trusted) => {
  expect(readConfig(environment).trustedProxies).toEqual(trusted)
})

test.each([
  [{}, null],
  [{ CLAMD_SOCKET: '/run/clamav/clamd.ctl' }, { path: '/run/clamav/clamd.ctl' }],
  [{ CLAMD_ADDRESS: 'scanner.local:3310' }, { host: 'scanner.local', port: 3310 }],
  [{ CLAMD_ADDRESS: '[::1]:3310' }, { host: '::1', port: 3310 }],
])('[Q-173] where files are scanned, by %j', (environment, clamd) => {
  expect(readConfig({ ...demo, ...environment }).clamd).toEqual(clamd)
})

test('[Q-173] an address of a scanner without its port is refused', () => {
  expect(() => readConfig({ ...demo, CLAMD_ADDRESS: 'scanner.local' })).toThrow(
    /CLAMD_ADDRESS: must be host:port/,
  )
})

test('[Q-185] whose templates are read: in the demo the simulator’s, else whose id is given', () => {
  const accountOf = (environment: Readonly<Record<string, string>>) =>
    readConfig(environment).channel.numbers.map(number => number.businessAccountId)
  expect(accountOf({ PARLEY_MODE: 'demo' })).toEqual(['100000000000002'])
  expect(accountOf(production)).toEqual([null])
  const given = { ...production, WHATSAPP_BUSINESS_ACCOUNT_ID: '55' }
  expect(accountOf(given)).toEqual(['55'])
})

const numbers = JSON.stringify([
  { phone_number_id: '1', name: 'Pensions' },
  { phone_number_id: '2', name: 'Life', access_token: 'other', business_account_id: '22' },
])
const { WHATSAPP_PHONE_NUMBER_ID: _, ...withoutNumber } = production

test('[Q-196] several numbers: what one leaves out is that of the other settings', () => {
  const given = { ...withoutNumber, WHATSAPP_BUSINESS_ACCOUNT_ID: '11', WHATSAPP_NUMBERS: numbers }
  const both = [
    { phoneNumberId: '1', name: 'Pensions', businessAccountId: '11', accessToken: 'token' },
    { phoneNumberId: '2', name: 'Life', businessAccountId: '22', accessToken: 'other' },
  ]
  expect(readConfig(given).channel.numbers).toEqual(both)
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'parley-test-')), 'numbers.json')
  fs.writeFileSync(file, numbers)
  expect(readConfig({ ...given, WHATSAPP_NUMBERS: file }).channel.numbers).toEqual(both)
})

test.each<[string, Readonly<Record<string, string>>, RegExp]>([
  ['both settings', { ...production, WHATSAPP_NUMBERS: numbers }, /^WHATSAPP_PHONE_NUMBER_ID: unset it/],
  ['neither', withoutNumber, /^WHATSAPP_PHONE_NUMBER_ID: is required/],
  ['a file that is not there', { WHATSAPP_NUMBERS: '/nowhere.json' }, /cannot be read \(ENOENT\)/],
  ['no JSON', { WHATSAPP_NUMBERS: '[{"access_token": "secret' }, /^WHATSAPP_NUMBERS: is not JSON$/],
  ['no numbers', { WHATSAPP_NUMBERS: '[]' }, /must hold one number at least/],
  [
    'one without a name',
    { WHATSAPP_NUMBERS: '[{"phone_number_id": "1"}]' },
    /^WHATSAPP_NUMBERS: \[0\]\.name: /,
  ],
  [
    'a misspelt field',
    { WHATSAPP_NUMBERS: '[{"phone_number_id": "1", "name": "A", "token": "secret"}]' },
    /\[0\]: Unrecognized key: "token"/,
  ],
  [
    'the same number twice',
    { WHATSAPP_NUMBERS: '[{"phone_number_id": "1", "name": "A"}, {"phone_number_id": "1", "name": "B"}]' },
    /names the number 1 twice/,
  ],
  [
    'the same name twice',
    { WHATSAPP_NUMBERS: '[{"phone_number_id": "1", "name": "A"}, {"phone_number_id": "2", "name": "a"}]' },
    /calls two numbers "a"/,
  ],
  [
    'no token for one',
    { WHATSAPP_NUMBERS: numbers, WHATSAPP_ACCESS_TOKEN: '' },
    /\[0\]\.access_token: is missing/,
  ],
])('[Q-196] %s: refused by name, and no token is quoted', (_what, environment, sentence) => {
  const read = () => readConfig({ ...withoutNumber, ...environment })
  expect(read).toThrow(sentence)
  expect(read).not.toThrow(/secret/)
})

const bridge = {
  id: 'web-chat',
  name: 'Web chat',
  url: 'https://chat.example/bridge/',
  token: 'a secret of 16 signs',
}
const bridges = (...more: object[]) => JSON.stringify([bridge, ...more])

test('[Q-197] the bridges: none in production, the sample in a demo, or those that are named', () => {
  expect(readConfig(production).bridges).toEqual([])
  expect(readConfig({ PARLEY_MODE: 'demo', SIMULATOR_PORT: '4711' }).bridges).toMatchObject([
    { id: 'web-chat', url: 'http://127.0.0.1:4711/web-chat/bridge' },
  ])
  expect(readConfig({ PARLEY_MODE: 'demo', CHANNEL_BRIDGES: '[]' }).bridges).toEqual([])
  const named = { ...bridge, url: 'https://chat.example/bridge' }
  expect(readConfig({ ...production, CHANNEL_BRIDGES: bridges() }).bridges).toEqual([named])
})

test.each<[string, string, RegExp]>([
  ['no JSON', '[{"token": "a secret', /^CHANNEL_BRIDGES: is not JSON$/],
  ['an id with a slash', bridges({ ...bridge, id: 'a/b', name: 'B' }), /\[1\]\.id: must be small letters/],
  ['no address', bridges({ ...bridge, id: 'b', name: 'B', url: 'chat' }), /\[1\]\.url: must be http/],
  [
    'a short token',
    bridges({ ...bridge, id: 'b', name: 'B', token: 'secret' }),
    /\[1\]\.token: must have at least 16/,
  ],
  ['the same id twice', bridges({ ...bridge, name: 'B' }), /names the bridge web-chat twice/],
  ['the same name twice', bridges({ ...bridge, id: 'b' }), /calls two bridges "web chat"/],
  [
    'a line that others read',
    bridges({ ...bridge, id: 'b', name: 'B', url: 'http://chat.example' }),
    /url of b must begin with https/,
  ],
])('[Q-197] %s: refused by name, and no token is quoted', (_what, setting, sentence) => {
  const read = () => readConfig({ ...production, CHANNEL_BRIDGES: setting })
  expect(read).toThrow(sentence)
  expect(read).not.toThrow(/secret/)
})

test('[Q-197] a demo reaches no bridge elsewhere', () => {
  expect(() => readConfig({ PARLEY_MODE: 'demo', CHANNEL_BRIDGES: bridges() })).toThrow(
    /demo mode only talks to this machine, and web-chat is elsewhere/,
  )
})

const assist = { ASSIST_URL: 'https://model.example/v1/chat/completions', ASSIST_MODEL: 'small' }

test('[Q-214] assist: none, or what is set', () => {
  expect(readConfig(production).assist).toBeNull()
  expect(readConfig({ ...production, ...assist }).assist).toEqual({
    url: assist.ASSIST_URL,
    token: null,
    model: 'small',
    dailyCap: 500,
    intents: false,
  })
  const more = { ASSIST_TOKEN: 'a token', ASSIST_DAILY_CAP: '20', ASSIST_INTENTS: 'on' }
  expect(readConfig({ ...production, ...assist, ...more }).assist).toMatchObject({
    token: 'a token',
    dailyCap: 20,
    intents: true,
  })
  const here = { ...assist, ASSIST_URL: 'http://127.0.0.1:8000/v1/chat/completions' }
  expect(readConfig({ ...production, ...here }).assist?.url).toBe(here.ASSIST_URL)
  expect(readConfig({ ...demo, ...here }).assist?.url).toBe(here.ASSIST_URL)
})

test.each<[string, Readonly<Record<string, string>>, RegExp]>([
  ['no model', { ASSIST_MODEL: '' }, /^ASSIST_MODEL: is required/],
  ['no address', { ASSIST_URL: 'model' }, /^ASSIST_URL: /],
  [
    'a line that others read',
    { ASSIST_URL: 'http://model.example/v1' },
    /^ASSIST_URL: must begin with https/,
  ],
  [
    'a password in it',
    { ASSIST_URL: 'https://me:secret@model.example/v1' },
    /^ASSIST_URL: must hold no password/,
  ],
  ['second opinions of nobody', { ASSIST_URL: '', ASSIST_INTENTS: 'on' }, /^ASSIST_INTENTS: is on/],
  ['no cap', { ASSIST_DAILY_CAP: '0' }, /^ASSIST_DAILY_CAP: /],
  [
    'a demo that reaches others',
    { PARLEY_MODE: 'demo' },
    /^ASSIST_URL: demo mode only talks to this machine/,
  ],
])('[Q-214] assist with %s is refused by name, and no secret is quoted', (_what, environment, sentence) => {
  const { PUBLIC_URL: _url, WHATSAPP_API_URL: _api, ...rest } = production
  const base = environment['PARLEY_MODE'] === 'demo' ? rest : production
  const read = () => readConfig({ ...base, ...assist, ...environment })
  expect(read).toThrow(sentence)
  expect(read).not.toThrow(/secret/)
})

test('Node.js 20 is out of support, and the version of production is not', () => {
  expect(nodeOutOfSupport('20.19.0')).toMatch(/^Node\.js 20 is out of support/)
  expect(nodeOutOfSupport('24.21.0')).toBeNull()
})
