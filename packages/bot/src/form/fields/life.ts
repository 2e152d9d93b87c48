import { option, type Question } from '../field.ts'
import { yesNo } from '../parse/choice.ts'
import { amount, height, weight, years } from '../parse/numbers.ts'
import { list } from '../parse/words.ts'
import { bad, words } from '../value.ts'

/** Both products accept the same payment methods. */
export const payment: Question = {
  name: 'payment_method',
  label: ['Engeri y’okusasula', 'Njia ya malipo'],
  question: words('How will you pay?', 'Onoosasula otya?', 'Utalipa vipi?'),
  example: words('Mobile money', 'Mobile money', 'Mobile money'),
  options: [
    option('MOBILE_MONEY', 'Mobile money', 'Mobile money', 'Mobile money', 'momo, mtn, airtel, mobile, simu'),
    option('BANK_TRANSFER', 'Bank transfer', 'Bbanka', 'Benki', 'bank, banka, standing order'),
    option(
      'SALARY_DEDUCTION',
      'Salary deduction',
      'Okuva ku musaala',
      'Kutoka mshahara',
      'salary, payroll, employer, musaala, mshahara',
    ),
  ],
  also: ['payment', 'how i pay', 'method'],
}

/** UGX; a smaller amount means a wrong unit. */
const leastCover = 100_000
const leastPremium = 1_000
const longestTerm = 50

export const policy: readonly Question[] = [
  {
    name: 'policy_type',
    label: ['Ekika kya policy', 'Aina ya bima'],
    question: words(
      'Is the policy for your family or for you alone?',
      'Policy ya famire yo oba yiyo wekka?',
      'Je, bima ni ya familia yako au yako pekee?',
    ),
    example: words('Family', 'Ya famire', 'Ya familia'),
    options: [
      option('FAMILY', 'Family', 'Ya famire', 'Ya familia', 'my family, famire, familia'),
      option(
        'INDIVIDUAL',
        'Individual',
        'Yange nzekka',
        'Yangu pekee',
        'me, myself, alone, me alone, just me, nzekka, mimi',
      ),
    ],
    also: ['policy', 'type of policy'],
  },
  {
    name: 'cover_amount',
    label: ['Cover', 'Kiasi cha bima'],
    question: words(
      'How much shall be paid out, in UGX? That is the cover.',
      'Oyagala cover ya ssente mmeka, mu UGX?',
      'Unataka bima ilipe kiasi gani, kwa UGX?',
    ),
    example: words('20,000,000 or 20m', '20,000,000 oba 20m', '20,000,000 au 20m'),
    read: text => amount(text, leastCover),
    also: ['cover', 'sum assured', 'payout'],
  },
  {
    name: 'policy_term',
    label: ['Emyaka gya policy', 'Muda wa bima'],
    question: words('For how many years?', 'Okumala emyaka emeka?', 'Kwa miaka mingapi?'),
    example: words('10 years', 'Emyaka 10', 'Miaka 10'),
    read: text => years(text, longestTerm),
    also: ['term', 'years', 'duration', 'period'],
  },
  {
    name: 'premium_payment_frequency',
    label: ['Buli ddi', 'Mara za malipo'],
    question: words(
      'How often will you pay the premium?',
      'Onoosasulanga premium buli ddi?',
      'Utalipa premium mara ngapi?',
    ),
    example: words('Monthly', 'Buli mwezi', 'Kila mwezi'),
    options: [
      option('MONTHLY', 'Monthly', 'Buli mwezi', 'Kila mwezi', 'month, every month, each month'),
      option(
        'QUARTERLY',
        'Quarterly',
        'Buli myezi 3',
        'Kila miezi 3',
        'quarter, every 3 months, every three months',
      ),
      option('YEARLY', 'Yearly', 'Buli mwaka', 'Kila mwaka', 'year, every year, annually, annual'),
    ],
    also: ['frequency', 'how often'],
  },
  {
    name: 'premium_amount',
    label: ['Premium', 'Premium'],
    question: words(
      'How much will you pay each time, in UGX?',
      'Onoosasula ssente mmeka buli lw’osasula, mu UGX?',
      'Utalipa kiasi gani kila mara, kwa UGX?',
    ),
    example: words('100,000 or 100k', '100,000 oba 100k', '100,000 au 100k'),
    read: text => amount(text, leastPremium),
    also: ['premium', 'premium amount'],
  },
  payment,
]

const yesAndNo = () => [option('yes', 'Yes', 'Yee', 'Ndiyo'), option('no', 'No', 'Nedda', 'Hapana')]
const example = words('Yes or no', 'Yee oba nedda', 'Ndiyo au hapana')

export const health: readonly Question[] = [
  {
    name: 'has_existing_conditions',
    label: ['Olina obulwadde', 'Una ugonjwa'],
    question: words(
      'Do you have any illness or health condition now?',
      'Olina obulwadde bwonna kati?',
      'Je, una ugonjwa wowote kwa sasa?',
    ),
    example,
    suggest: yesAndNo,
    read: yesNo,
    also: ['illness', 'sick', 'health', 'existing condition'],
  },
  {
    name: 'existing_conditions',
    label: ['Obulwadde', 'Magonjwa'],
    question: words(
      'Which ones? Write them with commas between them, like: asthma, diabetes',
      'Bulwadde ki? Bwawule n’obukwata, nga: asthma, diabetes',
      'Ni yapi? Yatenganishe kwa koma, kama: pumu, kisukari',
    ),
    example: words('asthma, diabetes', 'asthma, diabetes', 'pumu, kisukari'),
    isNeeded: true,
    isAsked: answers => answers('health_information.has_existing_conditions') === true,
    read: text => {
      const named = list(text, 'asthma, diabetes')
      return named.value?.length === 0
        ? bad(
            'Please name one at least. If you have none, write "change existing conditions".',
            'Menya waakiri bumu. Bw’oba tolina, wandiika "kyusa existing conditions".',
            'Tafadhali taja angalau mmoja. Kama huna, andika "badilisha existing conditions".',
          )
        : named
    },
    also: ['illnesses', 'diseases'],
  },
  {
    name: 'smoker',
    label: ['Sigala', 'Uvutaji sigara'],
    question: words('Do you smoke?', 'Onywa sigala?', 'Je, unavuta sigara?'),
    example,
    suggest: yesAndNo,
    read: yesNo,
    also: ['smoking', 'smoke', 'cigarettes'],
  },
  {
    name: 'height_cm',
    label: ['Obuwanvu mu cm', 'Urefu kwa sm'],
    question: words('How tall are you?', 'Obuwanvu bwo bwenkana wa?', 'Urefu wako ni upi?'),
    example: words('170 cm or 5 ft 7', '170 cm oba 5 ft 7', '170 cm au 5 ft 7'),
    read: height,
    also: ['height', 'tall'],
  },
  {
    name: 'weight_kg',
    label: ['Obuzito mu kg', 'Uzito kwa kg'],
    question: words('How much do you weigh?', 'Ozitowa kilo mmeka?', 'Uzito wako ni kilo ngapi?'),
    example: '70 kg',
    read: weight,
    also: ['weight', 'kilos'],
  },
]
