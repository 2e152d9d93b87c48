/**
 * What to do after WhatsApp refused a message.
 * transient: again soon. rate: again, more slowly. permanent: never this message. channel: nothing goes out until
 * somebody repairs the account. window: only a template may be sent now.
 */
export type RetryClass = 'transient' | 'rate' | 'permanent' | 'channel' | 'window'

/** A refusal in an agent's words: what happened, and what to do about it. */
export type Explanation = { retry: RetryClass; sentence: string; remedy: string }

const administrator = 'Ask an administrator to look at the WhatsApp account.'
const shortly = 'It is sent again by itself.'
const noMore = 'Do not send it again as it is.'

const table: Readonly<Record<number, readonly [RetryClass, string, string]>> = {
  0: ['channel', 'WhatsApp does not accept our access.', administrator],
  1: [
    'permanent',
    'WhatsApp could not make sense of the message.',
    'Try again; if it fails again, write it anew.',
  ],
  2: ['transient', 'WhatsApp is down for the moment.', shortly],
  3: ['channel', 'Our account may not send this.', administrator],
  4: ['rate', 'We asked WhatsApp too often.', shortly],
  10: ['channel', 'Our account has no permission to send.', administrator],
  33: ['channel', 'Our WhatsApp number does not exist any more.', administrator],
  100: ['permanent', 'WhatsApp did not accept a part of the message.', noMore],
  104: ['channel', 'WhatsApp does not accept our access.', administrator],
  190: ['channel', 'Our access to WhatsApp has expired.', administrator],
  368: ['channel', 'WhatsApp has restricted our account for a breach of its policy.', administrator],
  470: [
    'window',
    'The customer last wrote more than 24 hours ago.',
    'Wait until they write, or reach them another way.',
  ],
  80007: ['rate', 'Our account has reached its limit for the moment.', shortly],
  130403: ['permanent', 'We have blocked this customer on WhatsApp.', 'Unblock the customer first.'],
  130429: ['rate', 'We send faster than WhatsApp takes it.', shortly],
  130472: [
    'permanent',
    'WhatsApp withholds this message as part of a trial of its own.',
    'Reach the customer another way.',
  ],
  130497: ['permanent', 'We may not write to customers in this country.', 'Reach the customer another way.'],
  131000: ['transient', 'Something went wrong at WhatsApp.', shortly],
  131005: ['channel', 'Our account has no permission to send.', administrator],
  131008: ['permanent', 'The message lacks a part that WhatsApp needs.', noMore],
  131009: ['permanent', 'WhatsApp did not accept a part of the message.', noMore],
  131016: ['transient', 'WhatsApp is overloaded for the moment.', shortly],
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
  131045: ['channel', 'Our number is not registered correctly.', administrator],
  131047: [
    'window',
    'The customer last wrote more than 24 hours ago.',
    'Wait until they write, or reach them another way.',
  ],
  // Meta wants hours to pass before these two are tried again, so a retry within minutes only does harm.
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
  131050: [
    'permanent',
    'The customer does not want such messages from us.',
    'Reach the customer another way.',
  ],
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
  131056: ['rate', 'We wrote to this customer too often within a short time.', shortly],
  131057: ['transient', 'Our account is in maintenance for a minute.', shortly],
  131059: ['permanent', 'WhatsApp did not accept a part of the message.', noMore],
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
  131064: ['channel', 'WhatsApp limits our account for a time.', administrator],
  132000: ['permanent', 'The template needs another number of values.', 'Fill in the template again.'],
  132001: [
    'permanent',
    'The template does not exist in this language or is not approved.',
    'Choose another template.',
  ],
  132005: ['permanent', 'The filled-in template is too long.', 'Shorten its values.'],
  132007: ['permanent', 'The template breaks a policy of WhatsApp.', 'Choose another template.'],
  132012: ['permanent', 'A value does not fit the template.', 'Fill in the template again.'],
  132015: ['permanent', 'The template is paused because customers disliked it.', 'Choose another template.'],
  132016: ['permanent', 'The template is disabled.', 'Choose another template.'],
  132018: ['permanent', 'A value does not fit the template.', 'Fill in the template again.'],
  132068: ['permanent', 'The form is blocked.', administrator],
  132069: ['rate', 'The form is sent too often for the moment.', shortly],
  133000: ['channel', 'Our number is not registered correctly.', administrator],
  133004: ['transient', 'WhatsApp is down for the moment.', shortly],
  133005: ['channel', 'The PIN of our number is wrong.', administrator],
  133006: ['channel', 'Our number has to be verified first.', administrator],
  133008: ['channel', 'The PIN of our number was wrong too often.', administrator],
  133009: ['channel', 'The PIN of our number was entered too quickly.', administrator],
  133010: ['channel', 'Our number is not registered.', administrator],
  133015: ['rate', 'Our number was deleted a moment ago.', 'Wait five minutes.'],
  133016: ['rate', 'Our number was registered too often.', 'Wait before trying again.'],
  134011: ['channel', 'The terms for payments are not accepted yet.', administrator],
  135000: [
    'permanent',
    'WhatsApp refused the message without saying why.',
    'Write it anew, or send it as another kind.',
  ],
}

/**
 * What a refusal means. Total: a code nobody has seen is permanent, since sending again what was refused for an unknown
 * reason helps nobody; `details` (Meta's sentence, may be empty) is then all there is to say.
 */
export function explain(code: number, details: string): Explanation {
  const known = Object.hasOwn(table, code) ? table[code] : undefined
  if (known) return { retry: known[0], sentence: known[1], remedy: known[2] }
  if (code >= 200 && code <= 299) {
    return { retry: 'channel', sentence: 'Our account has no permission to send.', remedy: administrator }
  }
  const said = details.trim()
  return {
    retry: 'permanent',
    sentence:
      said === '' ? `WhatsApp refused the message (code ${code}).` : `WhatsApp refused the message: ${said}`,
    remedy: noMore,
  }
}

/** Every code the table knows, for tests and for documentation. */
export const knownCodes: readonly number[] = Object.keys(table).map(Number)
