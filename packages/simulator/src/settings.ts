import fs from 'node:fs'
import { z } from 'zod'
import type { SimulatorOptions } from './world.ts'

export type Settings = { host: string; port: number; options: SimulatorOptions }

type NumberOptions = Required<NonNullable<SimulatorOptions['moreNumbers']>[number]>

/** Numbers are made up for those that are listed, one after the other. */
const firstDisplayNumber = 256_200_000_000

const loopback = /^(localhost|127(\.\d{1,3}){3}|::1)$/

const port = z.coerce.number().int().min(0).max(65_535)
const schema = z.object({
  SIMULATOR_PORT: port.default(4001),
  HOST: z.string().default('127.0.0.1'),
  DEMO_ON_NETWORK: z.literal('yes', 'must be yes, or not set').optional(),
  WEBHOOK_URL: z
    .url({ protocol: /^https?$/ })
    .default('http://127.0.0.1:4000/api/v1/channels/whatsapp/webhook'),
  WEB_CHAT_EVENTS_URL: z
    .url({ protocol: /^https?$/ })
    .default('http://127.0.0.1:4000/api/v1/channels/bridges/web-chat/events'),
  WEB_CHAT_TOKEN: z.string().min(16).default('demo-web-chat-token'),
  WHATSAPP_NUMBERS: z.string().optional(),
  WHATSAPP_PHONE_NUMBER_ID: z.string().default('100000000000001'),
  WHATSAPP_BUSINESS_ACCOUNT_ID: z.string().default('100000000000002'),
  WHATSAPP_ACCESS_TOKEN: z.string().default('demo-access-token'),
  WHATSAPP_APP_SECRET: z.string().default('demo-app-secret'),
  WHATSAPP_VERIFY_TOKEN: z.string().default('demo-verify-token'),
  WHATSAPP_API_VERSION: z
    .string()
    .regex(/^v\d+\.\d+$/, 'must read like v23.0')
    .default('v23.0'),
})

/** The settings, or one line per setting that is wrong. Empty settings count as absent. */
export function readSettings(
  env: Readonly<Record<string, string | undefined>>,
  readFile: (path: string) => string = path => fs.readFileSync(path, 'utf8'),
): Settings | { problems: string[] } {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const reading = schema.safeParse(given)
  if (!reading.success) {
    return { problems: reading.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) }
  }
  const settings = reading.data
  const { HOST } = settings
  if (!loopback.test(HOST) && settings.DEMO_ON_NETWORK === undefined) {
    const why = `HOST: ${HOST} lets other machines write as every customer. Unset it, or set DEMO_ON_NETWORK=yes`
    return { problems: [why] }
  }
  const list = settings.WHATSAPP_NUMBERS
  const numbers = list === undefined ? [] : readNumberList(list, readFile)
  if ('problem' in numbers) return { problems: [`WHATSAPP_NUMBERS: ${numbers.problem}`] }
  const [first, ...more] = numbers
  return {
    host: HOST,
    port: settings.SIMULATOR_PORT,
    options: {
      webhookUrl: settings.WEBHOOK_URL,
      phoneNumberId: settings.WHATSAPP_PHONE_NUMBER_ID,
      businessAccountId: settings.WHATSAPP_BUSINESS_ACCOUNT_ID,
      accessToken: settings.WHATSAPP_ACCESS_TOKEN,
      appSecret: settings.WHATSAPP_APP_SECRET,
      verifyToken: settings.WHATSAPP_VERIFY_TOKEN,
      apiVersion: settings.WHATSAPP_API_VERSION,
      webChat: { eventsUrl: settings.WEB_CHAT_EVENTS_URL, token: settings.WEB_CHAT_TOKEN },
      ...(first && numbersOf(first, more, settings)),
    },
  }
}

/** The listed numbers in the place of the single one; the settings for all fill in omitted fields. */
function numbersOf(
  first: ListedNumber,
  more: readonly ListedNumber[],
  settings: z.infer<typeof schema>,
): Pick<SimulatorOptions, 'moreNumbers'> & NumberOptions {
  const optionsOf = (entry: ListedNumber, place: number): NumberOptions => ({
    phoneNumberId: entry.phone_number_id,
    displayPhoneNumber: String(firstDisplayNumber + place),
    name: entry.name,
    accessToken: entry.access_token ?? settings.WHATSAPP_ACCESS_TOKEN,
    businessAccountId: entry.business_account_id ?? settings.WHATSAPP_BUSINESS_ACCOUNT_ID,
  })
  return { ...optionsOf(first, 0), moreNumbers: more.map((entry, place) => optionsOf(entry, place + 1)) }
}

const entry = z.object({
  phone_number_id: z
    .string()
    .trim()
    .regex(/^[\w-]{1,64}$/, 'is not an id'),
  name: z.string().trim().min(1),
  access_token: z.string().trim().min(1).optional(),
  business_account_id: z.string().trim().min(1).optional(),
})
const NumberList = z
  .array(entry)
  .min(1)
  .refine(list => new Set(list.map(one => one.phone_number_id)).size === list.length, 'one id stands twice')

/** A number of the business as the setting WHATSAPP_NUMBERS lists it. */
type ListedNumber = z.infer<typeof entry>

/**
 * The numbers of WHATSAPP_NUMBERS: a JSON array, or the path of a file that holds one. A problem never quotes the setting,
 * which may hold a token.
 */
function readNumberList(
  setting: string,
  readFile: (path: string) => string,
): readonly ListedNumber[] | { problem: string } {
  let text = setting
  if (!setting.trimStart().startsWith('[')) {
    try {
      text = readFile(setting)
    } catch {
      return { problem: 'is neither a JSON array nor a file that can be read' }
    }
  }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { problem: 'is not JSON' }
  }
  const reading = NumberList.safeParse(json)
  if (reading.success) return reading.data
  const [issue] = reading.error.issues
  return { problem: [...(issue?.path ?? []).map(String), issue?.message].join(' ') }
}
