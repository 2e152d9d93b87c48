import { type Answers, option, type Question } from '../field.ts'
import { chosen } from '../parse/choice.ts'
import { birthDate } from '../parse/day.ts'
import { amount } from '../parse/numbers.ts'
import { email, idNumber, personName, phone, plainText } from '../parse/words.ts'
import { good, words } from '../value.ts'

const nations = [
  option('Ugandan', 'Ugandan', 'Munnayuganda', 'Mganda', 'uganda, mnyuganda'),
  option('Kenyan', 'Kenyan', 'Munnakenya', 'Mkenya', 'kenya'),
  option('Tanzanian', 'Tanzanian', 'Munnatanzania', 'Mtanzania', 'tanzania'),
  option('Rwandan', 'Rwandan', 'Munnarwanda', 'Mnyarwanda', 'rwanda'),
  option('South Sudanese', 'South Sudanese', 'Munnasudan', 'Msudani Kusini', 'south sudan'),
  option('Congolese', 'Congolese', 'Munnakongo', 'Mkongo', 'congo, drc, dr congo'),
]

const idTypes = [
  option('NATIONAL_ID', 'National ID', 'Ndagamuntu', 'Kitambulisho', 'nin, id, endagamuntu, id card'),
  option('PASSPORT', 'Passport', 'Paasipooti', 'Pasipoti'),
  option('REFUGEE_ID', 'Refugee ID', "ID y'ababundabunda", 'Kadi ya mkimbizi', 'refugee'),
  option(
    'DRIVING_PERMIT',
    'Driving permit',
    'Pamiti',
    'Leseni ya udereva',
    'driving licence, license, permit',
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
      option('FEMALE', 'Female', 'Mukazi', 'Mwanamke', 'f, woman, lady, girl, omukazi, mke'),
      option('MALE', 'Male', 'Musajja', 'Mwanaume', 'm, man, boy, omusajja, mume'),
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
        'no, not married, sijaoa, sijaolewa, nedda, hapana',
      ),
      option('MARRIED', 'Married', 'Ndi mufumbo', 'Nimeoa/nimeolewa', 'yes, nimeoa, nimeolewa, yee, ndiyo'),
      option('DIVORCED', 'Divorced', 'Twayawukana', 'Nimetalikiana', 'separated'),
      option('WIDOWED', 'Widowed', 'Nnamwandu', 'Mjane', 'widow, widower, ssemwandu'),
    ],
    also: ['marriage'],
  },
]

const address = 'Plot 4, Jinja Road, Kampala'
const box = 'P.O. Box 1234, Kampala'

export const contact: readonly Question[] = [
  {
    name: 'phone_number',
    label: ['Ennamba y’essimu', 'Namba ya simu'],
    question: words(
      'What is your phone number?',
      'Ennamba yo ey’essimu y’eruwa?',
      'Namba yako ya simu ni ipi?',
    ),
    example: '0772 123 456',
    read: (text, { now }) => phone(text, now),
    also: ['phone', 'telephone', 'mobile', 'number', 'simu', 'essimu'],
  },
  {
    name: 'alternative_phone',
    label: ['Essimu endala', 'Simu nyingine'],
    question: words(
      'Is there another number where we can reach you?',
      'Waliwo ennamba endala kwe tuyinza okukufunira?',
      'Je, kuna namba nyingine tunayoweza kukupata?',
    ),
    example: '0782 123 456',
    read: (text, { now }) => phone(text, now),
    also: ['other phone', 'second phone', 'another number'],
  },
  {
    name: 'email',
    label: ['Email', 'Barua pepe'],
    question: words('What is your e-mail address?', 'Email yo y’eruwa?', 'Barua pepe yako ni ipi?'),
    example: 'mary.nakato@example.com',
    read: (text, { now }) => email(text, now),
    also: ['e-mail', 'mail', 'email address'],
  },
  {
    name: 'physical_address',
    label: ['Gy’obeera', 'Makazi'],
    question: words(
      `Where do you live? Like ${address}.`,
      `Obeera wa? Nga ${address}.`,
      `Unaishi wapi? Kama ${address}.`,
    ),
    example: address,
    read: text => plainText(text, address),
    also: ['address', 'home', 'residence', 'home address'],
  },
  {
    name: 'postal_address',
    label: ['P.O. Box', 'Anwani ya posta'],
    question: words('What is your postal address?', 'P.O. Box yo y’eruwa?', 'Anwani yako ya posta ni ipi?'),
    example: box,
    read: text => plainText(text, box),
    also: ['po box', 'post box', 'post'],
  },
]

const status = (answers: Answers) => answers('employment_details.employment_status')
const works = (answers: Answers) => status(answers) === 'EMPLOYED' || status(answers) === 'SELF_EMPLOYED'

const industries = [
  option('AGRICULTURE', 'Agriculture', 'Obulimi', 'Kilimo', 'farming, farm, agric'),
  option('EDUCATION', 'Education', 'Ebyenjigiriza', 'Elimu', 'school, teaching'),
  option('HEALTH', 'Health', 'Ebyobulamu', 'Afya', 'hospital, clinic, medical'),
  option('TRADE', 'Trade', 'Obusuubuzi', 'Biashara', 'shop, retail, selling, commerce'),
  option('TRANSPORT', 'Transport', 'Entambula', 'Usafiri', 'boda, boda boda, taxi, driving'),
  option('MANUFACTURING', 'Manufacturing', 'Amakolero', 'Viwanda', 'factory'),
  option('NGO', 'NGO', 'NGO', 'NGO', 'charity'),
]

/** UGX a month; a smaller amount means a wrong unit. */
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
        'yes, i have a job, working, yee, ndiyo',
      ),
      option(
        'SELF_EMPLOYED',
        'Self-employed',
        'Nneekozesa',
        'Nimejiajiri',
        'business, own business, farmer, boda boda',
      ),
      option(
        'UNEMPLOYED',
        'Unemployed',
        'Sirina mulimu',
        'Sina kazi',
        'no, not employed, not working, no job, nedda, hapana',
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
