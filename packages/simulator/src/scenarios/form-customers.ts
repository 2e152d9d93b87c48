import type { Scenario, ScenarioStep } from '../scenario.ts'

/** What a customer does at one moment: writes, taps what was offered under this title, or sends a photo. */
export type Deed = { readonly writes: string } | { readonly taps: string } | { readonly photo: string }

type Value = string | number | boolean | readonly string[]

/** A deed, and the field of the application that stands so because of it; without one it is a mistake, or a way on. */
export interface Line {
  readonly deed: Deed
  readonly field?: string
  /** As the application holds it; 'tomorrow' for the day after it is played. */
  readonly value?: Value
}

/** A customer who fills in a whole form and makes every mistake once. */
export interface FormCustomer {
  /** The scenario's name. */
  readonly name: string
  readonly title: string
  readonly kind: 'ipp' | 'lib'
  readonly number: string
  readonly lines: readonly Line[]
}

type Manner = 'buttons' | 'words'

const writes = (text: string): Line => ({ deed: { writes: text } })
const photo = (name: string): Line => ({ deed: { photo: name } })
/** Says what a field is. */
const says = (field: string, text: string, value: Value = text): Line => ({
  deed: { writes: text },
  field,
  value,
})

/** What a customer of one manner does where something can be tapped. */
const mannerOf = (manner: Manner) => ({
  goes: (title: string, words: string): Line => ({
    deed: manner === 'buttons' ? { taps: title } : { writes: words },
  }),
  picks: (field: string, title: string, words: string, value: Value): Line => ({
    deed: manner === 'buttons' ? { taps: title } : { writes: words },
    field,
    value,
  }),
})

const personalLines = ({ goes, picks }: ReturnType<typeof mannerOf>): readonly Line[] => [
  writes('Mary'),
  says('personal_details.full_name', 'nakato mary', 'Nakato Mary'),
  // No such day, then a child.
  writes('31/2/1990'),
  writes('4/3/2015'),
  says('personal_details.date_of_birth', '4/3/1991', '1991-03-04'),
  picks('personal_details.gender', 'Female', 'a woman', 'FEMALE'),
  picks('personal_details.nationality', 'Ugandan', 'uganda', 'Ugandan'),
  picks('personal_details.id_type', 'National ID', 'my national id', 'NATIONAL_ID'),
  writes('CM12'),
  says('personal_details.id_number', 'CF910121ABC3DE'),
  goes('Single', 'single'),
  writes('back'),
  picks('personal_details.marital_status', 'Married', 'married', 'MARRIED'),
  // The number that the business knows is not the one.
  goes('Change', 'no'),
  writes('0772'),
  says('contact_details.phone_number', '0772 123 456', '+256772123456'),
  goes('Skip', 'skip'),
  // A question in between.
  writes('What is the status of my application?'),
  writes('mary@example.com'),
  says('contact_details.physical_address', 'Plot 4, Jinja Road'),
  writes('later'),
  writes('continue'),
  goes('Skip', 'skip'),
]

const workLines = ({ picks }: ReturnType<typeof mannerOf>): readonly Line[] => [
  picks('employment_details.employment_status', 'Employed', 'employed', 'EMPLOYED'),
  says('employment_details.employer_name', 'Nile Steel'),
  says('employment_details.job_title', 'Teacher'),
  picks('employment_details.industry', 'Education', 'school', 'EDUCATION'),
  writes('a lot'),
  says('employment_details.monthly_income', '800k', 800_000),
]

const pensionLines = ({ goes, picks }: ReturnType<typeof mannerOf>): readonly Line[] => [
  says('contribution_details.monthly_contribution', '50,000', 50_000),
  goes('Skip', 'skip'),
  picks('contribution_details.payment_method', 'Mobile money', 'momo', 'MOBILE_MONEY'),
  says('contribution_details.start_date', 'tomorrow'),
  picks('investment_preferences.risk_tolerance', 'Moderate', 'medium', 'MODERATE'),
  picks('investment_preferences.preferred_portfolio', 'Growth', 'growth', 'GROWTH'),
  picks('investment_preferences.investment_horizon', 'Until I am 60', 'until 60', 'Until I am 60'),
]

const coverLines = ({ picks }: ReturnType<typeof mannerOf>): readonly Line[] => [
  picks('policy_details.policy_type', 'Family', 'for my family', 'FAMILY'),
  says('policy_details.cover_amount', '20m', 20_000_000),
  says('policy_details.policy_term', '10 years', 10),
  picks('policy_details.premium_payment_frequency', 'Monthly', 'every month', 'MONTHLY'),
  says('policy_details.premium_amount', '100k', 100_000),
  picks('policy_details.payment_method', 'Bank transfer', 'bank', 'BANK_TRANSFER'),
  picks('health_information.has_existing_conditions', 'Yes', 'yes', true),
  says('health_information.existing_conditions', 'asthma, diabetes', ['asthma', 'diabetes']),
  picks('health_information.smoker', 'No', 'no', false),
  says('health_information.height_cm', '170 cm', 170),
  says('health_information.weight_kg', '70 kg', 70),
]

/** Two people whose shares add up to 90 at first. */
const peopleLines = (manner: Manner): readonly Line[] => {
  const { goes, picks } = mannerOf(manner)
  return [
    says('beneficiaries.0.name', 'Okello James'),
    picks('beneficiaries.0.relationship', 'Husband or wife', 'my husband', 'SPOUSE'),
    says('beneficiaries.0.phone_number', '0782 123 457', '+256782123457'),
    goes('Skip', 'skip'),
    says('beneficiaries.0.percentage', '60', 60),
    goes('Add another', 'add another'),
    says('beneficiaries.1.name', 'Okello Grace'),
    picks('beneficiaries.1.relationship', 'Child', 'daughter', 'CHILD'),
    goes('Skip', 'skip'),
    goes('Skip', 'skip'),
    writes('30'),
    ...(manner === 'buttons'
      ? [picks('beneficiaries.1.percentage', 'Give the rest', '', 40)]
      : [
          writes('change a share'),
          writes('Okello Grace'),
          writes('share'),
          says('beneficiaries.1.percentage', '40', 40),
        ]),
  ]
}

const endLines = (kind: FormCustomer['kind'], manner: Manner): readonly Line[] => {
  const { goes } = mannerOf(manner)
  const documents = ['id.png', 'payslip.png', ...(kind === 'lib' ? ['report.png'] : [])]
  return [
    ...documents.flatMap(name => [photo(name), goes('Done', 'done')]),
    ...(manner === 'buttons'
      ? [goes('Change something', ''), goes('Contact details', ''), goes('Email', '')]
      : [writes('change my email')]),
    says('contact_details.email', 'nakato.mary@example.com'),
    goes('Submit', 'submit'),
    goes('Yes, I agree', 'yes'),
    goes('Yes, I agree', 'yes'),
  ]
}

const names = { ipp: 'pension', lib: 'life cover' } as const
const begins = { ipp: 'I want to join the pension plan', lib: 'I want to buy life insurance' } as const
const manners = { buttons: 'by buttons', words: 'in plain words' } as const

function customer(kind: FormCustomer['kind'], manner: Manner, place: number): FormCustomer {
  const way = mannerOf(manner)
  return {
    name: `${kind}-form-${manner}`,
    title: `A form for ${names[kind]}, ${manners[manner]}, with every mistake`,
    kind,
    number: `+25670031000${place}`,
    lines: [
      writes(begins[kind]),
      ...personalLines(way),
      ...workLines(way),
      ...(kind === 'ipp' ? pensionLines(way) : coverLines(way)),
      ...peopleLines(manner),
      ...endLines(kind, manner),
    ],
  }
}

/** Customers who fill in each form, by what can be tapped and in their own words. */
export const formCustomers: readonly FormCustomer[] = [
  customer('ipp', 'buttons', 1),
  customer('ipp', 'words', 2),
  customer('lib', 'buttons', 3),
  customer('lib', 'words', 4),
]

/** A grey square. */
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const paceMs = 3_000

const doing = (deed: Deed): Pick<ScenarioStep, 'do' | 'body'> => {
  if ('writes' in deed) return { do: 'messages', body: { type: 'text', text: deed.writes } }
  if ('taps' in deed) return { do: 'taps', body: { choice_id: `title:${deed.taps}` } }
  const file = { data_base64: picture, filename: deed.photo, mime_type: 'image/png' }
  return { do: 'messages', body: { type: 'image', ...file } }
}

/** One of them as it is played: each thing is done once the business has answered the one before. */
export const scenarioOf = ({ title, number, lines }: FormCustomer): Scenario => ({
  title,
  phones: [{ number, name: null }],
  steps: lines.map(({ deed }, place) => ({
    at_ms: place * paceMs,
    number,
    waits: place > 0,
    ...doing(deed),
  })),
})
