import type { IntentName } from '@parley/core/intent/api'
import type { Language, Words } from './language.ts'
import type { Choice } from './turn.ts'

/** The titles of intents as choices, at most 20 characters. */
export const intentTitles: Readonly<Partial<Record<IntentName, Words>>> = {
  check_balance: { en: 'My balance', lg: 'Balance yange', sw: 'Salio langu' },
  make_contribution: { en: 'How to pay', lg: 'Okusasula', sw: 'Jinsi ya kulipa' },
  payment_not_shown: { en: 'Payment not shown', lg: 'Okusasula tekulabika', sw: 'Malipo hayaonekani' },
  premium_due: { en: 'My premium', lg: 'Premium yange', sw: 'Malipo yangu' },
  missed_payment: { en: 'Missed payment', lg: 'Nalwawo okusasula', sw: 'Nimechelewa kulipa' },
  make_claim: { en: 'Make a claim', lg: 'Okukola claim', sw: 'Kutoa dai' },
  claim_status: { en: 'My claim', lg: 'Claim yange', sw: 'Dai langu' },
  apply_pension: { en: 'Join the pension', lg: 'Okwegatta ku pension', sw: 'Jiunge na pensheni' },
  apply_life_cover: { en: 'Buy life cover', lg: 'Okugula yinsuwa', sw: 'Nunua bima ya maisha' },
  application_status: { en: 'My application', lg: 'Okusaba kwange', sw: 'Ombi langu' },
  product_information: { en: 'Our products', lg: 'Bye tukola', sw: 'Huduma zetu' },
  withdraw_savings: { en: 'Withdraw savings', lg: 'Okuggyayo ssente', sw: 'Kutoa akiba' },
  change_beneficiary: { en: 'Beneficiaries', lg: 'Abasika', sw: 'Warithi' },
  update_details: { en: 'Change my details', lg: 'Kyusa ebinkwatako', sw: 'Badili taarifa' },
  get_document: { en: 'Get a document', lg: 'Okufuna ebiwandiiko', sw: 'Pata hati' },
  cancel_policy: { en: 'Cancel my policy', lg: 'Okusazaamu policy', sw: 'Futa sera yangu' },
  opening_hours: { en: 'Opening hours', lg: 'Essaawa z’omulimu', sw: 'Saa za kazi' },
  complaint: { en: 'Complaint', lg: 'Okwemulugunya', sw: 'Malalamiko' },
  speak_to_agent: { en: 'Talk to a person', lg: 'Yogera n’omuntu', sw: 'Zungumza na mtu' },
}

/** The main menu, the most frequent intents first. */
const entries: readonly IntentName[] = [
  'make_contribution',
  'check_balance',
  'premium_due',
  'claim_status',
  'make_claim',
  'apply_pension',
  'apply_life_cover',
  'application_status',
  'complaint',
  'speak_to_agent',
]

/** The choice for an intent; null: it has no title. */
export function intentChoice(intent: IntentName, language: Language): Choice | null {
  const title = intentTitles[intent]?.[language]
  return title === undefined ? null : { id: `intent:${intent}`, title }
}

export const menuChoices = (language: Language): readonly Choice[] =>
  entries.flatMap(intent => intentChoice(intent, language) ?? [])

/**
 * The intent of a choice, by its id, or by its title in any language for a choice of an earlier message; null: none.
 */
export function chosenIntent(idOrTitle: string): IntentName | null {
  for (const [intent, words] of Object.entries(intentTitles)) {
    if (idOrTitle === `intent:${intent}` || Object.values(words).some(title => title === idOrTitle))
      return intent as IntentName
  }
  return null
}
