import type { Question } from '../field.ts'
import { email } from '../parse/email.ts'
import { phone } from '../parse/phone.ts'
import { plainText } from '../parse/plain-text.ts'
import { words } from '../value.ts'

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
