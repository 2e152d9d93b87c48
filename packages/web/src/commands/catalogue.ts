import { paletteWords } from './palette-words.ts'

/** Where commands hold, in the order in which the list of keys has them. */
export const places = ['Anywhere', 'Queue', 'Conversation', 'Writing', 'Tables'] as const

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
  keys: { name: 'Keyboard shortcuts', keys: [['?']], place: 'Anywhere' },
  back: { name: 'Close, back', keys: [['Esc']], place: 'Anywhere' },
  'go.dashboard': { name: 'Dashboard', keys: [['G', 'D']], place: 'Anywhere' },
  'go.conversations': { name: 'Conversations', keys: [['G', 'C']], place: 'Anywhere' },
  'go.tickets': { name: 'Tickets', keys: [['G', 'T']], place: 'Anywhere' },
  'go.ipp': { name: 'IPP Applications', keys: [['G', 'P']], place: 'Anywhere' },
  'go.lib': { name: 'LIB Flex Applications', keys: [['G', 'L']], place: 'Anywhere' },
  'go.queue': { name: 'Queue', keys: [['G', 'Q']], place: 'Anywhere' },
  'go.shift': { name: 'End of shift', keys: [['G', 'E']], place: 'Anywhere' },
  'go.notifications': { name: 'Notifications', keys: [['G', 'N']], place: 'Anywhere' },
  'offer.accept': { name: 'Accept the offer', keys: [['A']], place: 'Anywhere' },
  'offer.reject': { name: 'Reject the offer', keys: [['R']], place: 'Anywhere' },
  'queue.next': { name: 'Next in the queue', keys: [['J']], place: 'Queue' },
  'queue.previous': { name: 'Previous in the queue', keys: [['K']], place: 'Queue' },
  'queue.open': { name: 'Open', keys: [['Enter']], place: 'Queue' },
  'queue.mine': { name: 'View Mine', keys: [['1']], place: 'Queue' },
  'queue.unassigned': { name: 'View Unassigned', keys: [['2']], place: 'Queue' },
  'queue.waiting': { name: 'View Waiting longest', keys: [['3']], place: 'Queue' },
  'queue.closing': { name: 'View Closing soon', keys: [['4']], place: 'Queue' },
  'queue.snoozed': { name: 'View Snoozed', keys: [['5']], place: 'Queue' },
  'queue.mentions': { name: 'View Mentions', keys: [['6']], place: 'Queue' },
  'queue.refresh': { name: 'Refresh the queue', keys: [['Shift+R']], place: 'Queue' },
  'conversation.reply': { name: 'Write a reply', keys: [['C']], place: 'Conversation' },
  'conversation.note': { name: 'Write a note', keys: [['N']], place: 'Conversation' },
  'conversation.assign': { name: 'Assign', keys: [['S']], place: 'Conversation' },
  'conversation.snooze': { name: 'Snooze', keys: [['H']], place: 'Conversation' },
  'conversation.resolve': { name: 'Resolve', keys: [['E']], place: 'Conversation' },
  'conversation.ticket': { name: 'Ticket', keys: [['T']], place: 'Conversation' },
  'conversation.first-unread': { name: 'First unread message', keys: [['U']], place: 'Conversation' },
  'conversation.undo-send': {
    name: 'Undo send',
    keys: [['Z']],
    place: 'Conversation',
  },
  'conversation.find': { name: 'Find in this conversation', keys: [['Ctrl+F']], place: 'Conversation' },
  'conversation.panel': { name: 'Customer panel', keys: [[']']], place: 'Conversation' },
  'message.older': { name: 'Previous message', keys: [['Alt+↑']], place: 'Conversation' },
  'message.newer': { name: 'Next message', keys: [['Alt+↓']], place: 'Conversation' },
  'message.quote': { name: 'Quote the message', keys: [['Q']], place: 'Conversation' },
  'message.react': { name: 'React to the message', keys: [['I']], place: 'Conversation' },
  'message.link': { name: 'Copy a link to the message', keys: [['L']], place: 'Conversation' },
  'message.remind': { name: 'Remind me about the message', keys: [['M']], place: 'Conversation' },
  'message.issue': { name: 'Attach the message to an issue', keys: [['B']], place: 'Conversation' },
  'write.send': { name: 'Send', keys: [['Enter']], place: 'Writing' },
  'write.line': { name: 'New line', keys: [['Shift+Enter']], place: 'Writing' },
  'write.send-and-next': { name: 'Send and next', keys: [['Ctrl+Enter']], place: 'Writing' },
  'write.quote': { name: 'Quote an earlier message', keys: [['Alt+↑']], place: 'Writing' },
  'write.undo-send': { name: 'Undo send (empty composer)', keys: [['Ctrl+Z']], place: 'Writing' },
  'write.leave': { name: 'Go to the queue', keys: [['Esc']], place: 'Writing' },
  'table.move': { name: 'Move', keys: [['↑'], ['↓']], place: 'Tables' },
  'table.open': { name: 'Open', keys: [['Enter']], place: 'Tables' },
  'table.select': { name: 'Select', keys: [['X']], place: 'Tables' },
  'table.select-to': { name: 'Select to here', keys: [['Shift+X']], place: 'Tables' },
  'table.clear': { name: 'Clear the selection', keys: [['Esc']], place: 'Tables' },
} as const satisfies Readonly<Record<string, CommandWords>>

export type CommandId = keyof typeof commands

/** The commands in their order. */
export const commandIds = Object.keys(commands) as readonly CommandId[]

/** The words and keys of a command. */
export const commandOf = (id: CommandId): CommandWords => commands[id]

/** "G then D", "Ctrl K": the first of a command's keys as a tooltip says them. */
export const keysLabel = (id: CommandId): string =>
  (commandOf(id).keys[0] ?? []).map(press => press.replaceAll('+', ' ')).join(' then ')

/** As aria-keyshortcuts has them. */
export const ariaKeys = (id: CommandId): string =>
  (commandOf(id).keys[0] ?? [])
    .map(press => press.replace('Ctrl', 'Control').replace('Esc', 'Escape'))
    .join(' ')
