import { clockView, pageMessage, pagePhone } from './views.ts'
import type { World } from './world.ts'

const shownPerPhone = 200

/** All that a page needs to start: phones, their latest messages, faults and the wire. */
export function pageSnapshot({
  book,
  faults,
  log,
  clock,
  templates,
  options,
}: Pick<World, 'book' | 'faults' | 'log' | 'clock' | 'templates' | 'options'>) {
  return {
    webhookUrl: options.webhookUrl,
    phones: book.all().map(pagePhone),
    messages: book
      .all()
      .flatMap(phone => phone.messages.slice(-shownPerPhone).map(message => pageMessage(phone, message))),
    faults: faults.left(),
    clock: clockView(clock),
    templates: templates.all(),
    wire: log.entries(),
  }
}
