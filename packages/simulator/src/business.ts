import type { NumberStanding } from './standing.ts'
import { insurerTemplates } from './templates/insurer.ts'
import type { SimulatedTemplate } from './templates/template.ts'
import { type TemplateBook, templateBookOf } from './templates/template-book.ts'

/** A business account: it holds templates, and it is what Meta restricts, with all of its numbers. */
export type BusinessAccount = {
  id: string
  templates: TemplateBook
  sending: NumberStanding['sending']
}

/** A number of the business: customers have a chat with each. */
export type BusinessNumber = {
  /** Meta's phone_number_id. */
  id: string
  /** In digits. */
  displayPhoneNumber: string
  name: string
  accessToken: string
  account: BusinessAccount
  quality: NumberStanding['quality']
  status: NumberStanding['status']
}

/** What is said of a number at the start. */
export type NumberSeed = Pick<BusinessNumber, 'id' | 'displayPhoneNumber' | 'name' | 'accessToken'> & {
  accountId: string
}

/** The numbers of the app, of one business account or several. */
export type BusinessNumbers = {
  first: BusinessNumber
  all: readonly BusinessNumber[]
  find: (id: string) => BusinessNumber | undefined
  accounts: readonly BusinessAccount[]
}

/** Ids of templates are Meta's own, never the same in two accounts. */
const templateIdsApart = 1_000

/** Every number stands well, and every account has the insurer's templates; `changed` is told of each that changes. */
export function businessNumbersOf(
  [first, ...more]: readonly [NumberSeed, ...NumberSeed[]],
  changed: (accountId: string, template: SimulatedTemplate) => void,
): BusinessNumbers {
  const accounts = new Map<string, BusinessAccount>()

  function accountOf(id: string): BusinessAccount {
    const known = accounts.get(id)
    if (known) return known
    const apart = accounts.size * templateIdsApart
    const seeds = insurerTemplates.map(one => ({ ...one, id: String(Number(one.id) + apart) }))
    const templates = templateBookOf(seeds, template => changed(id, template))
    const account: BusinessAccount = { id, templates, sending: 'AVAILABLE' }
    accounts.set(id, account)
    return account
  }
  const made = ({ accountId, ...seed }: NumberSeed): BusinessNumber => ({
    ...seed,
    account: accountOf(accountId),
    quality: 'GREEN',
    status: 'CONNECTED',
  })
  const firstNumber = made(first)
  const all = [firstNumber, ...more.map(made)]
  return {
    first: firstNumber,
    all,
    find: id => all.find(number => number.id === id),
    accounts: [...accounts.values()],
  }
}
