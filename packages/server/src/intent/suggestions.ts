import type { IntentName } from '@parley/core/intent/api'

/** Replies for an agent, at most three for each intent; none for an intent that needs no help. */
const suggestions: Readonly<Record<IntentName, readonly string[]>> = {
  greeting: [],
  thanks: [],
  about_bot: [],
  opening_hours: [],
  product_information: [
    'Do you want to save for later years, or to protect your family?',
    'I am sending you a short overview of our products.',
    'Shall we start an application right here in the chat?',
  ],
  apply_pension: [
    'I can start the application for the Individual Pension Plan with you here.',
    'How much would you like to contribute each month?',
    'Please have your national ID at hand; you can send a photo of it here.',
  ],
  apply_life_cover: [
    'I can start the application for LIB Flex with you here.',
    'How much cover are you looking for?',
    'Whom would you like to name as beneficiaries?',
  ],
  application_status: [
    'May I have the number of your application, please?',
    'I am looking up where your application stands.',
    'Which documents have you sent us so far?',
  ],
  check_balance: [
    'May I have your policy number, so that I can look up your balance?',
    'I am checking your balance now. One moment, please.',
    'Would you like a full statement as well?',
  ],
  make_contribution: [
    'Would you like to pay by MTN, by Airtel or at a bank?',
    'Which policy number should the payment go to?',
    'How much would you like to contribute?',
  ],
  payment_not_shown: [
    'Please send the receipt or the message that you got for the payment.',
    'On which day and from which number did you pay?',
    'I am asking our payments team to find it.',
  ],
  premium_due: [
    'May I have your policy number, so that I can look up your premium?',
    'Do you pay each month, each quarter or each year?',
    'I am sending you when the next payment is due.',
  ],
  missed_payment: [
    'May I have your policy number, so that I can see what is open?',
    'Would you like to pay what is open now, or in parts?',
    'I am checking whether your cover is still in force.',
  ],
  make_claim: [
    'I am sorry to hear that. What has happened, and when?',
    'May I have the policy number, please?',
    'I am sending you the list of papers that a claim needs.',
  ],
  claim_status: [
    'May I have your claim or policy number, please?',
    'I am asking our claims team where your claim stands.',
    'Which documents have you sent us for this claim so far?',
  ],
  withdraw_savings: [
    'May I have your policy number, so that I can see what can be paid out?',
    'How much would you like to withdraw?',
    'To which account or mobile money number should it go?',
  ],
  change_beneficiary: [
    'Whom would you like to name, and with which share?',
    'Please send a photo of the national ID of the person.',
    'I am sending you the form to sign.',
  ],
  update_details: [
    'Which of your details should we change?',
    'Please send a photo of your national ID, so that we can make the change.',
    'Is this the number that we should reach you on from now on?',
  ],
  get_document: [
    'Which document do you need, and for which policy?',
    'I am sending it to you here as a PDF.',
    'For which months do you need the statement?',
  ],
  cancel_policy: [
    'I am sorry that you think of leaving. May I ask why?',
    'May I have your policy number, please?',
    'Before you decide: would a pause of the payments help?',
  ],
  complaint: [
    'I am sorry about that. Please tell me what happened.',
    'I am raising a ticket, so that this is followed up.',
    'When did this happen, and with whom did you speak?',
  ],
  speak_to_agent: [
    'You are talking with our support team. How may I help you?',
    'What is a good time to call you?',
    'Which number should we call you on?',
  ],
}

export const suggestionsFor = (intent: IntentName | null): readonly string[] =>
  intent === null ? [] : suggestions[intent]

/**
 * Whether an intent calls for an action. Greetings and thanks do not, so Parley does not ask an agent who writes one about it.
 */
export const isToBeDone = (intent: IntentName): boolean => suggestions[intent].length > 0
