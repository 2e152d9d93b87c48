import { describe, expect, test } from 'vitest'
import { demoWorkspace } from './demo.mjs'
import { checkNode, isInstalled } from './install.mjs'
import { checkFree, freePort, portFrom } from './ports.mjs'
import { unready } from './sources.mjs'

test.each(['20.19.0', '20.20.2', '22.0.0', '26.1.0'])('Node.js %s is accepted', version => {
  expect(() => checkNode(version)).not.toThrow()
})

test.each(['18.20.4', '20.18.3'])('Node.js %s is refused in one line', version => {
  expect(() => checkNode(version)).toThrow(`20.19 or newer is needed; this is ${version}`)
})

describe('isInstalled', () => {
  const locked = { packages: { '': {}, 'node_modules/a': { version: '1.0.0' } } }
  test.each([
    ['the same', { 'node_modules/a': { version: '1.0.0' } }, true],
    ['more', { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '2.0.0' } }, true],
    ['another version', { 'node_modules/a': { version: '1.0.1' } }, false],
    ['nothing', {}, false],
  ])('%s: %j', (_, packages, expected) => {
    expect(isInstalled(locked, { packages })).toBe(expected)
  })

  test('no record of npm: nothing is installed', () => {
    expect(isInstalled(locked, undefined)).toBe(false)
  })

  test("other platforms' packages and workspaces need not be there", () => {
    const optional = { 'node_modules/c': { version: '1.0.0', optional: true } }
    const workspace = { 'packages/core': { version: '0.1.0' }, 'node_modules/@parley/core': { link: true } }
    expect(isInstalled({ packages: { ...optional, ...workspace } }, { packages: {} })).toBe(true)
  })
})

describe('ports', () => {
  test('a port is a number from 1 to 65535, or the default', () => {
    expect(portFrom('PORT', undefined, 4000)).toBe(4000)
    expect(portFrom('PORT', '', 4000)).toBe(4000)
    expect(portFrom('PORT', '5000', 4000)).toBe(5000)
    for (const wrong of ['0', '65536', 'abc', '4000.5', '-1']) {
      expect(() => portFrom('PORT', wrong, 4000)).toThrow('PORT must be a port number')
    }
  })

  test('a used port is reported in one line that names the setting', async () => {
    const { createServer } = await import('node:net')
    const port = await freePort()
    const place = { setting: 'PORT', host: '127.0.0.1', port }
    await expect(checkFree(place)).resolves.toBeUndefined()
    const other = createServer().listen(port, '127.0.0.1')
    await expect(checkFree(place)).rejects.toThrow(
      `Port ${port} is already in use: stop the other program or set PORT.`,
    )
    other.close()
  })
})

describe('the demo workspace', () => {
  test('listens on this machine only, unless told otherwise', () => {
    const demo = demoWorkspace({})
    expect([demo.url, demo.simulatorUrl]).toEqual(['http://127.0.0.1:4000', 'http://127.0.0.1:4001'])
    expect(demo.serverEnv).toMatchObject({ PARLEY_MODE: 'demo', WHATSAPP_API_URL: 'http://127.0.0.1:4001' })
  })

  test('never has a channel beyond this machine', () => {
    const demo = demoWorkspace({
      HOST: '192.0.2.7',
      DEMO_ON_NETWORK: 'yes',
      WHATSAPP_API_URL: 'https://example.org',
    })
    expect(demo.url).toBe('http://192.0.2.7:4000')
    expect(demo.serverEnv.WHATSAPP_API_URL).toBe('http://127.0.0.1:4001')
    expect(demo.simulatorEnv.HOST).toBe('127.0.0.1')
  })

  test('[Q-303] listens on every address only with DEMO_ON_NETWORK=yes', () => {
    expect(() => demoWorkspace({ HOST: '0.0.0.0' })).toThrow(/DEMO_ON_NETWORK=yes/)
    const demo = demoWorkspace({ HOST: '0.0.0.0', DEMO_ON_NETWORK: 'yes', PORT: '5000' })
    expect([demo.url, demo.serverEnv.HOST, demo.simulatorEnv.HOST]).toEqual([
      'http://127.0.0.1:5000',
      '0.0.0.0',
      '0.0.0.0',
    ])
  })

  test("takes the caller's credentials for both programs", () => {
    const demo = demoWorkspace({ WHATSAPP_APP_SECRET: 'other' })
    expect(demo.serverEnv).toMatchObject({
      WHATSAPP_APP_SECRET: 'other',
      WHATSAPP_ACCESS_TOKEN: 'demo-access-token',
    })
    expect(demo.simulatorEnv).toMatchObject({ WHATSAPP_APP_SECRET: 'other' })
  })
})

test.each([
  ['all is there', { absent: [], built: 'a', sources: 'a' }, null],
  [
    'something is not installed',
    { absent: ['pg', 'zod'], built: 'a', sources: 'a' },
    'pg is not installed: run npm ci.',
  ],
  ['nothing is built', { absent: [], built: null, sources: 'a' }, 'There is no build: run npm run build.'],
  [
    'the sources are newer',
    { absent: [], built: 'a', sources: 'b' },
    /^The build is older .*: run npm run build\.$/,
  ],
])('in production, where %s, the problem is named and nothing is made', (_, found, said) => {
  if (said === null) expect(unready(found)).toBeNull()
  else expect(unready(found)).toMatch(said)
})
