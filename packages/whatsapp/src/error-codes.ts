/**
 * The reaction to a refusal by WhatsApp. transient: retry soon. rate: retry more slowly. permanent: never retry this message.
 * channel: the number sends nothing until an administrator repairs the account. window: only a template may be sent now.
 */
export type RetryClass = 'transient' | 'rate' | 'permanent' | 'channel' | 'window'

/** A refusal in words for the agent: `sentence` says what happened, `remedy` what to do. */
export type Explanation = { retry: RetryClass; sentence: string; remedy: string }

const administrator = 'Ask an administrator to check the WhatsApp account.'
const again = 'Press Retry in a few minutes.'
const noMore = 'Change the message before you send it again.'
const otherWay = 'Reach the customer another way.'
const otherTemplate = 'Choose another template.'

const table: Readonly<Record<number, readonly [RetryClass, string, string]>> = {
  0: ['channel', 'WhatsApp does not accept our access.', administrator],
  1: [
    'permanent',
    'WhatsApp could not read the message.',
    'Press Retry once. If it fails again, write a new message.',
  ],
  2: ['transient', 'WhatsApp is down at the moment.', again],
  3: ['channel', 'Our WhatsApp account is not allowed to do this.', administrator],
  4: ['rate', 'We sent WhatsApp too many requests.', again],
  10: ['channel', 'Our permission to send is missing or was removed.', administrator],
  33: ['channel', 'Our WhatsApp number no longer exists.', administrator],
  100: ['permanent', 'WhatsApp found a part of the message invalid or too long.', noMore],
  104: ['channel', 'Our access was missing when we contacted WhatsApp.', administrator],
  190: ['channel', 'Our access to WhatsApp has expired.', administrator],
  368: ['channel', 'WhatsApp has restricted our account for breaking its policy.', administrator],
  470: [
    'window',
    'The customer last wrote more than 24 hours ago.',
    'Send a template, or wait until they write.',
  ],
  80007: ['rate', 'Our account has reached its limit for now.', again],
  130403: ['permanent', 'This customer is blocked on WhatsApp.', 'Unblock the customer first.'],
  130429: ['rate', 'We are sending faster than WhatsApp allows.', again],
  130472: ['permanent', 'WhatsApp did not deliver this because of an experiment of its own.', otherWay],
  130497: ['permanent', 'We are not allowed to message customers in this country.', otherWay],
  131000: ['transient', 'Something went wrong at WhatsApp.', again],
  131005: ['channel', 'WhatsApp refused access to something that the message needs.', administrator],
  131008: ['permanent', 'The message lacks a part that WhatsApp requires.', noMore],
  131009: ['permanent', 'WhatsApp does not accept a value in the message.', noMore],
  131016: ['transient', 'WhatsApp is overloaded at the moment.', again],
  131021: ['permanent', 'The message is addressed to our own number.', "Check the customer's number."],
  131026: [
    'permanent',
    'The message cannot be delivered. The number may not be on WhatsApp, or its app may be too old.',
    'Check the number, or reach the customer another way.',
  ],
  131030: ['permanent', 'Our test number may not message this customer.', administrator],
  131031: ['channel', 'WhatsApp has locked our account.', administrator],
  131037: ['channel', "Our number's display name is not approved yet.", administrator],
  131042: ['channel', 'WhatsApp could not charge our account.', administrator],
  131045: ['channel', 'Our number is not fully registered.', administrator],
  131047: [
    'window',
    'The customer last wrote more than 24 hours ago.',
    'Send a template, or wait until they write.',
  ],
  // WhatsApp asks for hours before the next attempt, so a retry within minutes does harm.
  131048: [
    'channel',
    'WhatsApp limits our messages because too many customers blocked or reported us.',
    administrator,
  ],
  131049: [
    'permanent',
    'WhatsApp did not deliver this, because the customer gets too many marketing messages.',
    'Try again tomorrow or later.',
  ],
  131050: ['permanent', 'The customer opted out of marketing messages from us.', otherWay],
  131051: [
    'permanent',
    'WhatsApp does not support this kind of message.',
    'Send it as text or as another type of file.',
  ],
  131052: [
    'permanent',
    "WhatsApp could not download the customer's file.",
    'Ask the customer to send it again.',
  ],
  131053: [
    'permanent',
    'WhatsApp cannot use this file.',
    'Convert it to PDF, JPEG or MP4, then send it again.',
  ],
  131055: ['permanent', 'This message cannot be sent this way.', noMore],
  131056: ['rate', 'We sent this customer too many messages in a short time.', again],
  131057: ['transient', 'Our account is under maintenance for a minute.', again],
  131059: ['permanent', 'WhatsApp could not continue a long list.', administrator],
  131060: [
    'permanent',
    'WhatsApp cannot show this message at the moment.',
    'Ask the customer to send it again.',
  ],
  131062: [
    'permanent',
    "This kind of message needs the customer's phone number.",
    'Ask the customer for their phone number.',
  ],
  131063: ['channel', 'Marketing messages are turned off for our account.', administrator],
  131064: [
    'channel',
    'WhatsApp limits our account because of templates in the wrong category.',
    administrator,
  ],
  131201: ['permanent', 'A change to a group was made only in part.', administrator],
  131202: ['permanent', 'The same person was listed twice for a group.', administrator],
  132000: ['permanent', 'The template needs a different number of values.', 'Fill in the template again.'],
  132001: ['permanent', 'The template does not exist in this language or is not approved.', otherTemplate],
  132005: ['permanent', 'The filled-in template is too long.', 'Shorten its values.'],
  132007: ['permanent', 'The template breaks a WhatsApp policy.', otherTemplate],
  132012: [
    'permanent',
    'A value does not have the format that the template needs.',
    'Fill in the template again.',
  ],
  132015: ['permanent', 'The template is paused because customers rated it badly.', otherTemplate],
  132016: ['permanent', 'The template is disabled.', otherTemplate],
  132018: ['permanent', 'A value in the template is wrong.', 'Fill in the template again.'],
  132068: ['permanent', 'The form is blocked.', administrator],
  132069: ['rate', 'The form was sent too often in a short time.', again],
  133000: ['channel', 'Our number was not fully deleted before it was set up again.', administrator],
  133004: ['transient', 'WhatsApp is not available at the moment.', again],
  133005: ['channel', 'The PIN for our number is wrong.', administrator],
  133006: ['channel', 'Our number must be verified first.', administrator],
  133008: ['channel', 'The wrong PIN was entered for our number too often.', administrator],
  133009: ['channel', 'The PIN for our number was entered too quickly.', administrator],
  133010: ['channel', 'Our number is not registered.', administrator],
  133015: ['rate', 'Our number was deleted a moment ago.', 'Press Retry in five minutes.'],
  133016: ['rate', 'Our number was registered too many times.', administrator],
  134011: ['channel', 'Our account has not accepted the payment terms yet.', administrator],
  134100: ['permanent', 'Only marketing templates can be sent this way.', otherTemplate],
  134101: ['permanent', 'WhatsApp is still preparing the template.', 'Press Retry in ten minutes.'],
  134102: ['permanent', 'The template cannot be used for marketing.', otherTemplate],
  135000: [
    'permanent',
    'WhatsApp refused the message and gave no reason.',
    'Write a new message, or send it as another type.',
  ],
  147001: ['permanent', 'Our business username is not available.', administrator],
  147002: ['permanent', 'Our business username cannot be changed now.', administrator],
  147003: ['permanent', 'Our business username is already taken.', administrator],
  147004: ['permanent', 'Our business username breaks a WhatsApp rule.', administrator],
  2593107: ['permanent', "Our number's message history was requested too often.", administrator],
  2593108: ['permanent', "Our number's message history was requested too late.", administrator],
  2593109: ['permanent', "Sharing our number's message history was declined.", administrator],
}

const remedyAt: Readonly<Record<RetryClass, string>> = {
  transient: again,
  rate: again,
  permanent: noMore,
  channel: administrator,
  window: noMore,
}

/** The retry class of an HTTP status without an error of WhatsApp's. A proxy sent it, and the message was not accepted. */
export function retryOfStatus(status: number): RetryClass {
  if (status === 429) return 'rate'
  if (status === 408 || status === 425) return 'transient'
  return status < 400 || status === 401 || status === 403 || status === 404 || status === 407
    ? 'channel'
    : 'permanent'
}

/**
 * Explains a refusal. An unknown code is permanent, since a retry after an unknown reason helps nobody. The only explanation is
 * then `details`, Meta's sentence, which may be empty.
 */
export function explain(code: number, details: string): Explanation {
  const known = Object.hasOwn(table, code) ? table[code] : undefined
  if (known) return { retry: known[0], sentence: known[1], remedy: known[2] }
  if (code >= 200 && code <= 299) {
    return {
      retry: 'channel',
      sentence: 'Our account lacks a permission that this requires.',
      remedy: administrator,
    }
  }
  if (code >= 300 && code <= 499) {
    const retry = retryOfStatus(code)
    return {
      retry,
      sentence: 'Something between Parley and WhatsApp blocked it.',
      remedy: remedyAt[retry],
    }
  }
  const said = details.trim()
  return {
    retry: 'permanent',
    sentence:
      said === '' ? `WhatsApp refused the message (code ${code}).` : `WhatsApp refused the message: ${said}`,
    remedy: noMore,
  }
}

/** The scope that a refusal blocks beside its message: all messages to that customer, or all from our number. */
export type Held = 'pair' | 'number'

/** The account may not send messages of one kind; others are sent. */
const ofOneKind: ReadonlySet<number> = new Set([131063, 134011])
/** The form is throttled, and nothing else. */
const ofOneForm = 132069

/** The scope that a refusal blocks; null: only its message. */
export function heldBy(code: number): Held | null {
  if (code === 131056) return 'pair'
  const { retry } = explain(code, '')
  if (retry === 'rate') return code === ofOneForm ? null : 'number'
  return retry === 'channel' && !ofOneKind.has(code) ? 'number' : null
}

/** A template differs from our copy: its variables, its form, or whether it can be sent. */
const ofTemplates: ReadonlySet<number> = new Set([
  132000, 132001, 132005, 132007, 132012, 132015, 132016, 132018,
])

/** Whether a refusal requires that the templates are read again. */
export const showsChangedTemplate = (code: number): boolean => ofTemplates.has(code)

/** Every code of the table, for tests and for documentation. */
export const knownCodes: readonly number[] = Object.keys(table).map(Number)
