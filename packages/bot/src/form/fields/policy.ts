import { option, type Question } from '../field.ts'
import { amount } from '../parse/amount.ts'
import { years } from '../parse/measure.ts'
import { words } from '../value.ts'
import { payment } from './payment.ts'

/** UGX; less is a slip of a unit. */
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
      option('FAMILY', 'Family', 'Ya famire', 'Ya familia', 'my family', 'famire', 'familia'),
      option(
        'INDIVIDUAL',
        'Individual',
        'Yange nzekka',
        'Yangu pekee',
        'me',
        'myself',
        'alone',
        'me alone',
        'just me',
        'nzekka',
        'mimi',
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
      option('MONTHLY', 'Monthly', 'Buli mwezi', 'Kila mwezi', 'month', 'every month', 'each month'),
      option(
        'QUARTERLY',
        'Quarterly',
        'Buli myezi 3',
        'Kila miezi 3',
        'quarter',
        'every 3 months',
        'every three months',
      ),
      option('YEARLY', 'Yearly', 'Buli mwaka', 'Kila mwaka', 'year', 'every year', 'annually', 'annual'),
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
