import { clockView, numberView, pageMessage, pagePhone, pageTemplate } from './views.ts'
import type { World } from './world.ts'

const shownPerPhone = 200

/** All that a page needs to start: business numbers, phones, their latest messages, faults and the wire. */
export function pageSnapshot({
  book,
  faults,
  log,
  clock,
  numbers,
  options,
}: Pick<World, 'book' | 'faults' | 'log' | 'clock' | 'numbers' | 'options'>) {
  return {
    webhookUrl: options.webhookUrl,
    numbers: numbers.all.map(numberView),
    phones: book.all().map(pagePhone),
    messages: book
      .all()
      .flatMap(phone => phone.messages.slice(-shownPerPhone).map(message => pageMessage(phone, message))),
    faults: faults.left(),
    clock: clockView(clock),
    templates: numbers.accounts.flatMap(({ id, templates }) =>
      templates.all().map(template => pageTemplate(id, template)),
    ),
    wire: log.entries(),
  }
}
