import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type * as z from 'zod'
import type { Area } from '@parley/core/areas'
import { type AssistConfig, readAssist } from './assist.ts'
import { type BridgeConfig, type NumberConfig, readBridges, readNumbers } from './channels.ts'
import { Environment, type Settings } from './environment.ts'

/** The channel's own settings: who we are at WhatsApp and where it is reached. */
export interface ChannelConfig {
  readonly apiUrl: string
  readonly apiVersion: string
  /** The business numbers, at least one. */
  readonly numbers: readonly NumberConfig[]
  readonly appSecret: string
  readonly verifyToken: string
}

/** The mail server, and whom its mails come from. */
export interface MailConfig {
  readonly url: string
  readonly from: string
}

/** Where the data is, its days, and the addresses: all that administration from the command line needs. */
export interface PlaceConfig {
  readonly host: string
  readonly port: number
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** IANA: the figures are counted in days of this zone. */
  readonly timeZone: string
  /** Where browsers reach us; null outside production, then any loopback origin on our port counts. */
  readonly publicUrl: string | null
  /** Signs what is given out; null in a demo that was given none. */
  readonly authSecret: string | null
}

export interface Config extends PlaceConfig {
  readonly mode: 'demo' | 'production'
  readonly demoConversations: number
  /** Whether the bot answers first at a number or bridge that this workspace has not served yet; pages decide from then on. */
  readonly botAtNewNumbers: boolean
  /** Areas that this server does not serve: the console shows its built-in samples there. */
  readonly sampleAreas: readonly Area[]
  readonly channel: ChannelConfig
  /** The channels beside WhatsApp. */
  readonly bridges: readonly BridgeConfig[]
  /** Null: there is no assist. */
  readonly assist: AssistConfig | null
  /** Milliseconds an offered conversation waits for its answer. */
  readonly offerDeadlineMs: number
  /** Milliseconds after which the customer of a resolved conversation is asked for a rating, if it is one still. */
  readonly ratingAfterMs: number
  /** Milliseconds for which an agent's answer is held, so that they can take it back; templates are not. */
  readonly undoSendMs: number
  /** Addresses and ranges of the proxies before this server; what anybody else says of a caller's address counts for nothing. */
  readonly trustedProxies: readonly string[]
  readonly logLevel: string
  /** This process among others, in its log and in the references of failures. */
  readonly instance: string
  /** Milliseconds between saying that it stops and stopping, for a proxy before several servers to notice. */
  readonly drainMs: number
  /** Where clamd listens; null: files are not scanned. */
  readonly clamd: { readonly path: string } | { readonly host: string; readonly port: number } | null
  /** Null: nothing is mailed. */
  readonly mail: MailConfig | null
  /** Where the figures for operation are served, apart from everything else; null: below HOST and PORT, for this machine. */
  readonly metrics: { readonly host: string; readonly port: number } | null
}

/** A setting is missing or wrong; the message has one line for each. */
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

/** Whether an address is this very machine. */
export const isLoopback = (url: string): boolean => isLoopbackName(new URL(url).hostname)

/** A connection to PostgreSQL that nobody can read, or that leaves no machine: its host is in the address or behind it. */
function isSafeLine(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl)
  if (searchParams.get('sslmode') === 'verify-full') return true
  const hosts = [...(hostname === '' ? [] : [hostname]), ...searchParams.getAll('host')]
  return hosts.every(
    host => isLoopbackName(decodeURIComponent(host)) || host.startsWith('/') || host.startsWith('%2F'),
  )
}

/** The demo's passwords are known to everybody, and what it does must reach nobody. */
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

/** Passwords, tokens and customers' words travel over these lines. */
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

/** As for WhatsApp: a demo reaches nobody, and what customers write is not read on the way. */
const unsafeBridges = (bridges: readonly BridgeConfig[], demo: boolean): readonly string[] =>
  bridges.flatMap(({ id, url }) => {
    if (isLoopback(url)) return []
    if (demo) return [`CHANNEL_BRIDGES: demo mode only talks to this machine, and ${id} is elsewhere`]
    return url.startsWith('https:') ? [] : [`CHANNEL_BRIDGES: the url of ${id} must begin with https://`]
  })

/** What customers write goes there. */
function unsafeAssist(assist: AssistConfig | null, demo: boolean): readonly string[] {
  if (assist === null || isLoopback(assist.url)) return []
  if (demo) return ['ASSIST_URL: demo mode only talks to this machine']
  return assist.url.startsWith('https:')
    ? []
    : ['ASSIST_URL: must begin with https:// for another machine than this one']
}

/** A local socket before an address. */
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
 * The only reader of the environment. Demo mode fills in the simulator's well-known channel settings and refuses any
 * WhatsApp address that is not this machine, so that a demo never writes to a real customer.
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
    // A public server has a proxy before it, on this machine unless something else is said.
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
 * The same without the settings that only a server needs, so that administration runs where they are not set.
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

/** Where browsers reach the console, without a slash at the end. */
export const consoleUrl = ({ publicUrl, host, port }: PlaceConfig): string =>
  (publicUrl ?? `http://${host}:${port}`).replace(/\/+$/, '')

/**
 * What an operator must know of this Node.js; null while it is supported.
 * @param version as process.versions.node gives it, "20.19.0"
 */
export const nodeOutOfSupport = (version: string): string | null =>
  version.startsWith('20.') ? 'Node.js 20 is out of support since April 2026: run Parley on Node.js 24' : null
