import { ippOf } from '@parley/core/application.fixture'
import { defaultSettings } from '@parley/core/settings/api'
import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../test/accessible.ts'
import { serveApplications } from '../../test/applications.ts'
import { type Opening, openConsole, setTime } from '../../test/console.tsx'
import type { FakeApi } from '../../test/fake-api.ts'
import { reach as bringToEye } from '../../test/figures.ts'
import { keyList, keysAreHeard } from '../../test/keys.ts'
import { beyondEdge, expectFocusSeen, expectInReach, moving } from '../../test/reach.ts'
import {
  agent,
  auditEntry,
  brian,
  cannedReply,
  conversation,
  countedRow,
  customer,
  me,
  message,
  notification,
  ownSession,
  person,
} from '../../test/samples.ts'
import { savedView, serveViews } from '../../test/saved-views.ts'
import { serveSearch } from '../../test/search.ts'
import { leaveReplyBox, messageWith, replyBox } from '../../test/screen.ts'
import { payment, TicketServer } from '../../test/tickets.ts'

const hello = 'I cannot reach the officeAndThisWordIsLongerThanWhateverStandsInALineOfAPhone'
const carol = agent({ id: '3', user_id: '3', name: 'Carol', user_name: 'carol' })

/** A desk in the middle of its day. */
function serve(api: FakeApi): void {
  const own = { id: me.id, name: me.name }
  const named = { id: payment.id, ticket_number: payment.ticket_number }
  const waits = { waiting_since: '2026-03-02T09:10:00.000Z', last_activity: '2026-03-02T09:10:00.000Z' }
  api.answer(
    'conversations',
    [
      conversation({ agent: own, ticket: named, ...waits }),
      conversation({ id: '8', user: customer('Okello Mark', '+256700000002'), agent: null }),
    ],
    { total: 2, counts: { ACTIVE: 2 } },
  )
  api.answer('history', ({ params }) => ({
    messages: [message({ conversation_id: params.id, content: hello })],
  }))
  api.answer('availableAgents', [me, brian, carol])
  api.answer('cannedReplies', [
    cannedReply({ id: '21', scope: 'shared', shortcut: 'hello', title: 'Greeting', body: 'Good day' }),
  ])
  api.answer('people', [person({ id: '2', name: 'Brian Odongo', email: 'brian@parley.example' })])
  api.answer('audit', [auditEntry({ action: 'session.ended', by: { id: '2', name: 'Brian Odongo' } })])
  api.answer('ownSessions', [ownSession({ id: '71', device: 'Chrome on Linux', current: true })])
  api.answer('pollNotifications', [
    notification({ id: '902', type: 'system', title: 'From Brian Odongo', message: 'Look at this' }),
  ])
  api.answer('countedRows', { figure: 1, rows: [countedRow()] })
  api.answer('settings', { settings: defaultSettings, version: 4, server: { undo_send_seconds: 0 } })
  new TicketServer([payment]).serve(api)
  serveApplications(api, [ippOf(2207)])
  api.answer('ippApplication', ippOf(2207))
  serveViews(api, [savedView()])
  serveSearch(api, { messages: [{ id: '9', text: 'My policy shows pending' }] })
}

const main = () => page.getByRole('main')
const menu = () => page.getByRole('menu')
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const dialog = (name?: string | RegExp) => page.getByRole('dialog', name === undefined ? {} : { name })
const thread = '/conversations/7'

/** A screen or an opened part of it. */
interface Part extends Pick<Opening, 'role' | 'logs'> {
  readonly path: string
  readonly open?: () => Promise<unknown>
  /** What one comes for. */
  readonly primary: () => Locator
  /** Nothing to be focused by itself: a choice of a list, or an entry of a menu. */
  readonly isChoice?: true
}

/** Presses a key as a command, outside the box. */
const byKey = (key: string, shown: () => Locator) => async () => {
  await expect.element(messageWith(hello)).toBeVisible()
  await keysAreHeard()
  await leaveReplyBox()
  await userEvent.keyboard(key)
  await expect.element(shown()).toBeVisible()
}
const press = (control: () => Locator) => () => control().click()

/** On a phone a button opens what is beside the thread on a wide screen. */
async function openBeside(): Promise<void> {
  await expect.element(messageWith(hello)).toBeVisible()
  const details = button('Show customer details')
  if (details.query() !== null) await details.click()
}

async function openAssign(): Promise<void> {
  await openBeside()
  await button('Assign').click()
}

const parts: Readonly<Record<string, Part>> = {
  'the queue': {
    path: '/inbox',
    primary: () => page.getByRole('grid', { name: 'Queue' }).getByRole('row').last(),
  },
  'a thread': { path: thread, primary: replyBox },
  Send: {
    path: thread,
    open: () => replyBox().fill('A word'),
    primary: () => button('Send'),
  },
  'the palette': {
    path: thread,
    open: byKey('{Control>}k{/Control}', () => dialog('Search or jump to')),
    primary: () => dialog('Search or jump to').getByRole('option').last(),
    isChoice: true,
  },
  'the list of keys': {
    path: thread,
    open: byKey('?', keyList),
    primary: () => keyList().getByRole('checkbox', { name: 'Use single-letter shortcuts' }),
  },
  Snooze: {
    path: thread,
    open: byKey('h', () => dialog(/^Snooze /)),
    primary: () => dialog().getByLabelText('Until'),
  },
  'a reminder': {
    path: thread,
    open: byKey('m', () => dialog('Remind me about this message')),
    primary: () => dialog().getByLabelText('When'),
  },
  'the canned replies in the box': {
    path: thread,
    open: press(() => button('Canned replies')),
    // What a size that changes again in its own frame is called by the browser: it is told of in the next.
    logs: /ResizeObserver loop completed/,
    primary: () => page.getByRole('listbox').getByRole('option').first(),
    isChoice: true,
  },
  'a note': {
    path: thread,
    open: press(() => button('Note')),
    primary: () => page.getByRole('textbox', { name: 'Internal note' }),
  },
  'a ticket': {
    path: '/tickets/51',
    primary: () => page.getByRole('article').getByRole('combobox', { name: 'Status' }),
  },
  'the search': { path: '/search?q=policy', primary: () => main().getByRole('link').first() },
  'the tickets': {
    path: '/tickets?agent=any',
    primary: () => main().getByRole('searchbox', { name: 'Search tickets' }),
  },
  'the canned replies': {
    path: '/canned-replies',
    primary: () => main().getByRole('button', { name: /^New/ }).first(),
  },
  'the applications': { path: '/applications', primary: () => main().getByRole('searchbox').first() },
  'an application': {
    path: '/applications/2207',
    primary: () => main().getByRole('button', { name: 'Update Status' }),
  },
  'its status': {
    path: '/applications/2207',
    open: press(() => main().getByRole('button', { name: 'Update Status' })),
    primary: () => dialog().getByRole('radio', { name: 'Approved' }),
  },
  'the saved views': {
    path: '/conversations',
    open: press(() => button(/^Views/)),
    primary: () => menu().getByRole('menuitem').last(),
    isChoice: true,
  },
  'what is selected': {
    path: '/conversations',
    open: async () => {
      const show = button('Select')
      const row = page.getByRole('row').filter({ hasText: 'Okello Mark' })
      await expect.element(row).toBeVisible()
      if (show.query() === null) return row.getByRole('checkbox').click()
      await show.click()
      await row.click()
    },
    primary: () => page.getByRole('group', { name: 'Selected conversations' }).getByRole('button').first(),
  },
  'my own status': {
    path: '/conversations',
    open: press(() => button('agent')),
    primary: () => menu().getByRole('menuitem', { name: 'On a break…' }),
    isChoice: true,
  },
  'whom to assign to': {
    path: thread,
    open: openAssign,
    primary: () => dialog('Assign').getByRole('option', { name: /^Carol/ }),
    isChoice: true,
  },
  'the question of an assignment': {
    path: thread,
    open: async () => {
      await openAssign()
      await dialog('Assign')
        .getByRole('option', { name: /^Carol/ })
        .click()
    },
    primary: () => dialog('New Assignment').getByRole('button', { name: 'Assign', exact: true }),
  },
  'the window of tickets': {
    path: thread,
    open: async () => {
      await openBeside()
      await button('Manage Ticket').click()
      await button('New Ticket').click()
    },
    primary: () =>
      dialog(/^Support Tickets - /)
        .getByRole('textbox')
        .first(),
  },
  'the bell': {
    path: '/conversations',
    open: press(() => button(/^Notifications/)),
    primary: () => dialog('Notifications').getByRole('button', { name: 'Clear all' }),
  },
  'the dashboard': {
    path: '/',
    open: () => bringToEye('Workload Distribution'),
    primary: () => main().getByRole('link').first(),
  },
  'the own account': {
    path: '/account',
    primary: () => main().getByRole('list', { name: 'Sessions' }).getByRole('listitem').first(),
    isChoice: true,
  },
  'the settings': {
    path: '/settings',
    role: 'ADMINISTRATOR',
    primary: () => page.getByRole('navigation', { name: 'Settings' }).getByRole('searchbox'),
  },
  'the settings of the workspace': {
    path: '/settings/workspace',
    role: 'ADMINISTRATOR',
    primary: () => page.getByRole('form', { name: 'Workspace' }).getByRole('radio').first(),
  },
  'roles and visibility': {
    path: '/settings/roles',
    role: 'ADMINISTRATOR',
    primary: () => page.getByRole('form').getByRole('radio').first(),
  },
  'the templates of the workspace': {
    path: '/settings/templates',
    role: 'ADMINISTRATOR',
    primary: () => page.getByRole('form').getByRole('textbox').first(),
  },
  'the business hours': {
    path: '/settings/hours',
    role: 'SUPERVISOR',
    primary: () => main().getByRole('button', { name: 'Edit hours and holidays' }),
  },
  'the routing': {
    path: '/settings/routing',
    role: 'SUPERVISOR',
    primary: () => main().getByRole('button', { name: 'Edit who takes over' }),
  },
  'the data of customers': {
    path: '/settings/customer-data',
    role: 'ADMINISTRATOR',
    primary: () => page.getByRole('form', { name: 'Retention' }).getByRole('spinbutton').first(),
  },
  security: {
    path: '/settings/security',
    role: 'ADMINISTRATOR',
    primary: () => page.getByRole('form').getByRole('radio').first(),
  },
  'the backups': {
    path: '/settings/backups',
    role: 'ADMINISTRATOR',
    primary: () => main().getByRole('heading', { name: 'Restore one' }),
    isChoice: true,
  },
  'the background jobs': {
    path: '/settings/jobs',
    role: 'ADMINISTRATOR',
    primary: () => main().getByRole('table', { name: 'Background jobs' }),
    isChoice: true,
  },
  'the channels': {
    path: '/settings/channels',
    role: 'SUPERVISOR',
    primary: () => main().getByRole('button', { name: 'Refresh' }),
  },
  'the people': {
    path: '/people',
    role: 'ADMINISTRATOR',
    primary: () => main().getByText('Brian Odongo').first(),
    isChoice: true,
  },
  'the audit log': {
    path: '/audit',
    role: 'ADMINISTRATOR',
    primary: () => main().getByText('Brian Odongo').first(),
    isChoice: true,
  },
  'the bot': { path: '/bot', role: 'SUPERVISOR', primary: () => main().getByRole('button').first() },
  'an offer': {
    path: '/conversations',
    primary: () =>
      page.getByRole('region', { name: 'New Assignment' }).getByRole('button', { name: 'Accept Now' }),
  },
}

/** The server has an open offer to the agent. */
function serveOffer(api: FakeApi): void {
  const offer = {
    id: '3',
    agent_id: me.id,
    agent_name: me.name,
    by: null,
    offered_at: '2026-03-02T09:29:00.000Z',
    deadline: '2026-03-02T09:34:00.000Z',
  }
  api.answer('conversations', [conversation({ agent: null, offer })])
  const notice = { type: 'ASSIGNMENT', title: '', conversation_id: '7' } as const
  api.answer('pollNotifications', [
    notification({ id: '901', timestamp: '2026-03-02T09:29:00.000Z', ...notice }),
  ])
}

/** Opens a part at a size; what one comes for is there. */
async function openAt(name: string, [width, height]: readonly [number, number]): Promise<Part> {
  const part = parts[name]
  if (part === undefined) throw new Error(`There is no ${name}`)
  setTime('2026-03-02T12:30:00+03:00')
  await openConsole(part.path, {
    size: [width, height],
    ...(part.role !== undefined && { role: part.role }),
    ...(part.logs !== undefined && { logs: part.logs }),
    given: api => {
      serve(api)
      if (name === 'an offer') serveOffer(api)
    },
  })
  if (part.open !== undefined) await part.open()
  await expect.element(part.primary()).toBeVisible()
  return part
}

const names = Object.keys(parts)

test.each(names)('no accessibility rule is broken at a desk and on a phone: %s', async name => {
  await openAt(name, [1366, 768])
  await expectAccessible()
  await page.viewport(390, 844)
  await expectAccessible()
})

/** A window of 1280 px at 400 %, and one of 1366 × 768 at 200 %. */
const sizes = [
  [320, 640],
  [683, 384],
] as const

test.each(names.flatMap(name => sizes.map(size => [name, ...size] as const)))(
  '[Q-272 Q-273] %s at %d × %d px: nothing is cut off or covered, the focus is seen, and nothing moves',
  async (name, width, height) => {
    const { primary, isChoice } = await openAt(name, [width, height])
    await expect.poll(beyondEdge).toEqual([])
    await expectInReach(primary())
    if (isChoice === undefined) await expectFocusSeen(primary())
    expect(moving()).toEqual([])
    if (width === 320) await expectAccessible()
  },
)
