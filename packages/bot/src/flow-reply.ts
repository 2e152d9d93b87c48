import type { ApplicationKind } from '@parley/core/applications/application'
import { isReadable } from './form/documents.ts'
import { fillForm, takeWholeForm, type WholeForm } from './form/prefill.ts'
import type { FormState, Source } from './form/state.ts'
import { askAgain } from './form/step.ts'
import { say } from './sayings.ts'
import type { BotState } from './state.ts'
import type { Step, World } from './world.ts'
import { type FormAnswers, type Input, offeredIn } from './turn.ts'

const kinds = ['ipp', 'lib'] as const

/** The fewest values that identify one of our forms: other forms have a name and a phone number too. */
const fewest = 5

/**
 * The kind of a filled form: by its reference ("ipp-…"), else the kind with more readable answers. Null: not one of our forms.
 */
export function kindOfForm({ reference, answers }: FormAnswers, now: Date): ApplicationKind | null {
  const named = kinds.find(kind => new RegExp(`^${kind}(?![a-z])`, 'iu').test(reference ?? ''))
  if (named !== undefined) return named
  const [ipp = 0, lib = 0] = kinds.map(kind => {
    const { state, wrong } = takeWholeForm(kind, answers, { messageId: '', now })
    return Object.keys(state.values).length + wrong.length
  })
  if (ipp === lib || Math.max(ipp, lib) < fewest) return null
  return ipp > lib ? 'ipp' : 'lib'
}

/**
 * Adds the reply of a WhatsApp Flow to the open form of its kind, else to a new one. The bot then asks for missing and invalid
 * answers. Null: the message has none of our forms.
 */
export function takeFlowReply(state: BotState, input: Input, world: World): Step | null {
  const { form: answers } = input
  if (answers === undefined || answers === null) return null
  const { now, form: open, known } = world
  const kind = kindOfForm(answers, now)
  if (kind === null) return null
  const language = state.language ?? 'en'
  const { messageId } = input
  const taken =
    open?.state.kind === kind
      ? added(open.state, answers, messageId, now)
      : takeWholeForm(kind, answers.answers, { known, messageId, now })
  const form = withFiles(taken.state, input, now)
  const asked = askAgain(form, { now, language })
  const { at } = form
  const problem = at.step === 'field' ? taken.wrong.find(({ path }) => path === at.path)?.problem : undefined
  const told = say('formTaken', language)
  const replies = [{ text: problem === undefined ? told : `${told} ${problem[language]}` }, ...asked]
  return {
    state: { ...state, in_form: true, offered: offeredIn(asked), asking: null, misses: 0, greeted: true },
    form,
    replies,
    handover: null,
  }
}

/** Keeps earlier answers that the reply lacks. */
function added(before: FormState, { answers }: FormAnswers, messageId: string, now: Date): WholeForm {
  const at = now.toISOString()
  const source: Source = { how: 'flow', message_id: messageId, at, agent_id: null }
  const taken = fillForm({ ...before, status: 'asking', aside: null }, answers, source, now)
  return { ...taken, state: { ...taken.state, last_message_id: messageId, changed_at: at } }
}

/** The bot asks the customer for the document type of the photos. */
function withFiles(form: FormState, { files, messageId }: Input, now: Date): FormState {
  const taken = files.filter(isReadable).map(({ attachmentId }) => ({
    attachment_id: attachmentId,
    message_id: messageId,
    at: now.toISOString(),
  }))
  return taken.length === 0 ? form : { ...form, files: [...form.files, ...taken], aside: 'file' }
}
