import path from 'node:path'
import { Failure } from './run.mjs'
import { portFrom } from './ports.mjs'
import { root } from './root.mjs'

const everyAddress = new Set(['0.0.0.0', '::'])
const loopback = /^(localhost|127(\.\d{1,3}){3}|::1)$/

/** The demo's credentials between server and simulator. Neither is ever reachable with them outside a demo. */
const channel = {
  WHATSAPP_API_VERSION: 'v23.0',
  WHATSAPP_BUSINESS_ACCOUNT_ID: '100000000000002',
  WHATSAPP_ACCESS_TOKEN: 'demo-access-token',
  WHATSAPP_APP_SECRET: 'demo-app-secret',
  WHATSAPP_VERIFY_TOKEN: 'demo-verify-token',
}

/**
 * Where the demo's two programs listen, and the environment each is started with.
 * @param {NodeJS.ProcessEnv} env the caller's settings, which replace the defaults, except that the channel is always
 *   the simulator
 */
export function demoWorkspace(env) {
  const host = env.HOST || '127.0.0.1'
  if (!loopback.test(host) && env.DEMO_ON_NETWORK !== 'yes')
    throw new Failure(
      `HOST=${host} lets other machines reach the demo, whose passwords everybody knows. Unset it, or set DEMO_ON_NETWORK=yes.`,
    )
  const port = portFrom('PORT', env.PORT, 4000)
  const simulatorPort = portFrom('SIMULATOR_PORT', env.SIMULATOR_PORT, 4001)
  const local = everyAddress.has(host) || loopback.test(host)
  const simulatorHost = local ? host : '127.0.0.1' // the demo's channel stays on this machine
  const dataDir = path.resolve(root, env.DATA_DIR || '.data')
  const url = `http://${reachable(host)}:${port}`
  const simulatorUrl = `http://${reachable(simulatorHost)}:${simulatorPort}`
  return {
    host,
    port,
    simulatorHost,
    simulatorPort,
    url,
    simulatorUrl,
    logs: path.join(dataDir, 'logs'),
    serverEnv: {
      // Without this, glibc keeps the 100 MB that the server has freed after its first start.
      MALLOC_TRIM_THRESHOLD_: '131072',
      ...channel,
      ...own(env, Object.keys(channel)),
      PARLEY_MODE: 'demo',
      HOST: host,
      PORT: String(port),
      DATA_DIR: dataDir,
      WHATSAPP_API_URL: simulatorUrl,
    },
    simulatorEnv: {
      ...channel,
      ...own(env, Object.keys(channel)),
      HOST: simulatorHost,
      SIMULATOR_PORT: String(simulatorPort),
      WEBHOOK_URL: `${url}/api/v1/channels/whatsapp/webhook`,
      WEB_CHAT_EVENTS_URL: `${url}/api/v1/channels/bridges/web-chat/events`,
    },
  }
}

/**
 * The settings of `names` that the caller has given.
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} names
 */
const own = (env, names) => Object.fromEntries(names.filter(name => env[name]).map(name => [name, env[name]]))

/**
 * A host that a browser on this machine can open.
 * @param {string} host
 */
function reachable(host) {
  if (everyAddress.has(host)) return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
