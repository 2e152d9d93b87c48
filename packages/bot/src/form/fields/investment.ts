import { option, type Question } from '../field.ts'
import { chosen } from '../parse/choice.ts'
import { plainText } from '../parse/plain-text.ts'
import { good, words } from '../value.ts'

const horizons = [
  option('Up to 5 years', 'Up to 5 years', 'Emyaka 5', 'Hadi miaka 5'),
  option('5 to 10 years', '5 to 10 years', 'Emyaka 5 ku 10', 'Miaka 5 hadi 10'),
  option('10 to 20 years', '10 to 20 years', 'Emyaka 10 ku 20', 'Miaka 10 hadi 20'),
  option('Until I am 60', 'Until I am 60', 'Okutuusa ku 60', 'Hadi nifike 60', 'until 60', 'retirement'),
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
      option('LOW', 'Low', 'Ntono', 'Ndogo', 'little', 'small', 'no risk', 'safe'),
      option(
        'MODERATE',
        'Moderate',
        'Ya wakati',
        'Ya wastani',
        'medium',
        'middle',
        'average',
        'wakati',
        'wastani',
      ),
      option('HIGH', 'High', 'Nnene', 'Kubwa', 'much', 'big'),
    ],
    also: ['risk'],
  },
  {
    name: 'preferred_portfolio',
    label: ['Portfolio', 'Portfolio'],
    question: words('Which portfolio do you prefer?', 'Oyagala portfolio ki?', 'Unapendelea portfolio gani?'),
    example: 'Balanced',
    options: [
      option('BALANCED', 'Balanced', 'Balanced', 'Balanced', 'mixed', 'both'),
      option('GROWTH', 'Growth', 'Growth', 'Growth', 'grow', 'shares', 'equity'),
      option('INCOME', 'Income', 'Income', 'Income', 'bonds', 'interest'),
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
