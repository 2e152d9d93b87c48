import { monthStart } from '@parley/core/text/days'
import { dayLabel, option, type Question } from '../field.ts'
import { chosen } from '../parse/choice.ts'
import { startDate } from '../parse/day.ts'
import { amount } from '../parse/numbers.ts'
import { plainText } from '../parse/words.ts'
import { good, words } from '../value.ts'
import { payment } from './life.ts'

/** UGX; a smaller amount means a wrong unit. */
const least = 1_000

export const contribution: readonly Question[] = [
  {
    name: 'monthly_contribution',
    label: ['Ez’okutereka buli mwezi', 'Mchango kwa mwezi'],
    question: words(
      'How much do you want to save each month, in UGX?',
      'Oyagala kutereka ssente mmeka buli mwezi, mu UGX?',
      'Unataka kuweka akiba kiasi gani kila mwezi, kwa UGX?',
    ),
    example: words('50,000 or 50k', '50,000 oba 50k', '50,000 au 50k'),
    read: text => amount(text, least),
    also: ['contribution', 'monthly', 'saving', 'monthly saving', 'savings'],
  },
  {
    name: 'initial_contribution',
    label: ['Ez’okutandika', 'Mchango wa kwanza'],
    question: words(
      'Do you want to begin with an amount, in UGX? You can skip this.',
      'Oyagala kutandika na ssente mmeka, mu UGX? Osobola okubuuka.',
      'Je, unataka kuanza na kiasi gani, kwa UGX? Unaweza kuruka.',
    ),
    example: words('200,000 or 200k', '200,000 oba 200k', '200,000 au 200k'),
    read: text => amount(text, 0),
    also: ['first contribution', 'initial', 'first amount'],
  },
  payment,
  {
    name: 'start_date',
    label: ['Olunaku lw’okutandika', 'Tarehe ya kuanza'],
    question: words(
      'On which day do you want to start?',
      'Oyagala kutandika ku lunaku ki?',
      'Unataka kuanza siku gani?',
    ),
    example: words('1/12, tomorrow or next Friday', '1/12 oba enkya', '1/12 au kesho'),
    suggest: ({ today }) =>
      [monthStart(today, 1), monthStart(today, 2)].map(day => ({
        word: day,
        title: { en: dayLabel(day, 'en'), lg: dayLabel(day, 'lg'), sw: dayLabel(day, 'sw') },
      })),
    read: startDate,
    canExpire: true,
    also: ['start', 'begin', 'beginning'],
  },
]

const horizons = [
  option('Up to 5 years', 'Up to 5 years', 'Emyaka 5', 'Hadi miaka 5'),
  option('5 to 10 years', '5 to 10 years', 'Emyaka 5 ku 10', 'Miaka 5 hadi 10'),
  option('10 to 20 years', '10 to 20 years', 'Emyaka 10 ku 20', 'Miaka 10 hadi 20'),
  option('Until I am 60', 'Until I am 60', 'Okutuusa ku 60', 'Hadi nifike 60', 'until 60, retirement'),
]

export const investment: readonly Question[] = [
  {
    name: 'risk_tolerance',
    label: ['Okugezaako', 'Kiwango cha hatari'],
    question: words(
      'How much risk may your savings take? More risk can bring more, or less.',
      'Risk ki gy’oyinza okugumira ku ssente zo? Risk ennene eyinza okuleeta ssente nnyingi oba ntono.',
      'Akiba yako inaweza kuvumilia hatari kiasi gani? Hatari zaidi inaweza kuleta faida zaidi au kidogo.',
    ),
    example: words('Moderate', 'Ya wakati', 'Ya wastani'),
    options: [
      option('LOW', 'Low', 'Ntono', 'Ndogo', 'little, small, no risk, safe'),
      option('MODERATE', 'Moderate', 'Ya wakati', 'Ya wastani', 'medium, middle, average, wakati, wastani'),
      option('HIGH', 'High', 'Nnene', 'Kubwa', 'much, big'),
    ],
    also: ['risk'],
  },
  {
    name: 'preferred_portfolio',
    label: ['Portfolio', 'Portfolio'],
    question: words('Which portfolio do you prefer?', 'Oyagala portfolio ki?', 'Unapendelea portfolio gani?'),
    example: 'Balanced',
    options: [
      option('BALANCED', 'Balanced', 'Balanced', 'Balanced', 'mixed, both'),
      option('GROWTH', 'Growth', 'Growth', 'Growth', 'grow, shares, equity'),
      option('INCOME', 'Income', 'Income', 'Income', 'bonds, interest'),
    ],
    also: ['portfolio'],
  },
  {
    name: 'investment_horizon',
    label: ['Ebbanga', 'Muda wa akiba'],
    question: words(
      'How long do you want to save? Choose one, or write it.',
      'Oyagala kutereka okumala bbanga ki? Londako, oba wandiika.',
      'Unataka kuweka akiba kwa muda gani? Chagua, au andika.',
    ),
    example: words('5 to 10 years', 'Emyaka 5 ku 10', 'Miaka 5 hadi 10'),
    suggest: () => horizons,
    read: text => {
      const horizon = chosen(text, horizons)
      return horizon === undefined ? plainText(text, '15 years') : good(horizon.word)
    },
    also: ['horizon', 'how long', 'time'],
  },
]
