import fs from 'node:fs'
import { z } from 'zod'
import type { SimulatorOptions } from './world.ts'

export type Settings = { host: string; port: number; options: SimulatorOptions }

/** The made-up number of the first listed one; the others count up from it. */
const firstDisplayNumber = 256_200_000_000

const loopback = /^(localhost|127(\.\d{1,3}){3}|::1)$/

const filled = z.string().trim().min(1)
/** A number of the business as the setting WHATSAPP_NUMBERS lists it. */
const ListedNumber = z.object({
  phone_number_id: filled.regex(/^[\w-]{1,64}$/, 'is not an id'),
  name: filled,
  access_token: filled.optional(),
  business_account_id: filled.optional(),
})
const NumberList = z
  .array(ListedNumber)
  .min(1)
  .refine(list => new Set(list.map(one => one.phone_number_id)).size === list.length, 'one id stands twice')

/** The text of WHATSAPP_NUMBERS: a JSON array, or the path of a file that holds one. A problem quotes no token. */
function readJson(setting: string, readFile: (path: string) => string, context: z.RefinementCtx): unknown {
  let problem = 'is neither a JSON array nor a file that can be read'
  try {
    const text = setting.trimStart().startsWith('[') ? setting : readFile(setting)
    problem = 'is not JSON'
    return JSON.parse(text)
  } catch {
    // The error's own message may quote the setting.
    context.addIssue({ code: 'custom', message: problem })
    return z.NEVER
  }
}

const webUrl = z.url({ protocol: /^https?$/ })
const schemaWith = (readFile: (path: string) => string) =>
  z
    .object({
      SIMULATOR_PORT: z.coerce.number().int().min(0).max(65_535).default(4001),
      HOST: z.string().default('127.0.0.1'),
      DEMO_ON_NETWORK: z.literal('yes', 'must be yes, or not set').optional(),
      WEBHOOK_URL: webUrl.default('http://127.0.0.1:4000/api/v1/channels/whatsapp/webhook'),
      WEB_CHAT_EVENTS_URL: webUrl.default('http://127.0.0.1:4000/api/v1/channels/bridges/web-chat/events'),
      WEB_CHAT_TOKEN: z.string().min(16).default('demo-web-chat-token'),
      WHATSAPP_NUMBERS: z
        .string()
        .transform((setting, context) => readJson(setting, readFile, context))
        .pipe(NumberList)
        .optional(),
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
    .refine(({ HOST, DEMO_ON_NETWORK }) => loopback.test(HOST) || DEMO_ON_NETWORK !== undefined, {
      path: ['HOST'],
      error: 'lets other machines write as every customer. Unset it, or set DEMO_ON_NETWORK=yes',
    })

/** The settings, or one line per setting that is wrong. Empty settings count as absent. */
export function readSettings(
  env: Readonly<Record<string, string | undefined>>,
  readFile: (path: string) => string = path => fs.readFileSync(path, 'utf8'),
): Settings | { problems: string[] } {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const reading = schemaWith(readFile).safeParse(given)
  if (!reading.success) {
    const lineOf = ({ path: [name, ...rest], message }: z.core.$ZodIssue) =>
      `${String(name)}: ${[...rest.map(String), message].join(' ')}`
    return { problems: reading.error.issues.map(lineOf) }
  }
  const settings = reading.data
  const {
    WHATSAPP_NUMBERS: listed = [],
    WHATSAPP_ACCESS_TOKEN: accessToken,
    WHATSAPP_BUSINESS_ACCOUNT_ID: businessAccountId,
  } = settings
  const [first, ...moreNumbers] = listed.map((one, place) => ({
    phoneNumberId: one.phone_number_id,
    displayPhoneNumber: String(firstDisplayNumber + place),
    name: one.name,
    accessToken: one.access_token ?? accessToken,
    businessAccountId: one.business_account_id ?? businessAccountId,
  }))
  return {
    host: settings.HOST,
    port: settings.SIMULATOR_PORT,
    options: {
      webhookUrl: settings.WEBHOOK_URL,
      phoneNumberId: settings.WHATSAPP_PHONE_NUMBER_ID,
      businessAccountId,
      accessToken,
      appSecret: settings.WHATSAPP_APP_SECRET,
      verifyToken: settings.WHATSAPP_VERIFY_TOKEN,
      apiVersion: settings.WHATSAPP_API_VERSION,
      webChat: { eventsUrl: settings.WEB_CHAT_EVENTS_URL, token: settings.WEB_CHAT_TOKEN },
      ...(first && { ...first, moreNumbers }),
    },
  }
}
