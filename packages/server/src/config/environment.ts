import { deflateRawSync } from 'node:zlib'
import ipaddr from 'ipaddr.js'
import * as z from 'zod'
import { type Area, areas } from '@parley/core/areas'
import { defaultOfferDeadlineMs } from '@parley/core/assignments/rules'

/** The fewest distinct characters. Random text of this length has more; repeated or keyboard text has fewer. */
const fewestLetters = 8
/** The least compressed size of the text, and of its steps from letter to letter. */
const fewestBytes = 17
function isGuessable(text: string): boolean {
  const steps = Array.from(text.slice(1), (_, n) => (text.charCodeAt(n + 1) - text.charCodeAt(n)) & 255)
  const packed = [Buffer.from(text), Buffer.from(steps)].map(bytes => deflateRawSync(bytes).length)
  return new Set(text).size < fewestLetters || /(.{8,}).*\1/s.test(text) || Math.min(...packed) < fewestBytes
}
const secret = z
  .string()
  .min(16, 'must have at least 16 characters. Make one with: openssl rand -base64 32')
  .refine(
    text => !isGuessable(text),
    'is too easy to guess, since it repeats itself or counts up. Make one with: openssl rand -base64 32',
  )
const port = z.coerce.number().int().min(0).max(65_535)
const whole = z.coerce.number().int()
const onOff = z.enum(['on', 'off']).optional()
const text = z.string().optional()
const webAddress = z.url({ protocol: /^https?$/ }).optional()
const isArea = (word: string): word is Area => areas.some(area => area === word)
const areaList = z
  .string()
  .default('')
  .transform((text, context) => {
    const words = text.split(',').flatMap(word => (word.trim() === '' ? [] : [word.trim()]))
    const unknown = words.filter(word => !isArea(word))
    if (unknown.length > 0) {
      context.addIssue(`knows ${areas.join(', ')}, and not ${unknown.join(', ')}`)
      return z.NEVER
    }
    return words.filter(isArea)
  })
const isAddressOrRange = (text: string) => ipaddr.isValid(text) || ipaddr.isValidCIDR(text)
const addressList = z.string().transform((text, context) => {
  const words = text.split(',').map(word => word.trim())
  const wrong = words.filter(word => !isAddressOrRange(word))
  if (wrong.length === 0) return words
  context.addIssue(
    `takes addresses and ranges such as 10.0.0.7 or 10.0.0.0/24, separated by commas, and not "${wrong.join('", "')}"`,
  )
  return z.NEVER
})
const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
const timeZone = z
  .string()
  .refine(name => isTimeZone(name), 'must be an IANA time zone such as Africa/Kampala')

/** An empty setting is unset. */
const blank = (value: unknown) => (value === '' ? undefined : value)

/** A setting: its schema, and its meaning in Markdown. */
const setting = <T extends z.ZodType>(schema: T, meaning: string) =>
  z.preprocess(blank, schema).describe(meaning)

/**
 * Every setting that the server reads from its environment. `npm run settings` makes docs/settings.md of it. Durations are
 * seconds.
 */
export const Environment = z.object({
  PARLEY_MODE: setting(
    z.enum(['demo', 'production']).default('production'),
    '`demo` fills in sample customers, public accounts and the simulator’s settings; it talks to this machine only',
  ),
  PUBLIC_URL: setting(
    webAddress,
    'Required in production. The public address, such as `https://parley.example`; https, except on this machine. Decides the allowed origins',
  ),
  AUTH_SECRET: setting(
    secret.optional(),
    'Required in production. Signs sessions, encrypts second factors, and makes the keys of unsent text. At least 16 characters without repetition, such as from `openssl rand -base64 32`. A changed secret ends every session, voids invitations and password links, and loses unsent text on agents’ devices. Second factors must be set up anew (sign in with a recovery code, or `npm run parley -- agent second-factor-off EMAIL`)',
  ),
  HOST: setting(z.string().default('127.0.0.1'), 'The address to listen on'),
  PORT: setting(port.default(4000), 'The port to listen on'),
  TRUSTED_PROXY: setting(
    addressList.optional(),
    'The proxies in front of Parley: addresses or ranges such as `10.0.0.7` or `10.0.0.0/24`, separated by commas; by default this machine’s. `X-Forwarded-For` of any other sender is ignored',
  ),
  DATABASE_URL: setting(
    z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    'A PostgreSQL database, which several server processes may share. Without it Parley starts the embedded one. On another machine add `?sslmode=verify-full` (and `&sslrootcert=FILE` for your own authority)',
  ),
  DATA_DIR: setting(
    z.string().default('.data'),
    'The directory of the embedded database (`postgres/`) and of files (`files/`, which servers on one database must share; another one is refused). Open to its user only: Parley sets mode 700, or does not start',
  ),
  WHATSAPP_API_URL: setting(webAddress, 'Required in production: `https://graph.facebook.com`'),
  WHATSAPP_API_VERSION: setting(
    z
      .string()
      .regex(/^v\d+\.\d+$/)
      .default('v23.0'),
    'The version of the Cloud API',
  ),
  WHATSAPP_PHONE_NUMBER_ID: setting(
    text,
    'Required in production, or `WHATSAPP_NUMBERS`: the business number',
  ),
  WHATSAPP_ACCESS_TOKEN: setting(text, 'Required in production: the token of the number'),
  WHATSAPP_APP_SECRET: setting(text, 'Required in production: signs WhatsApp’s webhooks'),
  WHATSAPP_VERIFY_TOKEN: setting(
    text,
    'Required in production: the word that WhatsApp sends when it verifies the webhook',
  ),
  WHATSAPP_BUSINESS_ACCOUNT_ID: setting(
    text,
    'The number’s WhatsApp Business account, for message templates. Without it agents have no templates',
  ),
  WHATSAPP_NUMBERS: setting(
    text,
    'In place of `WHATSAPP_PHONE_NUMBER_ID`, several numbers of the same Meta app: JSON, or the path of a file that holds it: `[{"phone_number_id": "…", "name": "Pensions", "access_token": "…", "business_account_id": "…"}]`. The settings above fill in missing fields. A file with tokens needs mode 600',
  ),
  CHANNEL_BRIDGES: setting(
    text,
    'Channels beside WhatsApp, each behind a program that speaks [bridge.md](bridge.md): JSON, or the path of a file that holds it: `[{"id": "web-chat", "name": "Web chat", "url": "https://…", "token": "…"}]`; by default none, in a demo the simulator’s web chat',
  ),
  BOT_AT_NEW_NUMBERS: setting(
    onOff,
    '`on` or `off`: whether the bot answers first at a new number or bridge; by default `off`, in a demo `on`. Afterwards the page Bot decides',
  ),
  WORKSPACE_TIME_ZONE: setting(timeZone.default('Africa/Kampala'), 'The IANA time zone of the figures’ days'),
  OFFER_DEADLINE: setting(
    whole
      .min(1)
      .max(24 * 60 * 60)
      .default(defaultOfferDeadlineMs / 1000),
    'Seconds until an offer of a conversation expires',
  ),
  RATING_AFTER: setting(
    whole
      .min(0)
      .max(60 * 60)
      .default(60),
    'Seconds after which the customer of a resolved conversation is asked for a rating, if the page Settings says so and nobody has undone it',
  ),
  UNDO_SEND: setting(
    whole.min(0).max(30).default(5),
    'Seconds, up to 30, in which an agent can undo a reply; 0: it leaves at once. The page Settings overrides it. Templates leave at once',
  ),
  SMTP_URL: setting(
    z.url({ protocol: /^smtps?$/, message: 'must be smtp://… or smtps://…' }).optional(),
    'The mail server for password links, such as `smtps://user:password@mail.example`; TLS to another machine. Without it administrators make the links',
  ),
  SMTP_FROM: setting(
    z.string().regex(/@/, 'must be an e-mail address, alone or as Name <address>').optional(),
    'The sender of mails; by default `Parley <no-reply@…>` at the host of `PUBLIC_URL`',
  ),
  CLAMD_SOCKET: setting(
    text,
    'The socket of ClamAV’s clamd, such as `/run/clamav/clamd.ctl`: scans uploads and customers’ files before anybody can open them. Set clamd’s `StreamMaxLength` to 100M, the size of WhatsApp’s files. Without this and `CLAMD_ADDRESS` files are not scanned',
  ),
  CLAMD_ADDRESS: setting(
    z
      .string()
      .regex(/^[^\s:]+:\d{1,5}$|^\[[0-9a-f:]+\]:\d{1,5}$/i, 'must be host:port, such as 127.0.0.1:3310')
      .optional(),
    'The same by `host:port`, such as `127.0.0.1:3310`',
  ),
  ASSIST_URL: setting(
    webAddress,
    'An endpoint for chat completions, such as `http://127.0.0.1:8000/v1/chat/completions`; https, except on this machine. Agents can then translate messages, summarise conversations and draft answers. [security.md](security.md) lists the data that leaves. Without it there is no assist',
  ),
  ASSIST_MODEL: setting(text, 'The endpoint’s name of the model; required with `ASSIST_URL`'),
  ASSIST_TOKEN: setting(text, 'The endpoint’s token, if it needs one'),
  ASSIST_DAILY_CAP: setting(whole.min(1).max(1_000_000).default(500), 'The most requests a day'),
  ASSIST_INTENTS: setting(onOff, '`on` or `off` (default): a second opinion on `intent/recognize`'),
  LOG_LEVEL: setting(
    z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug']).default('info'),
    'Logs never hold message texts, tokens or query strings',
  ),
  INSTANCE_NAME: setting(
    z
      .string()
      .regex(/^[\w.-]{1,40}$/, 'must have 1 to 40 letters, digits, dots, dashes and underscores')
      .optional(),
    'The name of this process in log lines (`instance`) and in references of failures; by default a random word',
  ),
  METRICS_PORT: setting(
    port.optional(),
    'A separate port for `/metrics`. Without it they are on `PORT`, for callers on this machine without a proxy',
  ),
  METRICS_HOST: setting(z.string().default('127.0.0.1'), 'The address of `METRICS_PORT`'),
  DRAIN_DELAY: setting(
    z.coerce.number().min(0).max(60).default(1),
    'Seconds, up to 60, in which a stopping server says so on `/readyz` and still answers. Behind a proxy of several servers: the time that the proxy needs to notice',
  ),
  SAMPLE_AREAS: setting(
    areaList,
    'Areas for which the console shows built-in samples, separated by commas: `issues`, `applications`, `conversation-status`, `dashboard`; their calls answer 501. By default none',
  ),
  DEMO_CONVERSATIONS: setting(
    whole.min(0).max(1_000_000).default(60),
    'The number of a demo’s first conversations',
  ),
  DEMO_ON_NETWORK: setting(
    z.literal('yes', 'must be yes, or not set').optional(),
    '`yes` lets a demo and its simulator listen on a `HOST` that other machines reach: anybody there can sign in as its administrator. Without it they refuse such a host',
  ),
  SIMULATOR_PORT: setting(port.default(4001), 'The port of a demo’s simulator'),
})

export type Settings = z.output<typeof Environment>

/** The problems of the settings, one line each. */
export interface Problems {
  readonly problems: readonly string[]
}
