/** The result of one check: a line for a person, with the next step if there is a problem. */
export interface Finding {
  readonly state: 'ok' | 'warn' | 'bad'
  /** The thing that was checked, in a word or two. */
  readonly what: string
  readonly said: string
}

type Make = (what: string, said: string) => Finding

export const ok: Make = (what, said) => ({ state: 'ok', what, said })
export const warn: Make = (what, said) => ({ state: 'warn', what, said })
export const bad: Make = (what, said) => ({ state: 'bad', what, said })

const widest = 12

export const lineOfFinding = ({ state, what, said }: Finding): string =>
  `${state.padEnd(4)}  ${what.padEnd(widest)}  ${said}`
