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

/** The fewest values that identify a form of ours: other forms have a name and a phone number too. */
const fewest = 5

/**
 * The kind of a filled form: by its reference ("ipp-…"), else the kind with more readable answers. Null: no form of ours.
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
 * Takes the reply of a WhatsApp Flow into the open form of its kind, else into a new one. The bot then asks for missing and invalid
 * answers. Null: the message has no form of ours.
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

/** Earlier answers stay if the reply lacks them. */
function added(before: FormState, { answers }: FormAnswers, messageId: string, now: Date): WholeForm {
  const at = now.toISOString()
  const source: Source = { how: 'flow', message_id: messageId, at, agent_id: null }
  const taken = fillForm({ ...before, status: 'asking', aside: null }, answers, source, now)
  return { ...taken, state: { ...taken.state, last_message_id: messageId, changed_at: at } }
}

/** The customer is asked what its photos are. */
function withFiles(form: FormState, { files, messageId }: Input, now: Date): FormState {
  const taken = files.filter(isReadable).map(({ attachmentId }) => ({
    attachment_id: attachmentId,
    message_id: messageId,
    at: now.toISOString(),
  }))
  return taken.length === 0 ? form : { ...form, files: [...form.files, ...taken], aside: 'file' }
}
