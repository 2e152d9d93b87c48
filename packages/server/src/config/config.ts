import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type * as z from 'zod'
import type { Area } from '@parley/core/areas'
import { type AssistConfig, readAssist } from './assist.ts'
import { type BridgeConfig, type NumberConfig, readBridges, readNumbers } from './channels.ts'
import { Environment, type Settings } from './environment.ts'

/** The settings of WhatsApp: our numbers and secrets there, and its URL. */
export interface ChannelConfig {
  readonly apiUrl: string
  readonly apiVersion: string
  /** At least one business number. */
  readonly numbers: readonly NumberConfig[]
  readonly appSecret: string
  readonly verifyToken: string
}

/** The mail server, and the sender of mails. */
export interface MailConfig {
  readonly url: string
  readonly from: string
}

/** The settings that the command line needs: the place of the data, its time zone, and the addresses. */
export interface PlaceConfig {
  readonly host: string
  readonly port: number
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** The IANA time zone for the days of statistics. */
  readonly timeZone: string
  /** The public URL for browsers. Null outside production: then any loopback origin on our port counts. */
  readonly publicUrl: string | null
  /** Signs tokens and links. Null in a demo without one. */
  readonly authSecret: string | null
}

export interface Config extends PlaceConfig {
  readonly mode: 'demo' | 'production'
  readonly demoConversations: number
  /** Whether the bot answers first at a number or bridge that is new to this workspace. Later the pages decide. */
  readonly botAtNewNumbers: boolean
  /** Areas that this server does not serve. The console shows its built-in samples there. */
  readonly sampleAreas: readonly Area[]
  readonly channel: ChannelConfig
  /** The channels besides WhatsApp. */
  readonly bridges: readonly BridgeConfig[]
  /** Null if assist is off. */
  readonly assist: AssistConfig | null
  /** Milliseconds until an offer of a conversation expires. */
  readonly offerDeadlineMs: number
  /** Milliseconds until the customer of a resolved conversation is asked for a rating, if it is still resolved. */
  readonly ratingAfterMs: number
  /** Milliseconds for which an agent's reply waits so that the agent can undo it. Templates do not wait. */
  readonly undoSendMs: number
  /**
   * Addresses and ranges of the proxies in front of this server. From other addresses, headers about the client's address are
   * ignored.
   */
  readonly trustedProxies: readonly string[]
  readonly logLevel: string
  /** The name of this process in its log and in the references of failures. */
  readonly instance: string
  /** Milliseconds between the report that it stops and the stop, so that a proxy in front of several servers notices. */
  readonly drainMs: number
  /** The address of clamd. Null disables the scan of files. */
  readonly clamd: { readonly path: string } | { readonly host: string; readonly port: number } | null
  /** Null disables mail. */
  readonly mail: MailConfig | null
  /** A separate address for the metrics. Null serves them below HOST and PORT, for this machine only. */
  readonly metrics: { readonly host: string; readonly port: number } | null
}

/** Settings are missing or wrong. The message has one line for each. */
export class ConfigError extends Error {}

const loopback = ['127.0.0.0/8', '::1/128']

const Place = Environment.pick({
  HOST: true,
  PORT: true,
  DATA_DIR: true,
  DATABASE_URL: true,
  WORKSPACE_TIME_ZONE: true,
  PUBLIC_URL: true,
  AUTH_SECRET: true,
})

const requiredInProduction = [
  'PUBLIC_URL',
  'AUTH_SECRET',
  'WHATSAPP_API_URL',
  'WHATSAPP_APP_SECRET',
  'WHATSAPP_VERIFY_TOKEN',
] as const

const isLoopbackName = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host)

/** Whether a URL names this machine. */
export const isLoopback = (url: string): boolean => isLoopbackName(new URL(url).hostname)

/** Whether the connection to PostgreSQL is encrypted, or stays on this machine. The host is in the URL or its parameters. */
function isSafeLine(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl)
  if (searchParams.get('sslmode') === 'verify-full') return true
  const hosts = [...(hostname === '' ? [] : [hostname]), ...searchParams.getAll('host')]
  return hosts.every(
    host => isLoopbackName(decodeURIComponent(host)) || host.startsWith('/') || host.startsWith('%2F'),
  )
}

/** The demo's passwords are public, and its messages must reach no real person. */
const unsafeInDemo = ({ PUBLIC_URL, HOST, DEMO_ON_NETWORK }: Settings, apiUrl: string): readonly string[] => [
  ...(isLoopbackName(HOST) || DEMO_ON_NETWORK === 'yes'
    ? []
    : [
        `HOST: ${HOST} lets other machines reach the demo, whose passwords everybody knows. Unset it, or set DEMO_ON_NETWORK=yes`,
      ]),
  ...(isLoopback(apiUrl) ? [] : ['WHATSAPP_API_URL: demo mode only talks to a simulator on this machine']),
  ...(PUBLIC_URL === undefined || isLoopback(PUBLIC_URL)
    ? []
    : [
        'PUBLIC_URL: the demo has well-known passwords and is for this machine alone. Unset it, or set PARLEY_MODE=production',
      ]),
]

/** These connections carry passwords, tokens and customers' words. */
const unsafeInProduction = (settings: Settings, apiUrl: string): readonly string[] => [
  ...unencrypted(settings, apiUrl),
  ...(settings.DATABASE_URL === undefined || isSafeLine(settings.DATABASE_URL)
    ? []
    : [
        'DATABASE_URL: must say sslmode=verify-full for another machine than this one ' +
          '(and sslrootcert=FILE where an authority of your own signed its certificate)',
      ]),
]

const unencrypted = ({ PUBLIC_URL }: Settings, apiUrl: string): readonly string[] =>
  Object.entries({ PUBLIC_URL, WHATSAPP_API_URL: apiUrl }).flatMap(([name, url]) =>
    url === undefined || url.startsWith('https:') || isLoopback(url)
      ? []
      : [`${name}: must begin with https:// for another machine than this one`],
  )

/** The rule for WhatsApp applies: a demo reaches no other machine, and customers' words are encrypted on the way. */
const unsafeBridges = (bridges: readonly BridgeConfig[], demo: boolean): readonly string[] =>
  bridges.flatMap(({ id, url }) => {
    if (isLoopback(url)) return []
    if (demo) return [`CHANNEL_BRIDGES: demo mode only talks to this machine, and ${id} is elsewhere`]
    return url.startsWith('https:') ? [] : [`CHANNEL_BRIDGES: the url of ${id} must begin with https://`]
  })

/** The endpoint gets customers' words. */
function unsafeAssist(assist: AssistConfig | null, demo: boolean): readonly string[] {
  if (assist === null || isLoopback(assist.url)) return []
  if (demo) return ['ASSIST_URL: demo mode only talks to this machine']
  return assist.url.startsWith('https:')
    ? []
    : ['ASSIST_URL: must begin with https:// for another machine than this one']
}

/** A local socket takes precedence over an address. */
function clamdOf({ CLAMD_SOCKET: path, CLAMD_ADDRESS: address }: Settings): Config['clamd'] {
  if (path !== undefined) return { path }
  if (address === undefined) return null
  const colon = address.lastIndexOf(':')
  return { host: address.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(address.slice(colon + 1)) }
}

const mailOf = ({ SMTP_URL, SMTP_FROM, PUBLIC_URL }: Settings): MailConfig | null =>
  SMTP_URL === undefined
    ? null
    : {
        url: SMTP_URL,
        from:
          SMTP_FROM ??
          `Parley <no-reply@${PUBLIC_URL === undefined ? 'localhost' : new URL(PUBLIC_URL).hostname}>`,
      }

/**
 * The only reader of the environment. Demo mode fills in the simulator's well-known settings. It refuses any WhatsApp URL on
 * another machine, so that a demo never writes to a real customer.
 * @throws ConfigError naming every setting that is missing or wrong
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const env = parse(Environment, environment)
  const demo = env.PARLEY_MODE === 'demo'
  const simulatorUrl = `http://127.0.0.1:${env.SIMULATOR_PORT}`
  const numbers = readNumbers(env, demo)
  const bridges = readBridges(env.CHANNEL_BRIDGES, demo ? (env.WHATSAPP_API_URL ?? simulatorUrl) : null)
  const assist = readAssist(env)
  const missing = demo ? [] : requiredInProduction.filter(name => env[name] === undefined)
  const problems = [
    ...missing.map(name => `${name}: is required in production mode`),
    ...('problems' in numbers ? numbers.problems : []),
    ...('problems' in bridges ? bridges.problems : []),
    ...('problems' in assist ? assist.problems : []),
  ]
  if ('problems' in numbers || 'problems' in bridges || 'problems' in assist || problems.length > 0)
    throw new ConfigError(problems.join('\n'))
  const apiUrl = env.WHATSAPP_API_URL ?? simulatorUrl
  const unsafe = [
    ...(demo ? unsafeInDemo(env, apiUrl) : unsafeInProduction(env, apiUrl)),
    ...unsafeBridges(bridges.bridges, demo),
    ...unsafeAssist(assist.assist, demo),
  ]
  if (unsafe.length > 0) throw new ConfigError(unsafe.join('\n'))
  return {
    ...placeOf(env),
    mode: env.PARLEY_MODE,
    demoConversations: env.DEMO_CONVERSATIONS,
    botAtNewNumbers: (env.BOT_AT_NEW_NUMBERS ?? (env.PARLEY_MODE === 'demo' ? 'on' : 'off')) === 'on',
    sampleAreas: env.SAMPLE_AREAS,
    offerDeadlineMs: env.OFFER_DEADLINE * 1000,
    ratingAfterMs: env.RATING_AFTER * 1000,
    undoSendMs: env.UNDO_SEND * 1000,
    // A public server has a proxy in front. By default it is on this machine.
    trustedProxies: env.TRUSTED_PROXY ?? (env.PUBLIC_URL === undefined ? [] : loopback),
    logLevel: env.LOG_LEVEL,
    instance: env.INSTANCE_NAME ?? randomBytes(3).toString('hex'),
    drainMs: env.DRAIN_DELAY * 1000,
    clamd: clamdOf(env),
    mail: mailOf(env),
    bridges: bridges.bridges,
    assist: assist.assist,
    metrics: env.METRICS_PORT === undefined ? null : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    channel: {
      apiUrl,
      apiVersion: env.WHATSAPP_API_VERSION,
      numbers: numbers.numbers,
      appSecret: env.WHATSAPP_APP_SECRET ?? 'demo-app-secret',
      verifyToken: env.WHATSAPP_VERIFY_TOKEN ?? 'demo-verify-token',
    },
  }
}

/**
 * Reads only the settings that the command line needs, so that it works without the server's other settings.
 * @throws ConfigError naming every setting that is wrong
 */
export const readPlaceConfig = (environment: Readonly<Record<string, string | undefined>>): PlaceConfig =>
  placeOf(parse(Place, environment))

function parse<S extends z.ZodType>(
  schema: S,
  environment: Readonly<Record<string, string | undefined>>,
): z.output<S> {
  const read = schema.safeParse(environment)
  if (read.success) return read.data
  throw new ConfigError(
    read.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`).join('\n'),
  )
}

const placeOf = (env: z.output<typeof Place>): PlaceConfig => ({
  host: env.HOST,
  port: env.PORT,
  dataDir: path.resolve(env.DATA_DIR),
  databaseUrl: env.DATABASE_URL ?? null,
  timeZone: env.WORKSPACE_TIME_ZONE,
  publicUrl: env.PUBLIC_URL ?? null,
  authSecret: env.AUTH_SECRET ?? null,
})

/** The console's URL for browsers, without a slash at the end. */
export const consoleUrl = ({ publicUrl, host, port }: PlaceConfig): string =>
  (publicUrl ?? `http://${host}:${port}`).replace(/\/+$/, '')

/**
 * The warning for operators about this Node.js. Null while it is supported.
 * @param version as in process.versions.node, "20.19.0"
 */
export const nodeOutOfSupport = (version: string): string | null =>
  version.startsWith('20.') ? 'Node.js 20 is out of support since April 2026: run Parley on Node.js 24' : null
