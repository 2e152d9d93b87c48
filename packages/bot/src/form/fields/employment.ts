import { type Answers, option, type Question } from '../field.ts'
import { amount } from '../parse/amount.ts'
import { chosen } from '../parse/choice.ts'
import { plainText } from '../parse/plain-text.ts'
import { good, words } from '../value.ts'

const status = (answers: Answers) => answers('employment_details.employment_status')
const works = (answers: Answers) => status(answers) === 'EMPLOYED' || status(answers) === 'SELF_EMPLOYED'

const industries = [
  option('AGRICULTURE', 'Agriculture', 'Obulimi', 'Kilimo', 'farming', 'farm', 'agric'),
  option('EDUCATION', 'Education', 'Ebyenjigiriza', 'Elimu', 'school', 'teaching'),
  option('HEALTH', 'Health', 'Ebyobulamu', 'Afya', 'hospital', 'clinic', 'medical'),
  option('TRADE', 'Trade', 'Obusuubuzi', 'Biashara', 'shop', 'retail', 'selling', 'commerce'),
  option('TRANSPORT', 'Transport', 'Entambula', 'Usafiri', 'boda', 'boda boda', 'taxi', 'driving'),
  option('MANUFACTURING', 'Manufacturing', 'Amakolero', 'Viwanda', 'factory'),
  option('NGO', 'NGO', 'NGO', 'NGO', 'charity'),
]

/** UGX a month; less is a slip of a unit. */
const leastIncome = 1_000

export const employment: readonly Question[] = [
  {
    name: 'employment_status',
    label: ['Omulimu', 'Hali ya kazi'],
    question: words('Do you have work at the moment?', 'Olina omulimu kati?', 'Je, una kazi kwa sasa?'),
    example: words('Employed', 'Nnina omulimu', 'Nimeajiriwa'),
    options: [
      option(
        'EMPLOYED',
        'Employed',
        'Nnina omulimu',
        'Nimeajiriwa',
        'yes',
        'i have a job',
        'working',
        'yee',
        'ndiyo',
      ),
      option(
        'SELF_EMPLOYED',
        'Self-employed',
        'Nneekozesa',
        'Nimejiajiri',
        'business',
        'own business',
        'farmer',
        'boda boda',
      ),
      option(
        'UNEMPLOYED',
        'Unemployed',
        'Sirina mulimu',
        'Sina kazi',
        'no',
        'not employed',
        'not working',
        'no job',
        'nedda',
        'hapana',
      ),
      option('STUDENT', 'Student', 'Ndi muyizi', 'Mwanafunzi', 'muyizi'),
      option('RETIRED', 'Retired', 'Nnawummula', 'Nimestaafu', 'pensioner'),
    ],
    also: ['work', 'employment', 'job status'],
  },
  {
    name: 'employer_name',
    label: ['Gw’okolera', 'Mwajiri'],
    question: words(
      'Who do you work for?',
      'Okolera ani oba kampuni ki?',
      'Unafanya kazi kwa nani au kampuni gani?',
    ),
    example: 'Nile Steel Works',
    isNeeded: true,
    isAsked: answers => status(answers) === 'EMPLOYED',
    read: text => plainText(text, 'Nile Steel Works'),
    also: ['company', 'boss', 'workplace'],
  },
  {
    name: 'job_title',
    label: ['Ky’okola', 'Cheo cha kazi'],
    question: words('What is your job there?', 'Okola mulimu ki?', 'Unafanya kazi gani?'),
    example: words('Teacher', 'Musomesa', 'Mwalimu'),
    isAsked: works,
    read: text => plainText(text, 'Teacher'),
    also: ['job', 'position', 'title', 'occupation'],
  },
  {
    name: 'industry',
    label: ['Ekika ky’omulimu', 'Sekta'],
    question: words(
      'In what kind of business is that? Choose one, or write another.',
      'Mulimu gwa kika ki? Londako gumu, oba wandiika omulala.',
      'Ni biashara ya aina gani? Chagua moja, au andika nyingine.',
    ),
    example: words('Education', 'Ebyenjigiriza', 'Elimu'),
    isAsked: works,
    suggest: () => industries,
    read: text => {
      const industry = chosen(text, industries)
      return industry === undefined ? plainText(text, 'Education') : good(industry.word)
    },
    also: ['sector', 'business'],
  },
  {
    name: 'monthly_income',
    label: ['Ssente buli mwezi', 'Mapato kwa mwezi'],
    question: words(
      'How much do you earn in a month, in UGX?',
      'Ofuna ssente mmeka buli mwezi, mu UGX?',
      'Unapata kiasi gani kwa mwezi, kwa UGX?',
    ),
    example: words('800,000 or 800k', '800,000 oba 800k', '800,000 au 800k'),
    isAsked: answers => works(answers) || status(answers) === 'RETIRED',
    read: text => amount(text, leastIncome),
    also: ['income', 'salary', 'pay', 'earnings', 'wage'],
  },
]
