import { deflateRawSync } from 'node:zlib'
import type { Area } from '@parley/core/api/areas'
import { defaultOfferDeadlineMs } from '@parley/core/rules/assignment'
import { areas } from '@parley/core/words/areas'
import ipaddr from 'ipaddr.js'
import * as z from 'zod'

/** Random text of this length has more; what a person repeats or takes from the keyboard has not. */
const fewestLetters = 8
/** Bytes into which the text, and the steps from letter to letter, are packed at least. */
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

/** A setting that is set to nothing is not set. */
const blank = (value: unknown) => (value === '' ? undefined : value)

/** A setting: how its text is read, and what it means, in Markdown. */
const setting = <T extends z.ZodType>(schema: T, meaning: string) =>
  z.preprocess(blank, schema).describe(meaning)

/**
 * Every setting that the server reads from its environment. `npm run settings` makes docs/settings.md of it. Durations are
 * seconds.
 */
export const Environment = z.object({
  PARLEY_MODE: setting(
    z.enum(['demo', 'production']).default('production'),
    '`demo` fills in sample customers, a public account and the simulator’s settings; it talks to this machine alone',
  ),
  PUBLIC_URL: setting(
    webAddress,
    'Required in production. Where browsers reach Parley, such as `https://parley.example` (https, but on this machine alone); decides which origins are allowed',
  ),
  AUTH_SECRET: setting(
    secret.optional(),
    'Required in production. Signs sessions, seals second factors and gives browsers the keys of what is not sent yet: at least 16 characters that do not repeat themselves, such as `openssl rand -base64 32` makes. Another one ends every session and voids invitations and password links; second factors must be set up anew (sign in with a recovery code, or `npm run parley -- agent second-factor-off EMAIL`), and what agents had not sent is lost on their devices',
  ),
  HOST: setting(z.string().default('127.0.0.1'), 'The address to listen on'),
  PORT: setting(port.default(4000), 'The port to listen on'),
  TRUSTED_PROXY: setting(
    addressList.optional(),
    'The proxies before Parley, addresses or ranges such as `10.0.0.7` or `10.0.0.0/24`, separated by commas; this machine’s own unless set. What anybody else says in `X-Forwarded-For` counts for nothing',
  ),
  DATABASE_URL: setting(
    z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    'A PostgreSQL database, which several server processes may share; without it Parley starts the embedded one. On another machine with `?sslmode=verify-full` (and `&sslrootcert=FILE` for an authority of your own)',
  ),
  DATA_DIR: setting(
    z.string().default('.data'),
    'The embedded database (`postgres/`) and uploaded files (`files/`, which servers on one database must share: another directory is refused). Its user’s alone (mode 700): Parley closes it, or does not start',
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
  WHATSAPP_APP_SECRET: setting(text, 'Required in production: signs what WhatsApp sends'),
  WHATSAPP_VERIFY_TOKEN: setting(
    text,
    'Required in production: the word that WhatsApp repeats when it verifies the webhook',
  ),
  WHATSAPP_BUSINESS_ACCOUNT_ID: setting(
    text,
    'The WhatsApp Business account that the number belongs to, whose message templates are read; unset, agents have no templates',
  ),
  WHATSAPP_NUMBERS: setting(
    text,
    'In place of `WHATSAPP_PHONE_NUMBER_ID`, several numbers of the same Meta app: JSON, or the path of a file that holds it: `[{"phone_number_id": "…", "name": "Pensions", "access_token": "…", "business_account_id": "…"}]`. What an entry leaves out is that of the settings above. A file with tokens is its user’s alone (mode 600)',
  ),
  CHANNEL_BRIDGES: setting(
    text,
    'Channels beside WhatsApp, each behind a program of its own that speaks [bridge.md](bridge.md): JSON, or the path of a file that holds it: `[{"id": "web-chat", "name": "Web chat", "url": "https://…", "token": "…"}]`; unset, there are none, and in a demo the simulator’s web chat',
  ),
  BOT_AT_NEW_NUMBERS: setting(
    onOff,
    '`on` or `off`: whether the bot answers first at a number or bridge that the workspace has not served yet; `off` unless set, `on` in a demo. Afterwards the page Bot decides',
  ),
  WORKSPACE_TIME_ZONE: setting(
    timeZone.default('Africa/Kampala'),
    'The IANA time zone in whose days the figures are counted',
  ),
  OFFER_DEADLINE: setting(
    whole
      .min(1)
      .max(24 * 60 * 60)
      .default(defaultOfferDeadlineMs / 1000),
    'Seconds that an offered conversation waits for its answer',
  ),
  RATING_AFTER: setting(
    whole
      .min(0)
      .max(60 * 60)
      .default(60),
    'Seconds after which the customer of a resolved conversation is asked for a rating, where the page Settings says so, if nobody took that back',
  ),
  UNDO_SEND: setting(
    whole.min(0).max(30).default(5),
    'Seconds, up to 30, for which an agent’s answer is held so that it can be taken back; 0: it leaves at once. The page Settings goes before it. Templates are not held',
  ),
  SMTP_URL: setting(
    z.url({ protocol: /^smtps?$/, message: 'must be smtp://… or smtps://…' }).optional(),
    'The mail server, such as `smtps://user:password@mail.example`, for links to replace a forgotten password; to another machine only under TLS. Without it administrators make the links',
  ),
  SMTP_FROM: setting(
    z.string().regex(/@/, 'must be an e-mail address, alone or as Name <address>').optional(),
    'Whom mails come from; `Parley <no-reply@…>` at the host of `PUBLIC_URL` unless set',
  ),
  CLAMD_SOCKET: setting(
    text,
    'Where ClamAV’s clamd listens, such as `/run/clamav/clamd.ctl`: then uploads and customers’ files are scanned before anybody can open them. Set clamd’s `StreamMaxLength` to 100M, as large as WhatsApp’s files are. Unset, and `CLAMD_ADDRESS` too: files are not scanned',
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
    'An endpoint for chat completions, such as `http://127.0.0.1:8000/v1/chat/completions` (https, but on this machine alone): agents can have a message translated, a conversation summarised and an answer drafted. What leaves is in [security.md](security.md). Unset: there is no assist',
  ),
  ASSIST_MODEL: setting(text, 'What the endpoint calls its model; required with `ASSIST_URL`'),
  ASSIST_TOKEN: setting(text, 'The endpoint’s token, where it asks for one'),
  ASSIST_DAILY_CAP: setting(whole.min(1).max(1_000_000).default(500), 'So often a day it is asked'),
  ASSIST_INTENTS: setting(onOff, '`on` has it give a second opinion on `intent/recognize`; `off` unless set'),
  LOG_LEVEL: setting(
    z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug']).default('info'),
    'Logs never hold message texts, tokens or query strings',
  ),
  INSTANCE_NAME: setting(
    z
      .string()
      .regex(/^[\w.-]{1,40}$/, 'must have 1 to 40 letters, digits, dots, dashes and underscores')
      .optional(),
    'Names this process in its log lines (`instance`) and in the references of failures; a random word unless set',
  ),
  METRICS_PORT: setting(
    port.optional(),
    'A port of their own for `/metrics`; without it they are on `PORT`, for callers on this machine that no proxy speaks for',
  ),
  METRICS_HOST: setting(z.string().default('127.0.0.1'), 'The address of `METRICS_PORT`'),
  DRAIN_DELAY: setting(
    z.coerce.number().min(0).max(60).default(1),
    'Seconds, up to 60, for which a server that stops says so on `/readyz` and still answers. Behind a proxy of several servers, as long as the proxy takes to notice',
  ),
  SAMPLE_AREAS: setting(
    areaList,
    'Areas that the console shows built-in samples for instead of asking this server, separated by commas: `issues`, `applications`, `conversation-status`, `dashboard`; their calls answer 501; none unless set',
  ),
  DEMO_CONVERSATIONS: setting(
    whole.min(0).max(1_000_000).default(60),
    'How many conversations a demo begins with',
  ),
  DEMO_ON_NETWORK: setting(
    z.literal('yes', 'must be yes, or not set').optional(),
    '`yes` lets a demo and its simulator listen on a `HOST` that other machines reach: everybody there can sign in as its administrator. Without it they do not start on such a host',
  ),
  SIMULATOR_PORT: setting(port.default(4001), 'The port of a demo’s simulator'),
})
