import type { ApplicationKind } from '@parley/core/applications/application'
import type { Language } from '../language.ts'
import type { Input, InputFile, Reply } from '../turn.ts'
import { FormState, type Known, startForm } from './state.ts'
import { askAgain, type FormTurn, formStep } from './step.ts'

/** Noon on a Monday in Kampala. */
export const monday = new Date('2026-11-23T09:00:00.000Z')

/** A photo as WhatsApp sends it. */
export const photo = (attachmentId: string, mimeType: string | null = 'image/jpeg'): InputFile => ({
  attachmentId,
  mimeType,
  fileName: null,
})

/** A customer who fills in a form and receives every reply. The state is stored as JSON and parsed by the schema each time. */
export class Customer {
  state: FormState
  replies: readonly Reply[]
  outcome: FormTurn['outcome'] = 'asking'
  now: Date
  language: Language = 'en'
  #messages = 0

  constructor(kind: ApplicationKind, known: Known = {}, now = monday) {
    this.now = now
    this.state = startForm(kind, known, now)
    this.replies = askAgain(this.state, { now, language: 'en' })
  }

  /** The id of the last message. */
  get messageId(): string {
    return `m${this.#messages}`
  }

  /** The last replies with their choices. */
  get heard(): string {
    return this.replies
      .map(({ text, choices = [] }) => [text, ...choices.map(({ title }) => `[${title}]`)].join('\n'))
      .join('\n---\n')
  }

  take(input: Omit<Input, 'messageId'>): this {
    this.#messages += 1
    return this.again(input)
  }

  /** Sends the same message again. */
  again(input: Omit<Input, 'messageId'>): this {
    const turn = formStep(
      this.state,
      { ...input, messageId: this.messageId },
      { now: this.now, language: this.language },
    )
    this.state = FormState.parse(JSON.parse(JSON.stringify(turn.state)))
    this.replies = turn.replies
    this.outcome = turn.outcome
    return this
  }

  says(...texts: readonly string[]): this {
    for (const text of texts) this.take({ text, choiceId: null, files: [] })
    return this
  }

  /** Sends the pieces between bars or line breaks as messages. */
  tells(texts: string): this {
    return this.says(...texts.split(/\s*[|\n]\s*/u))
  }

  /** Presses the choices with these titles in the last reply. */
  presses(...titles: readonly string[]): this {
    for (const title of titles) {
      const choice = this.replies.flatMap(({ choices = [] }) => choices).find(one => one.title === title)
      if (choice === undefined) throw new Error(`Nothing says "${title}" in:\n${this.heard}`)
      this.take({ text: title, choiceId: choice.id, files: [] })
    }
    return this
  }

  sends(...files: readonly InputFile[]): this {
    return this.take({ text: '', choiceId: null, files })
  }

  passes(days: number): this {
    this.now = new Date(this.now.getTime() + days * 86_400_000)
    return this
  }
}
