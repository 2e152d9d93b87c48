import { monthStart } from '@parley/core/text/days'
import type { Question } from '../field.ts'
import { amount } from '../parse/amount.ts'
import { startDate } from '../parse/day.ts'
import { dayLabel } from '../shown.ts'
import { words } from '../value.ts'
import { payment } from './payment.ts'

/** UGX; less is a slip of a unit. */
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
