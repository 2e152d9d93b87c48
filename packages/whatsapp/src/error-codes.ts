/**
 * The reaction to a refusal by WhatsApp. transient: retry soon. rate: retry more slowly. permanent: never retry this message.
 * channel: the number sends nothing until an administrator repairs the account. window: only a template may be sent now.
 */
export type RetryClass = 'transient' | 'rate' | 'permanent' | 'channel' | 'window'

/** A refusal in words for the agent: `sentence` says what happened, `remedy` what to do. */
export type Explanation = { retry: RetryClass; sentence: string; remedy: string }

const administrator = 'Ask an administrator to look at the WhatsApp account.'
const again = 'Press Retry in a few minutes.'
const noMore = 'Do not send it again as it is.'
const otherWay = 'Reach the customer another way.'
const otherTemplate = 'Choose another template.'

const table: Readonly<Record<number, readonly [RetryClass, string, string]>> = {
  0: ['channel', 'WhatsApp does not recognise our access.', administrator],
  1: [
    'permanent',
    'WhatsApp could not make sense of the message.',
    'Press Retry once; if it fails again, write it anew.',
  ],
  2: ['transient', 'WhatsApp is down for the moment.', again],
  3: ['channel', 'Our access to WhatsApp does not allow this.', administrator],
  4: ['rate', 'We asked WhatsApp too often.', again],
  10: ['channel', 'Our permission to send was not granted or was taken away.', administrator],
  33: ['channel', 'Our WhatsApp number does not exist any more.', administrator],
  100: ['permanent', 'A part of the message is misspelled or too much for WhatsApp.', noMore],
  104: ['channel', 'Our access was missing when we asked WhatsApp.', administrator],
  190: ['channel', 'Our access to WhatsApp has expired.', administrator],
  368: ['channel', 'WhatsApp has restricted our account for a breach of its policy.', administrator],
  470: [
    'window',
    'The customer last wrote more than 24 hours ago.',
    'Send a template, or wait until they write.',
  ],
  80007: ['rate', 'Our account has reached its limit for the moment.', again],
  130403: ['permanent', 'We have blocked this customer on WhatsApp.', 'Unblock the customer first.'],
  130429: ['rate', 'We send faster than WhatsApp takes it.', again],
  130472: ['permanent', 'WhatsApp withholds this message as part of a trial of its own.', otherWay],
  130497: ['permanent', 'We may not write to customers in this country.', otherWay],
  131000: ['transient', 'Something went wrong at WhatsApp.', again],
  131005: ['channel', 'WhatsApp denied us access to what the message needs.', administrator],
  131008: ['permanent', 'The message lacks a part that WhatsApp needs.', noMore],
  131009: ['permanent', 'A value in the message is not one that WhatsApp takes.', noMore],
  131016: ['transient', 'WhatsApp is overloaded for the moment.', again],
  131021: ['permanent', 'The message is addressed to our own number.', 'Check the number of the customer.'],
  131026: [
    'permanent',
    'The message cannot be delivered: the number may not be on WhatsApp, or its app is too old.',
    'Check the number, or reach the customer another way.',
  ],
  131030: ['permanent', 'The number is not on the list that our test number may write to.', administrator],
  131031: ['channel', 'WhatsApp has locked our account.', administrator],
  131037: ['channel', 'The display name of our number is not approved yet.', administrator],
  131042: ['channel', 'WhatsApp could not charge our account.', administrator],
  131045: ['channel', 'The registration of our number is not complete.', administrator],
  131047: [
    'window',
    'The customer last wrote more than 24 hours ago.',
    'Send a template, or wait until they write.',
  ],
  // WhatsApp asks for hours before the next attempt, so a retry within minutes does harm.
  131048: [
    'channel',
    'Too many customers have blocked or reported us; WhatsApp holds messages back.',
    administrator,
  ],
  131049: [
    'permanent',
    'WhatsApp chose not to deliver this, to spare the customer.',
    'Try again tomorrow at the earliest.',
  ],
  131050: ['permanent', 'The customer does not want such messages from us.', otherWay],
  131051: [
    'permanent',
    'WhatsApp does not know this kind of message.',
    'Send it as text or as another kind of file.',
  ],
  131052: [
    'permanent',
    'WhatsApp could not fetch the file the customer sent.',
    'Ask the customer to send it again.',
  ],
  131053: [
    'permanent',
    'WhatsApp cannot use this file.',
    'Convert it, for example to PDF, JPEG or MP4, and send that.',
  ],
  131055: ['permanent', 'This message may not be sent in this way.', noMore],
  131056: ['rate', 'We wrote to this customer too often within a short time.', again],
  131057: ['transient', 'Our account is in maintenance for a minute.', again],
  131059: ['permanent', 'WhatsApp lost its place in a long list.', administrator],
  131060: [
    'permanent',
    'WhatsApp cannot show this message for the moment.',
    'Ask the customer to send it again.',
  ],
  131062: [
    'permanent',
    'This kind of message needs the phone number of the customer.',
    'Ask the customer for their number.',
  ],
  131063: ['channel', 'Marketing messages are switched off for our account.', administrator],
  131064: ['channel', 'WhatsApp limits our account after templates of the wrong category.', administrator],
  131201: ['permanent', 'Only a part of a change to a group was made.', administrator],
  131202: ['permanent', 'The same person was named twice for a group.', administrator],
  132000: ['permanent', 'The template needs another number of values.', 'Fill in the template again.'],
  132001: ['permanent', 'The template does not exist in this language or is not approved.', otherTemplate],
  132005: ['permanent', 'The filled-in template is too long.', 'Shorten its values.'],
  132007: ['permanent', 'The template breaks a policy of WhatsApp.', otherTemplate],
  132012: ['permanent', 'A value has another form than the template wants.', 'Fill in the template again.'],
  132015: ['permanent', 'The template is paused because customers disliked it.', otherTemplate],
  132016: ['permanent', 'The template is disabled.', otherTemplate],
  132018: ['permanent', 'A value of the template was found wrong.', 'Fill in the template again.'],
  132068: ['permanent', 'The form is blocked.', administrator],
  132069: ['rate', 'The form is sent too often for the moment.', again],
  133000: ['channel', 'Our number was not fully removed before it was set up again.', administrator],
  133004: ['transient', 'The server of WhatsApp is not available for the moment.', again],
  133005: ['channel', 'The PIN of our number is wrong.', administrator],
  133006: ['channel', 'Our number has to be verified first.', administrator],
  133008: ['channel', 'The PIN of our number was wrong too often.', administrator],
  133009: ['channel', 'The PIN of our number was entered too quickly.', administrator],
  133010: ['channel', 'Our number is not registered.', administrator],
  133015: ['rate', 'Our number was removed a moment ago.', 'Press Retry in five minutes.'],
  133016: ['rate', 'Our number was registered too often.', administrator],
  134011: ['channel', 'The terms for payments are not accepted yet.', administrator],
  134100: ['permanent', 'Only marketing templates may be sent in this way.', otherTemplate],
  134101: ['permanent', 'The template is still being prepared by WhatsApp.', 'Press Retry in ten minutes.'],
  134102: ['permanent', 'The template cannot be used for marketing.', otherTemplate],
  135000: [
    'permanent',
    'WhatsApp refused the message without saying why.',
    'Write it anew, or send it as another kind.',
  ],
  147001: ['permanent', 'The username of our business cannot be had.', administrator],
  147002: ['permanent', 'The username of our business may not be changed now.', administrator],
  147003: ['permanent', 'The username of our business is taken already.', administrator],
  147004: ['permanent', 'The username of our business breaks a rule of WhatsApp.', administrator],
  2593107: ['permanent', 'The old conversations of our number were asked for too often.', administrator],
  2593108: ['permanent', 'The old conversations of our number were asked for too late.', administrator],
  2593109: ['permanent', 'The old conversations of our number were not to be shared.', administrator],
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
      sentence: 'Our account lacks a permission that this needs.',
      remedy: administrator,
    }
  }
  if (code >= 300 && code <= 499) {
    const retry = retryOfStatus(code)
    return {
      retry,
      sentence: 'Something between us and WhatsApp did not let it through.',
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
