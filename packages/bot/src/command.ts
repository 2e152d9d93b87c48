/** Words that work everywhere, as customers know them from other services; in any case and with what stands around them. */
export type Command = 'menu' | 'back' | 'help' | 'reset'

const commands: ReadonlyMap<string, Command> = new Map([
  ['0', 'back'],
  ['00', 'menu'],
  ['menu', 'menu'],
  ['main menu', 'menu'],
  ['help', 'help'],
  ['reset', 'reset'],
  ['restart', 'reset'],
  ['start again', 'reset'],
])

/** The command that a text is; null: it is none. A sentence that holds one of the words is none. */
export const commandOf = (text: string): Command | null =>
  commands.get(
    text
      .toLowerCase()
      .replace(/[\s.!?*#"']+/g, ' ')
      .trim(),
  ) ?? null
