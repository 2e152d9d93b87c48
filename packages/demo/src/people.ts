import { canonicalPhone } from '@parley/core/rules/phone'
import { demoPhones } from '@parley/whatsapp/demo-phones'
import type { Draw } from './random.ts'

/** A customer as the workspace knows them. The numbers are fictional. */
export interface Person {
  /** Family name first, as it is written on forms; null where WhatsApp gave none. */
  readonly name: string | null
  readonly phone: string
  readonly waId: string
  readonly accountType: string | null
  readonly customerNumber: string | null
}

/** Names of all regions, for the numbers after those that the simulator shows. */
const named: readonly (string | null)[] = [
  'Okello Denis',
  'Namubiru Sarah',
  'Atuhaire Joan',
  'Byaruhanga Peter',
  null,
  'Kasozi Ibrahim',
  'Nalwoga Christine',
  'Opio Emmanuel',
  'Akello Christine',
  'Nuwagaba Alex',
  'Kyomuhendo Beatrice',
  'Waiswa Moses',
  'Nabirye Fatuma',
  'Emuron Samuel',
  'Aguti Rebecca',
  'Drani Charles',
  'Candiru Lillian',
  'Lubega Hakim',
  'Nansubuga Ruth',
  'Kabugo-Ssemwanga Nakayiza Maria Immaculate Assumpta Victoria',
  'Odongo Patrick',
  'Acan Sharon',
  null,
  'Tushabe Innocent',
  'Ainembabazi Phionah',
  'Mukasa Deogratius',
  'Babirye Hellen',
  'Isabirye Ronald',
  'Okiror Simon Peter',
  'Amongin Stella',
  'Asiimwe Herbert',
  'Kobusingye Annet',
  'Ouma Geoffrey',
  'Anyango Mercy',
  'Mwesigwa Julius',
  'Katusiime Doreen',
  'Ssempijja Abdul Karim',
  'Nakimuli Teddy',
  'Wanyama Fred',
  'Nambozo Juliet',
  'Chebet Abigail',
  'Kiprotich Amos',
  'Adokorach Monica',
  'Ochaya Vincent',
  null,
  'Baluku Yosia',
  'Masika Jolly',
  'Etyang Joseph',
  'Apio Winnie',
  'Kaggwa Robert',
  'Nantongo Rose',
  'Birungi Edith',
]

const families = ['Nakato', 'Okello', 'Mugisha', 'Namutebi', 'Achieng', 'Waiswa', 'Opolot', 'Tumwine', 'Ocen']
  .concat(['Nabwire', 'Kiggundu', 'Akullo', 'Byamukama', 'Musoke', 'Atim', 'Nyakato', 'Drateru', 'Kato'])
  .concat(['Wandera', 'Namatovu', 'Arinaitwe', 'Otim', 'Lubwama', 'Nassali', 'Kyeyune', 'Adong', 'Mbabazi'])
const given = ['Grace', 'David', 'Esther', 'Paul', 'Sylvia', 'John', 'Harriet', 'Ismail', 'Brenda', 'Godfrey']
  .concat(['Miriam', 'Stephen', 'Agnes', 'Derrick', 'Proscovia', 'Richard', 'Zainab', 'Martin', 'Jackline'])
  .concat(['Solomon', 'Irene', 'Edward', 'Justine', 'Alfred', 'Immaculate', 'Henry', 'Scovia', 'Wilson'])

const accountTypes = ['Individual', 'Individual', 'Individual', 'Employer scheme', 'SACCO group', 'Diaspora']

/** Some believable name. */
export const moreNames = (draw: Draw): string => `${draw.pick(families)} ${draw.pick(given)}`

/** The n-th customer, from 0; the first ones are those whose phones the simulator shows. */
export function personAt(index: number, draw: Draw): Person {
  const shown = demoPhones[index]
  const waId = shown?.number.slice(1) ?? `256700${String(index + 1).padStart(6, '0')}`
  const listed = named[index - demoPhones.length]
  const anonymous = listed === null || (listed === undefined && draw.chance(0.04))
  const known = !anonymous && draw.chance(0.85)
  return {
    name: shown?.name ?? (anonymous ? null : (listed ?? moreNames(draw))),
    phone: canonicalPhone(`+${waId}`) ?? `+${waId}`,
    waId,
    accountType: known ? draw.pick(accountTypes) : null,
    customerNumber: known ? `C-${48_213 + index * 7}` : null,
  }
}

/** How one is spoken to: the given name, which comes second, else a word of respect. */
export const spokenName = (name: string | null): string => name?.split(' ')[1] ?? 'there'
