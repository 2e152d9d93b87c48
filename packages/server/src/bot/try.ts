import { newState } from '@parley/bot/state'
import { step } from '@parley/bot/step'
import type { World } from '@parley/bot/world'
import type { TriedTurn } from '@parley/core/bot/api'
import { isOpen } from './draft.ts'

export type Tried = Pick<World, 'understand' | 'namedIn' | 'knowledge' | 'hours' | 'atOnce' | 'now'>

/** Faster messages would count as written by a program. */
const apartMs = 60_000
/** In place of an application's number. */
const formNumber = 'TEST'

/** Answers a new customer's texts as the bot would, until it hands over. Pure. */
export function tryBot(texts: readonly string[], tried: Tried): TriedTurn[] {
  const timeOf = (n: number) => new Date(tried.now.getTime() - (texts.length - 1 - n) * apartMs)
  let state = newState(timeOf(0))
  let form: World['form'] = null
  const turns: TriedTurn[] = []
  for (const [n, text] of texts.entries()) {
    const now = timeOf(n)
    const { understand, namedIn } = tried
    const known = { fullName: null, phoneNumber: null }
    const nobody = { name: null, applications: [], wanted: [], known }
    const world = { ...tried, now, form, ...nobody }
    const messageId = String(n + 1)
    const done = step(state, { messageId, text, choiceId: null, files: [] }, world)
    state = done.state
    if (done.form !== undefined) form = isOpen(done.form) ? { state: done.form, number: formNumber } : null
    const { intent, confidence, guesses } = understand(text)
    turns.push({
      text,
      replies: done.replies.map(reply => ({
        text: reply.text,
        choices: (reply.choices ?? []).map(({ title }) => title),
      })),
      intent,
      confidence,
      next_best: guesses.find(guess => guess.intent !== intent) ?? null,
      entities: namedIn(text, now),
      language: state.language ?? 'en',
      answer: state.answered.find(({ message_id: id }) => id === messageId)?.answer ?? null,
      handover: done.handover,
    })
    if (done.handover !== null) break
  }
  return turns
}
