import { beneficiaryFields } from '@parley/core/applications/form'
import { type Answers, type Field, fieldOf, option, type Question } from '../field.ts'
import { hundredths, share } from '../parse/numbers.ts'
import { personName, phone, someIdNumber } from '../parse/words.ts'
import { words } from '../value.ts'

/** With more, the list would have no room for "Add another". */
export const mostBeneficiaries = 8

export const beneficiaryPath = (index: number, name: string): string => `beneficiaries.${index}.${name}`

/** The remaining percentage for one beneficiary beside all others; `index` -1: for a new one. */
export const shareLeft = (answers: Answers, index: number): number =>
  hundredths(
    Array.from({ length: mostBeneficiaries }, (_, n) => {
      const taken = n === index ? 0 : answers(beneficiaryPath(n, 'percentage'))
      return typeof taken === 'number' ? taken : 0
    }).reduce((left, taken) => left - taken, 100),
  )

const relations = [
  option(
    'SPOUSE',
    'Husband or wife',
    'Omwami/omukyala',
    'Mume au mke',
    'spouse, wife, husband, partner, mukyala, mukyala wange, mwami, mume, mke',
  ),
  option('CHILD', 'Child', 'Mwana', 'Mtoto', 'son, daughter, omwana, muwala, mutabani, kid'),
  option('PARENT', 'Parent', 'Muzadde', 'Mzazi', 'mother, father, mum, mom, dad, maama, taata, mama, baba'),
  option(
    'SIBLING',
    'Brother or sister',
    'Muganda',
    'Ndugu',
    'brother, sister, sibling, mwannyinaze, kaka, dada',
  ),
  option(
    'RELATIVE',
    'Other relative',
    'Owooluganda',
    'Jamaa',
    'relative, uncle, aunt, cousin, nephew, niece, grandmother, grandfather, jjajja',
  ),
  option('FRIEND', 'Friend', 'Mukwano', 'Rafiki', 'mukwano gwange'),
]

const questions = (index: number): readonly Question[] => [
  {
    name: 'name',
    label: ['Erinnya', 'Jina'],
    question:
      index === 0
        ? words(
            'Who shall get the money if you die? Please write the full name of the first person. We call them a beneficiary.',
            'Ani anaafuna ssente ng’ofudde? Wandiika amannya gonna ag’omuntu asooka.',
            'Nani atapata pesa ukifariki? Tafadhali andika jina kamili la mtu wa kwanza.',
          )
        : words(
            'What is the full name of the next person?',
            'Amannya gonna ag’omuntu addako ge galuwa?',
            'Jina kamili la mtu anayefuata ni nani?',
          ),
    example: 'Okello James',
    read: personName,
  },
  {
    name: 'relationship',
    label: ['Oluganda', 'Uhusiano'],
    question: words('Who is this person to you?', 'Omuntu ono akuyita atya?', 'Mtu huyu ni nani kwako?'),
    example: words('Child', 'Mwana', 'Mtoto'),
    options: relations,
  },
  {
    name: 'phone_number',
    label: ['Ennamba y’essimu', 'Namba ya simu'],
    question: words(
      'What is the phone number of this person?',
      'Ennamba ye ey’essimu y’eruwa?',
      'Namba ya simu ya mtu huyu ni ipi?',
    ),
    example: '0772 123 456',
    read: (text, { now }) => phone(text, now),
    also: ['phone'],
  },
  {
    name: 'id_number',
    label: ['Nnamba ya ID', 'Namba ya kitambulisho'],
    question: words(
      'What is the ID number of this person? You can skip this.',
      'Nnamba ya ID ye y’eruwa? Osobola okubuuka.',
      'Namba ya kitambulisho ya mtu huyu ni ipi? Unaweza kuruka.',
    ),
    example: 'CM900121ABC3DE',
    read: someIdNumber,
    also: ['id', 'nin'],
  },
  {
    name: 'percentage',
    label: ['Omugabo', 'Sehemu'],
    question: words(
      'Which share shall this person get, in percent? All shares together are 100.',
      'Anaafuna ebitundu bimeka ku buli kikumi? Byonna awamu biba 100.',
      'Mtu huyu atapata asilimia ngapi? Zote kwa pamoja ni 100.',
    ),
    example: words('50 or 50%', '50 oba 50%', '50 au 50%'),
    suggest: ({ answer }) => {
      const left = shareLeft(answer, index)
      if (left <= 0) return []
      return left === 100
        ? [option('100', 'All (100%)', 'Byonna (100%)', 'Zote (100%)')]
        : [option(String(left), `The rest (${left}%)`, `Ekisigadde (${left}%)`, `Zilizobaki (${left}%)`)]
    },
    read: (text, { answer }) => share(text, shareLeft(answer, index)),
    also: ['share', 'percent'],
  },
]

/** The questions about one beneficiary, counted from 0. */
export const beneficiary = (index: number): readonly Field[] =>
  questions(index).map(asked => {
    const known = beneficiaryFields.find(({ name }) => name === asked.name)
    if (known === undefined) throw new RangeError(`A beneficiary has no ${asked.name}`)
    return fieldOf('beneficiaries', `beneficiaries.${index}`, known, asked)
  })
