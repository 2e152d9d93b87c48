import { isNear, phrases, plain } from './spelling.ts'

/** The commands that a customer can write at any question. */
const commandNames = [
  'back',
  'skip',
  'pause',
  'cancel',
  'help',
  'summary',
  'keep',
  'resume',
  'done',
  'submit',
  'agent',
] as const
export type Command = (typeof commandNames)[number]

const said: Readonly<Record<Command, readonly string[]>> = {
  back: phrases('back, previous, go back, ddayo, dda emabega, rudi, rudi nyuma, nyuma'),
  skip: phrases('skip, skip it, skip this, pass, buuka, ruka'),
  pause: phrases(
    'later, stop, pause, not now, continue later, oluvannyuma, yimirira, lindako, baadaye, simama, acha kwanza',
  ),
  cancel: phrases('cancel, quit, cancel form, cancel application, sazaamu, ghairi, sitisha'),
  help: phrases('help, help me, nnyamba, obuyambi, msaada, nisaidie, saidia'),
  summary: phrases(
    'summary, my answers, show my answers, what have i answered, what did i answer, bye nzizeemu, muhtasari, majibu yangu',
  ),
  keep: phrases('keep, keep it, keep that, leka bwe kiri, kireke, baki nayo, iache'),
  resume: phrases('continue, resume, go on, continue form, weyongere, genda mu maaso, endelea'),
  done: phrases('done, finished, that is all, mmaze, nmaze, nimemaliza, tayari, imekwisha'),
  submit: phrases('submit, send, send it, submit it, weereza, tuma, wasilisha'),
  agent: phrases(
    'agent, human, person, talk to a person, speak to a person, talk to someone, talk to an agent, speak to an agent, customer care, njagala omuntu, yogera n’omuntu, ongea na mtu, zungumza na mtu, nataka mtu',
  ),
}

/** The command that matches a text exactly. */
export const commandOf = (text: string): Command | undefined =>
  commandNames.find(name => said[name].some(phrase => plain(phrase) === plain(text)))

const lettersOf = (text: string): string => text.split('').toSorted().join('')

/**
 * The command that a text nearly matches; only for a text that is not an answer either. In a short word only the order of letters
 * may differ.
 */
export const nearCommand = (text: string): Command | undefined => {
  const meant = plain(text)
  const isShort = meant.length < 5
  return commandNames.find(name =>
    said[name].some(phrase => {
      const word = plain(phrase)
      return isShort ? lettersOf(word) === lettersOf(meant) : isNear(meant, word)
    }),
  )
}

const changes =
  /^(?:change|edit|correct|update|fix|kyusa|tereeza|badilisha|rekebisha)(?:\s+(?<own>my|the|yange|yangu))?(?:\s+(?<what>.+))?$/u

/** The object of a change: '' if the text does not name it; null if the text asks for no change. */
export function changeOf(text: string): { readonly what: string; readonly isMine: boolean } | null {
  const found = changes.exec(plain(text).slice(0, 100))
  if (found === null) return null
  return { what: found.groups?.what ?? '', isMine: found.groups?.own !== undefined }
}

/** Whether the text is a command of the bot around the form. */
export const isOuter = (text: string): boolean => /^\s*(?:0|00|menu|reset)\s*[.!]?\s*$/iu.test(text)
