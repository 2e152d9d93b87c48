/** A customer's message, as the bot sees it. */
export interface Input {
  readonly messageId: string
  /** The text, or the title of the pressed choice; '' for none. */
  readonly text: string
  /** The id of the pressed choice; null: it was written. */
  readonly choiceId: string | null
  readonly files: readonly InputFile[]
  /** The caption of the files; '' or absent for none. */
  readonly caption?: string
  /** The quoted message of this conversation. */
  readonly quotedId?: string | null
  /** The reply of a WhatsApp Flow. */
  readonly form?: FormAnswers | null
}

/** The raw answers of a WhatsApp Flow. */
export interface FormAnswers {
  /** The sending system's name of the form; null: none. */
  readonly reference: string | null
  readonly answers: Readonly<Record<string, unknown>>
}

export interface InputFile {
  readonly attachmentId: string
  /** "image/jpeg"; null: unknown. */
  readonly mimeType: string | null
  readonly fileName: string | null
}

/** A button or a row of a list. */
export interface Choice {
  /** Comes back as `choiceId`. */
  readonly id: string
  /** At most 20 characters for up to three choices, else at most 24. */
  readonly title: string
  /** At most 72 characters; shown in lists only. */
  readonly description?: string
}

/** A message of the bot. */
export interface Reply {
  readonly text: string
  /**
   * At most ten, with unique titles: up to three are buttons, more are a list. A channel without buttons and lists shows numbered
   * lines, and the customer answers with a number.
   */
  readonly choices?: readonly Choice[]
}

/** An offered choice, as stored in the state. */
type Offered = Pick<Choice, 'id' | 'title'>

/** The choices of these messages. */
export const offeredIn = (replies: readonly Reply[]): readonly Offered[] =>
  replies.flatMap(({ choices = [] }) => choices.map(({ id, title }) => ({ id, title })))
