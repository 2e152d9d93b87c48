import type { IntentName } from '@parley/core/intent/api'
import type { FormState } from './form/state.ts'
import { askAgain, formStep } from './form/step.ts'
import type { Language } from './language.ts'
import { say } from './sayings.ts'
import type { BotState } from './state.ts'
import { type Meaning, type Step, surelyElse, type World } from './world.ts'
import { type Input, offeredIn, type Reply } from './turn.ts'

/** These intents are no reason to leave an open form. */
const ofForms: ReadonlySet<IntentName> = new Set([
  'apply_pension',
  'apply_life_cover',
  'greeting',
  'about_bot',
])

/** A message that is not for the form: the unchanged form, and its open question to repeat. */
interface Left {
  readonly left: FormState
  /** The open question again; empty if the customer leaves the form. */
  readonly again: readonly Reply[]
  readonly language: Language
}

/** Takes a message as an answer to the open form. Null: no form is open. */
export function fillIn(
  state: BotState,
  input: Input,
  meaning: Meaning | null,
  { form, now }: World,
): Step | Left | null {
  if (form === null) return null
  const language = state.language ?? 'en'
  const moment = { now, language }
  const command = input.choiceId === null && input.files.length === 0 ? commandOf(input.text) : null
  if (command === 'menu' || command === 'reset') {
    return { left: { ...form.state, status: 'paused' }, again: [], language }
  }
  const heard = command === 'back' ? { ...input, text: 'back' } : captioned(input)
  const turned = formStep(form.state, heard, moment)
  if (turned.outcome === 'not-an-answer') {
    const wish = input.choiceId === 'agent' ? 'speak_to_agent' : wishOf(meaning)
    if (wish === 'speak_to_agent' || wish === 'complaint')
      return { left: { ...form.state, status: 'paused' }, again: [], language }
    if (wish !== null) return { left: form.state, again: askAgain(form.state, moment), language }
  }
  const isDone = turned.outcome === 'submitted' && turned.replies.length > 0
  const number: readonly Reply[] = isDone ? [{ text: say('number', language, { number: form.number }) }] : []
  const replies = [...turned.replies, ...number]
  return {
    state: {
      ...state,
      in_form: turned.state.status === 'asking',
      offered: offeredIn(replies),
      misses: 0,
      greeted: true,
    },
    form: turned.state,
    replies,
    handover: null,
  }
}

/** A file's caption names its document. */
const captioned = (input: Input): Input =>
  input.files.length === 0 ? input : { ...input, text: input.text || (input.caption ?? '') }

function wishOf(meaning: Meaning | null): IntentName | null {
  if (meaning === null || meaning.intent === null || meaning.confidence < surelyElse) return null
  return ofForms.has(meaning.intent) ? null : meaning.intent
}

/** Combines another step with the form's open question. */
export function asideOf(done: Step, { left, again, language }: Left): Step {
  if (done.handover !== null || done.form !== undefined) return { ...done, form: done.form ?? left }
  if (again.length === 0) {
    return { ...done, form: left, replies: [{ text: say('formKept', language) }, ...done.replies] }
  }
  // Keep only the choices of the form's question.
  const told = done.replies.map(({ text }) => ({ text }))
  return {
    ...done,
    form: left,
    state: { ...done.state, in_form: true, offered: offeredIn(again), asking: null },
    replies: [...told, ...again],
  }
}

/** Commands that work everywhere, in any case and with punctuation. */
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

/** Null: the text is not exactly a command. */
export const commandOf = (text: string): Command | null =>
  commands.get(
    text
      .toLowerCase()
      .replace(/[\s.!?*#"']+/g, ' ')
      .trim(),
  ) ?? null
