import { ippOf } from '@parley/core/application.fixture'
import { formNames } from '@parley/core/applications/form'
import { defaultSettings } from '@parley/core/settings/api'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { serveApplications } from './applications.ts'
import { openConsole } from './console.tsx'
import type { FakeApi } from './fake-api.ts'
import { auditEntry, cannedReply, conversation, customer, message, ownSession, person } from './samples.ts'
import { settled } from './screen.ts'
import { payment, TicketServer } from './tickets.ts'

/* Runs in the pseudo-language (pseudo-language.ts): a text without brackets does not come from the catalogue. */

function serve(api: FakeApi): void {
  api.answer('conversations', [conversation({ user: customer('Nakato') })], { total: 1 })
  api.answer('history', ({ params }) => ({ messages: [message({ conversation_id: params.id })] }))
  api.answer('cannedReplies', [cannedReply({ shortcut: 'premium', title: 'Premium', body: 'It has come' })])
  api.answer('people', [person({ name: 'Brian Odongo', email: 'brian@parley.example' })])
  api.answer('audit', [auditEntry({ by: { id: '2', name: 'Brian Odongo' } })])
  api.answer('ownSessions', [ownSession({ device: 'Chrome on Linux' })])
  api.answer('settings', { settings: defaultSettings, version: 4, server: { undo_send_seconds: 0 } })
  new TicketServer([payment]).serve(api)
  serveApplications(api, [ippOf(2207)])
  api.answer('ippApplication', ippOf(2207))
}

/** Dates in the calendar's English, zones, references, the names of keys, of the viewer and of products. */
const names = [
  ...Object.values(formNames).flatMap(({ type, name }) => [type, name]),
  '\\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)\\w*',
  '\\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\\w*',
  'Africa/Kampala',
  '(TCK|IPP)-\\d+',
  '\\b(Ctrl|Enter|Esc)\\b',
  'Parley',
  'Amina',
]
const known = new RegExp(names.join('|'), 'g')

/** The texts of the page that have no brackets, that the server did not send, and that are no commands of a shell. */
function outside(api: FakeApi): readonly string[] {
  const said: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (node.parentElement?.closest('pre') == null) said.push(node.nodeValue ?? '')
  const whole = [withoutBrackets(said.join('\n'))]
  for (const name of ['aria-label', 'title', 'placeholder', 'aria-valuetext'])
    for (const element of document.querySelectorAll(`[${name}]`))
      whole.push(withoutBrackets(element.getAttribute(name) ?? ''))
  const replies = inOneSpelling(JSON.stringify(api.replies))
  const texts = whole
    .flatMap(text => text.split('\n'))
    .map(text => text.trim())
    .filter(text => /[A-Za-z]{3}/.test(text.replaceAll(known, '')) && !replies.includes(inOneSpelling(text)))
  return [...new Set(texts)]
}

/** "Mobile money" is MOBILE_MONEY. */
const inOneSpelling = (text: string): string => text.toLowerCase().replaceAll('_', ' ')

/** One text may stand in another. */
function withoutBrackets(text: string): string {
  const next = text.replaceAll(/⟦[^⟦⟧]*⟧/g, '')
  return next === text ? text : withoutBrackets(next)
}

test.each([
  '/',
  '/conversations',
  '/conversations/7',
  '/inbox',
  '/tickets?agent=any',
  '/tickets/51',
  '/applications',
  '/applications/2207',
  '/search?q=premium',
  '/shift',
  '/account',
  '/canned-replies',
  '/settings/workspace',
  '/settings/people',
  '/settings/roles',
  '/settings/channels',
  '/settings/templates',
  '/settings/hours',
  '/settings/routing',
  '/settings/bot',
  '/settings/canned-replies',
  '/settings/customer-data',
  '/settings/security',
  '/settings/backups',
  '/settings/jobs',
  '/settings/audit',
  '/nowhere',
])('every text of %s comes from the catalogue', async path => {
  const api = await openConsole(path, { role: 'ADMINISTRATOR', name: 'Amina', given: serve })
  const main = page.getByRole('main')
  await expect.poll(() => main.element().textContent).toMatch(/⟦/)
  await expect.poll(() => document.body.textContent).not.toMatch(/⟦Loading/)
  await expect.poll(() => document.querySelector('[aria-busy="true"]')).toBeNull()
  await settled(() => document.body.textContent.length)
  expect(outside(api)).toEqual([])
})
