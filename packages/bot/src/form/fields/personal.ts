import { option, type Question } from '../field.ts'
import { chosen } from '../parse/choice.ts'
import { birthDate } from '../parse/day.ts'
import { idNumber } from '../parse/id-number.ts'
import { personName } from '../parse/name.ts'
import { plainText } from '../parse/plain-text.ts'
import { good, words } from '../value.ts'

const nations = [
  option('Ugandan', 'Ugandan', 'Munnayuganda', 'Mganda', 'uganda', 'mnyuganda'),
  option('Kenyan', 'Kenyan', 'Munnakenya', 'Mkenya', 'kenya'),
  option('Tanzanian', 'Tanzanian', 'Munnatanzania', 'Mtanzania', 'tanzania'),
  option('Rwandan', 'Rwandan', 'Munnarwanda', 'Mnyarwanda', 'rwanda'),
  option('South Sudanese', 'South Sudanese', 'Munnasudan', 'Msudani Kusini', 'south sudan'),
  option('Congolese', 'Congolese', 'Munnakongo', 'Mkongo', 'congo', 'drc', 'dr congo'),
]

const idTypes = [
  option('NATIONAL_ID', 'National ID', 'Ndagamuntu', 'Kitambulisho', 'nin', 'id', 'endagamuntu', 'id card'),
  option('PASSPORT', 'Passport', 'Paasipooti', 'Pasipoti'),
  option('REFUGEE_ID', 'Refugee ID', "ID y'ababundabunda", 'Kadi ya mkimbizi', 'refugee'),
  option(
    'DRIVING_PERMIT',
    'Driving permit',
    'Pamiti',
    'Leseni ya udereva',
    'driving licence',
    'license',
    'permit',
  ),
]

export const personal: readonly Question[] = [
  {
    name: 'full_name',
    label: ['Amannya', 'Jina kamili'],
    question: words(
      'What is your full name, as it stands on your ID?',
      'Amannya go gonna ge galuwa, nga bwe gali ku ID yo?',
      'Jina lako kamili ni nani, kama lilivyo kwenye kitambulisho chako?',
    ),
    example: 'Nakato Mary Achieng',
    read: personName,
    also: ['name', 'my name', 'names', 'erinnya', 'jina'],
  },
  {
    name: 'date_of_birth',
    label: ['Olunaku lw’okuzaalibwa', 'Tarehe ya kuzaliwa'],
    question: words(
      'When were you born? Day, month, year, like 4/3/1991.',
      'Wazaalibwa ddi? Olunaku, omwezi, omwaka, nga 4/3/1991.',
      'Ulizaliwa lini? Siku, mwezi, mwaka, kama 4/3/1991.',
    ),
    example: words('4/3/1991 or 4 March 1991', '4/3/1991', '4/3/1991 au 4 Machi 1991'),
    read: birthDate,
    also: ['birthday', 'birth date', 'dob', 'age', 'born'],
  },
  {
    name: 'gender',
    label: ['Musajja oba mukazi', 'Jinsia'],
    question: words('Are you male or female?', 'Oli musajja oba mukazi?', 'Wewe ni mwanaume au mwanamke?'),
    example: words('Female', 'Mukazi', 'Mwanamke'),
    options: [
      option('FEMALE', 'Female', 'Mukazi', 'Mwanamke', 'f', 'woman', 'lady', 'girl', 'omukazi', 'mke'),
      option('MALE', 'Male', 'Musajja', 'Mwanaume', 'm', 'man', 'boy', 'omusajja', 'mume'),
    ],
    also: ['sex'],
  },
  {
    name: 'nationality',
    label: ['Eggwanga', 'Uraia'],
    question: words('What is your nationality?', 'Oli munnansi wa nsi ki?', 'Wewe ni raia wa nchi gani?'),
    example: words('Ugandan', 'Ugandan', 'Ugandan'),
    suggest: () => nations,
    read: text => {
      const nation = chosen(text, nations)
      return nation === undefined ? plainText(text, 'Ugandan') : good(nation.word)
    },
    also: ['country', 'citizenship'],
  },
  {
    name: 'id_type',
    label: ['Ekika kya ID', 'Aina ya kitambulisho'],
    question: words('Which ID do you have?', 'Olina ID ki?', 'Una kitambulisho gani?'),
    example: words('National ID', 'Ndagamuntu', 'Kitambulisho'),
    options: idTypes,
    also: ['type of id', 'kind of id'],
  },
  {
    name: 'id_number',
    label: ['Nnamba ya ID', 'Namba ya kitambulisho'],
    question: words(
      'What is its number? On a national ID it is the NIN.',
      'Nnamba yaayo y’eruwa? Ku ndagamuntu ye NIN.',
      'Namba yake ni ipi? Kwenye kitambulisho cha taifa ni NIN.',
    ),
    example: 'CF910121ABC3DE',
    read: (text, { answer }) => idNumber(text, answer('personal_details.id_type')),
    canExpire: true,
    also: ['nin', 'id', 'national id', 'passport number'],
  },
  {
    name: 'marital_status',
    label: ['Obufumbo', 'Hali ya ndoa'],
    question: words('Are you married?', 'Oli mufumbo?', 'Je, umeoa au umeolewa?'),
    example: words('Single', 'Siri mufumbo', 'Sijaoa'),
    options: [
      option(
        'SINGLE',
        'Single',
        'Siri mufumbo',
        'Sijaoa/sijaolewa',
        'no',
        'not married',
        'sijaoa',
        'sijaolewa',
        'nedda',
        'hapana',
      ),
      option(
        'MARRIED',
        'Married',
        'Ndi mufumbo',
        'Nimeoa/nimeolewa',
        'yes',
        'nimeoa',
        'nimeolewa',
        'yee',
        'ndiyo',
      ),
      option('DIVORCED', 'Divorced', 'Twayawukana', 'Nimetalikiana', 'separated'),
      option('WIDOWED', 'Widowed', 'Nnamwandu', 'Mjane', 'widow', 'widower', 'ssemwandu'),
    ],
    also: ['marriage'],
  },
]
