import type { ApplicationKind, IppForm, LibForm } from '@parley/core/applications/application'
import { formSections } from '@parley/core/applications/form'
import type { Oddity } from './data.ts'
import { moreNames, type Person } from './people.ts'
import type { Draw } from './random.ts'

/** Both forms in one: `formOfKind` leaves out the other kind's sections. */
export type DemoForm = IppForm & LibForm

/** Every field of both forms, without a value. */
const empty = {
  ...Object.fromEntries(
    [...formSections.ipp, ...formSections.lib].map(section => [
      section.name,
      Object.fromEntries(section.fields.map(({ name, form }) => [name, form === 'list' ? [] : null])),
    ]),
  ),
  beneficiaries: [],
  declarations: {},
} as unknown as DemoForm

const work = [
  ['Kasubi Dairy', 'Accountant', 'AGRICULTURE'],
  ['St Mary’s School, Masaka', 'Teacher', 'EDUCATION'],
  ['Nile Steel Works', 'Foreman', 'MANUFACTURING'],
  ['Mbarara Referral Clinic', 'Nurse', 'HEALTH'],
  ['Pearl Logistics', 'Dispatcher', 'TRANSPORT'],
] as const
const places = [
  'Plot 4, Jinja Road, Kampala',
  'Kakoba, Mbarara',
  'Bwebajja, Entebbe Road',
  'Layibi, Gulu',
  'Senior Quarters, Mbale',
]

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ'.split('')

/** A fictional national ID number in the right format for this person. */
const nationalId = (gender: string, born: string, draw: Draw): string =>
  [
    gender === 'MALE' ? 'CM' : 'CF',
    born.slice(2, 4),
    String(draw.between(0, 999_999)).padStart(6, '0'),
    ...Array.from({ length: 4 }, () => draw.pick(letters)),
  ].join('')

const day = (at: Date): string => at.toISOString().slice(0, 10)

/** The first day of the month that is this many months later. */
const firstOfMonth = (at: Date, months: number): string =>
  day(new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1)))

/** A form that contains only the customer's phone number. */
export const blankForm = ({ phone }: Person): DemoForm => ({
  ...empty,
  contact_details: { ...empty.contact_details, phone_number: phone },
})

/** The form that this customer submitted, with its contradictions. */
export function filledForm(person: Person, submitted: Date, odd: readonly Oddity[], draw: Draw): DemoForm {
  const is = (oddity: Oddity) => odd.includes(oddity)
  const gender = draw.chance(0.5) ? 'MALE' : 'FEMALE'
  const year = is('minor') ? submitted.getUTCFullYear() - 16 : draw.between(1966, 2001)
  const born = day(new Date(Date.UTC(year, draw.between(0, 11), draw.between(1, 28))))
  const written = nationalId(gender, born, draw)
  const [employer, job, industry] = draw.pick(work)
  const partner = moreNames(draw)
  const child = moreNames(draw)
  return {
    personal_details: {
      full_name: person.name ?? moreNames(draw),
      date_of_birth: born,
      gender: is('other gender') ? (gender === 'MALE' ? 'FEMALE' : 'MALE') : gender,
      nationality: 'Ugandan',
      id_type: 'NATIONAL_ID',
      id_number: is('short id number') ? written.slice(0, -1) : written,
      marital_status: draw.pick(['MARRIED', 'SINGLE', 'WIDOWED']),
    },
    contact_details: {
      phone_number: person.phone,
      alternative_phone: null,
      email: draw.chance(0.6) ? `customer${draw.between(100, 999)}@example.com` : null,
      physical_address: draw.pick(places),
      postal_address: draw.chance(0.3) ? `P.O. Box ${draw.between(100, 9999)}, Kampala` : null,
    },
    employment_details: {
      employment_status: is('unemployed') ? 'UNEMPLOYED' : 'EMPLOYED',
      employer_name: employer,
      job_title: job,
      industry,
      monthly_income: draw.between(8, 40) * 100_000,
    },
    beneficiaries: [
      {
        name: partner,
        relationship: 'SPOUSE',
        phone_number: `+25670000${draw.between(1000, 9999)}`,
        id_number: nationalId(gender === 'MALE' ? 'FEMALE' : 'MALE', '1990', draw),
        percentage: 60,
      },
      {
        name: child,
        relationship: 'CHILD',
        phone_number: null,
        id_number: null,
        percentage: is('shares') ? 30 : 40,
      },
    ],
    contribution_details: {
      initial_contribution: draw.between(1, 10) * 50_000,
      monthly_contribution: draw.between(2, 10) * 20_000,
      payment_method: draw.pick(['MOBILE_MONEY', 'BANK_TRANSFER', 'SALARY_DEDUCTION']),
      start_date: firstOfMonth(submitted, is('past start') ? -1 : 2),
    },
    investment_preferences: {
      risk_tolerance: draw.pick(['LOW', 'MODERATE', 'HIGH']),
      preferred_portfolio: draw.pick(['BALANCED', 'GROWTH', 'INCOME']),
      investment_horizon: draw.pick(['5 to 10 years', '10 to 20 years', 'until 60']),
    },
    declarations: { information_is_true: true, terms_accepted: true },
    policy_details: {
      policy_type: draw.pick(['FAMILY', 'INDIVIDUAL']),
      cover_amount: draw.between(2, 10) * 5_000_000,
      premium_amount: draw.between(4, 20) * 10_000,
      premium_payment_frequency: draw.pick(['MONTHLY', 'QUARTERLY', 'YEARLY']),
      policy_term: draw.pick([10, 15, 20]),
      payment_method: draw.pick(['MOBILE_MONEY', 'BANK_TRANSFER']),
    },
    health_information: {
      has_existing_conditions: false,
      existing_conditions: [],
      smoker: draw.chance(0.1),
      height_cm: draw.between(152, 190),
      weight_kg: draw.between(51, 98),
    },
  }
}

/** The form with this value at a path such as `employment_details.monthly_income`. */
export function withValue(form: DemoForm, path: string, value: unknown): DemoForm {
  const [section = '', name = ''] = path.split('.')
  const values: unknown = form[section as keyof DemoForm]
  if (typeof values !== 'object' || values === null || !(name in values))
    throw new RangeError(`No field ${path}`)
  return { ...form, [section]: { ...values, [name]: value } }
}

/** The sections of a kind's form. */
export function formOfKind(form: DemoForm, kind: ApplicationKind): IppForm | LibForm {
  const { contribution_details, investment_preferences, declarations, ...withoutIpp } = form
  const { policy_details, health_information, ...every } = withoutIpp
  return kind === 'ipp'
    ? { ...every, contribution_details, investment_preferences, declarations }
    : { ...every, policy_details, health_information }
}

/** The paths of all values in a form; a list of words counts as one value. */
export const pathsOf = (value: unknown, at = ''): readonly string[] => {
  if (value === null || (Array.isArray(value) && value.length === 0)) return []
  if (typeof value !== 'object' || (Array.isArray(value) && typeof value[0] === 'string')) return [at]
  return Object.entries(value).flatMap(([name, inner]) => pathsOf(inner, at === '' ? name : `${at}.${name}`))
}
