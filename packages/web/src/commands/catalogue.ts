import { msg, t } from '@parley/core/text/translate'
import { paletteWords } from './palette-words.ts'

/** Where commands hold, in the order in which the list of keys has them. */
export const places = [
  msg('Anywhere'),
  msg('Queue'),
  msg('Conversation'),
  msg('Writing'),
  msg('Tables'),
] as const

/** Where a command holds, as the list of keys groups them. */
export type Place = (typeof places)[number]

/** Keys pressed one after the other; within one, together: `['G', 'D']` is G then D, `['Ctrl+K']` both at once. */
export type Keys = readonly string[]

interface CommandWords {
  readonly name: string
  /** Each of them does it. */
  readonly keys: readonly Keys[]
  readonly place: Place
}

/** Every command that has a key, in the order in which they are listed. */
export const commands = {
  palette: paletteWords,
  keys: { name: t('Keyboard shortcuts'), keys: [['?']], place: 'Anywhere' },
  back: { name: t('Close, back'), keys: [['Esc']], place: 'Anywhere' },
  'go.inbox': {
    name: t('Inbox'),
    keys: [
      ['G', 'I'],
      ['G', 'Q'],
    ],
    place: 'Anywhere',
  },
  undo: { name: t('Undo'), keys: [['Z']], place: 'Anywhere' },
  'go.dashboard': { name: t('Dashboard'), keys: [['G', 'D']], place: 'Anywhere' },
  'go.conversations': { name: t('Conversations'), keys: [['G', 'C']], place: 'Anywhere' },
  'go.tickets': { name: t('Tickets'), keys: [['G', 'T']], place: 'Anywhere' },
  'go.ipp': { name: t('IPP Applications'), keys: [['G', 'P']], place: 'Anywhere' },
  'go.lib': { name: t('LIB Flex Applications'), keys: [['G', 'L']], place: 'Anywhere' },
  'go.shift': { name: t('End of shift'), keys: [['G', 'E']], place: 'Anywhere' },
  'go.notifications': { name: t('Notifications'), keys: [['G', 'N']], place: 'Anywhere' },
  'offer.accept': { name: t('Accept the offer'), keys: [['A']], place: 'Anywhere' },
  'offer.reject': { name: t('Reject the offer'), keys: [['R']], place: 'Anywhere' },
  'queue.next': { name: t('Next in the queue'), keys: [['J']], place: 'Queue' },
  'queue.previous': { name: t('Previous in the queue'), keys: [['K']], place: 'Queue' },
  'queue.open': { name: t('Open'), keys: [['Enter']], place: 'Queue' },
  'queue.mine': { name: t('View Mine'), keys: [['1']], place: 'Queue' },
  'queue.unassigned': { name: t('View Unassigned'), keys: [['2']], place: 'Queue' },
  'queue.team': { name: t('View Team'), keys: [['3']], place: 'Queue' },
  'queue.closing': { name: t('View Closing soon'), keys: [['4']], place: 'Queue' },
  'queue.failed': { name: t('View Failed'), keys: [['5']], place: 'Queue' },
  'queue.snoozed': { name: t('View Snoozed'), keys: [['6']], place: 'Queue' },
  'queue.mentions': { name: t('View Mentions'), keys: [['7']], place: 'Queue' },
  'queue.refresh': { name: t('Refresh the queue'), keys: [['Shift+R']], place: 'Queue' },
  'conversation.reply': { name: t('Write a reply'), keys: [['C']], place: 'Conversation' },
  'conversation.note': { name: t('Write a note'), keys: [['N']], place: 'Conversation' },
  'conversation.assign': { name: t('Assign'), keys: [['S']], place: 'Conversation' },
  'conversation.snooze': { name: t('Snooze'), keys: [['H']], place: 'Conversation' },
  'conversation.no-reply': { name: t('No reply needed'), keys: [['D']], place: 'Conversation' },
  'conversation.resolve': { name: t('Resolve'), keys: [['E']], place: 'Conversation' },
  'conversation.ticket': { name: t('Ticket'), keys: [['T']], place: 'Conversation' },
  'conversation.first-unread': { name: t('First unread message'), keys: [['U']], place: 'Conversation' },
  'conversation.find': { name: t('Find in this conversation'), keys: [['Ctrl+F']], place: 'Conversation' },
  'conversation.panel': { name: t('Customer panel'), keys: [[']']], place: 'Conversation' },
  'message.older': { name: t('Previous message'), keys: [['Alt+↑']], place: 'Conversation' },
  'message.newer': { name: t('Next message'), keys: [['Alt+↓']], place: 'Conversation' },
  'message.quote': { name: t('Quote the message'), keys: [['Q']], place: 'Conversation' },
  'message.react': { name: t('React to the message'), keys: [['I']], place: 'Conversation' },
  'message.link': { name: t('Copy a link to the message'), keys: [['L']], place: 'Conversation' },
  'message.remind': { name: t('Remind me about the message'), keys: [['M']], place: 'Conversation' },
  'message.retry': { name: t('Retry the failed reply'), keys: [['Y']], place: 'Conversation' },
  'message.issue': { name: t('Attach the message to an issue'), keys: [['B']], place: 'Conversation' },
  'write.send': { name: t('Send'), keys: [['Enter']], place: 'Writing' },
  'write.line': { name: t('New line'), keys: [['Shift+Enter']], place: 'Writing' },
  'write.send-and-next': { name: t('Send and next'), keys: [['Ctrl+Enter']], place: 'Writing' },
  'write.send-and-resolve': { name: t('Send and resolve'), keys: [['Ctrl+Shift+Enter']], place: 'Writing' },
  'write.quote': { name: t('Quote an earlier message'), keys: [['Alt+↑']], place: 'Writing' },
  'write.undo': { name: t('Undo (empty composer)'), keys: [['Ctrl+Z']], place: 'Writing' },
  'write.leave': { name: t('Go to the queue'), keys: [['Esc']], place: 'Writing' },
  'table.move': { name: t('Move'), keys: [['↑'], ['↓']], place: 'Tables' },
  'table.open': { name: t('Open'), keys: [['Enter']], place: 'Tables' },
  'table.select': { name: t('Select'), keys: [['X']], place: 'Tables' },
  'table.select-to': { name: t('Select to here'), keys: [['Shift+X']], place: 'Tables' },
  'table.clear': { name: t('Clear the selection'), keys: [['Esc']], place: 'Tables' },
} as const satisfies Readonly<Record<string, CommandWords>>

export type CommandId = keyof typeof commands

/** The commands in their order. */
export const commandIds = Object.keys(commands) as readonly CommandId[]

/** The words and keys of a command. */
export const commandOf = (id: CommandId): CommandWords => commands[id]

/** "G then D", "Ctrl K": the first of a command's keys as a tooltip says them. */
export const keysLabel = (id: CommandId): string =>
  (commandOf(id).keys[0] ?? []).map(press => press.replaceAll('+', ' ')).join(t(' then '))

/** As aria-keyshortcuts has them. */
export const ariaKeys = (id: CommandId): string =>
  (commandOf(id).keys[0] ?? [])
    .map(press => press.replace('Ctrl', 'Control').replace('Esc', 'Escape'))
    .join(' ')
