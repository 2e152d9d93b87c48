/** What a customer did, as far as the bot looks at it. */
export interface Input {
  readonly messageId: string
  /** What was written, or the words of what was pressed; '' for none. */
  readonly text: string
  /** The id of the choice that was pressed; null: it was written. */
  readonly choiceId: string | null
  readonly files: readonly InputFile[]
  /** What stands below the files; '' or absent for nothing. */
  readonly caption?: string
  /** The message of this conversation that it answers. */
  readonly quotedId?: string | null
  /** A form that was filled in outside of the chat and came at once. */
  readonly form?: FormAnswers | null
}

/** The answers of a WhatsApp Flow, as they were given. */
export interface FormAnswers {
  /** What the asking system called this form; null: nothing. */
  readonly reference: string | null
  readonly answers: Readonly<Record<string, unknown>>
}

export interface InputFile {
  readonly attachmentId: string
  /** As far as it is known: "image/jpeg". */
  readonly mimeType: string | null
  readonly fileName: string | null
}

/** Something that can be pressed. */
export interface Choice {
  /** Comes back as `choiceId`. */
  readonly id: string
  /** Where at most three are offered at most 20 characters, else at most 24. */
  readonly title: string
  /** At most 72 characters; shown in lists only. */
  readonly description?: string
}

/** A message of the bot. */
export interface Reply {
  readonly text: string
  /**
   * At most ten, each title once: three are buttons, more are a list. Where the channel has neither they are written below the
   * words with a number each, and the number is an answer.
   */
  readonly choices?: readonly Choice[]
}

/** Something that was offered, as it is remembered. */
export type Offered = Pick<Choice, 'id' | 'title'>

/** What can be pressed below these messages. */
export const offeredIn = (replies: readonly Reply[]): readonly Offered[] =>
  replies.flatMap(({ choices = [] }) => choices.map(({ id, title }) => ({ id, title })))
