import type { ApplicationKind } from '@parley/core/applications/application'
import type { IntentName } from '@parley/core/intent/api'
import { fit } from '@parley/core/text/format'
import { takeDocument } from './take-document.ts'
import { takeFlowReply } from './flow-reply.ts'
import { commandOf as formCommandOf } from './form/commands.ts'
import { startForm } from './form/state.ts'
import { askAgain, resumeForm } from './form/step.ts'
import { asideOf, type Command, commandOf, fillIn } from './in-form.ts'
import type { Found, KnowledgeAnswer } from './knowledge.ts'
import type { Language } from './language.ts'
import { chosenIntent, intentChoice, menuChoices } from './menu.ts'
import { say } from './sayings.ts'
import { type BotState, isRunaway, paceWith } from './state.ts'
import {
  backWords,
  type HandoverReason,
  type Meaning,
  type NamedIn,
  type Step,
  surelyElse,
  type World,
} from './world.ts'
import { type Choice, type Input, offeredIn } from './turn.ts'

/** Similarity of a text that is nearly a known question. */
const nearlyTheSame = 0.72
/** Similarity of a possible answer if no intent is sure. */
const perhaps = 0.45
/** The confidence from which the bot acts. */
const sure = 0.7
const mostRemembered = 20
/** Invalid answers in a row to one question of a form. */
const mostMisses = 10

/** Intents that need an agent with access to the customer's policy. */
const needsReference: ReadonlySet<IntentName> = new Set([
  'check_balance',
  'payment_not_shown',
  'premium_due',
  'missed_payment',
  'claim_status',
  'withdraw_savings',
  'get_document',
])

/** Intents with their own handover reasons. */
const handsOverItself: ReadonlySet<IntentName> = new Set(['speak_to_agent', 'complaint'])

/** Related intents below an answer, before the menu and a person. */
const offeredBelow: Readonly<Record<NonNullable<KnowledgeAnswer['next']>, readonly IntentName[]>> = {
  menu: [],
  agent: [],
  apply_ipp: ['apply_pension'],
  apply_lib: ['apply_life_cover'],
}

/**
 * The bot's step for one message of a customer. Pure.
 */
export function step(before: BotState, input: Input, world: World): Step {
  const meaning = input.choiceId === null ? world.understand(input.text) : null
  const language = languageOf(before, input, meaning)
  const isOpen = world.form !== null && (before.in_form || formCommandOf(input.text) === 'resume')
  // Messages to an open form do not count towards the pace. Ten invalid answers in a row hand over instead.
  const pace = isOpen ? before.pace : paceWith(before.pace, input.text, world.now)
  const state: BotState = { ...before, language, pace }
  const flow = takeFlowReply(state, input, world)
  if (flow !== null) return flow
  const choice = choiceOf(before, input)
  const taken = takeDocument(state, { ...input, choiceId: choice }, world, isOpen)
  if (taken !== null) return taken
  const isLost = isOpen && (world.form?.state.misses ?? 0) >= mostMisses
  if (isLost || isRunaway(pace, choice !== null)) return { state, replies: [], handover: 'runaway' }
  const filled = isOpen ? fillIn({ ...state, in_form: true }, input, meaning, world) : null
  if (filled !== null && !('left' in filled)) return filled
  // If the customer leaves the form, it stays unchanged.
  const after = filled === null ? state : { ...state, in_form: false, offered: [] }
  const done = new Turn(after, input, world, language ?? 'en').take(filled === null ? choice : null, meaning)
  return filled === null ? done : asideOf(done, filled)
}

/** The language of the text; short answers and choices do not change it. */
function languageOf(before: BotState, { text }: Input, meaning: Meaning | null): Language | null {
  if (meaning === null || meaning.language === null) return before.language
  const isShort = text.trim().split(/\s+/).length < 2
  return isShort && before.language !== null ? before.language : meaning.language
}

/** The last offered choice that was pressed, or named by number or title. */
function choiceOf({ offered }: BotState, { choiceId, text }: Input): string | null {
  if (choiceId !== null) return choiceId
  const typed = text.trim()
  const byNumber = /^\d{1,2}$/.test(typed) && !typed.startsWith('0') ? offered[Number(typed) - 1] : undefined
  const byTitle = offered.find(({ title }) => title.toLowerCase() === typed.toLowerCase())
  return (byNumber ?? byTitle)?.id ?? null
}

/** The answer to one message. */
class Turn {
  readonly #state: BotState
  readonly #input: Input
  readonly #world: World
  readonly #language: Language

  constructor(state: BotState, input: Input, world: World, language: Language) {
    this.#state = state
    this.#input = input
    this.#world = world
    this.#language = language
  }

  take(choice: string | null, meaning: Meaning | null): Step {
    if (choice !== null) return this.#chosen(choice)
    const command = commandOf(this.#input.text)
    if (command !== null) return this.#command(command)
    if (this.#input.text.trim() === '') return this.#unread()
    const pressed = chosenIntent(this.#input.text.trim())
    if (pressed !== null) return this.#meet(pressed, 1)
    if (this.#state.asking !== null) return this.#reference(this.#state.asking.intent, meaning)
    return meaning === null ? this.#unclear([]) : this.#understood(meaning)
  }

  #chosen(choice: string): Step {
    if (choice === 'menu') return this.#menu('menu')
    const answer = this.#world.knowledge.answers.find(({ id }) => choice === `answer:${id}`)
    if (answer !== undefined) return this.#answer(answer)
    const intent = chosenIntent(choice)
    // The answer was removed meanwhile.
    return intent === null ? this.#menu('menu') : this.#meet(intent, 1)
  }

  #command(command: Command): Step {
    if (command === 'help') return this.#reply(say('help', this.#language), menuChoices(this.#language))
    if (command !== 'reset') return this.#menu('menu')
    const begun = { ...this.#state, asking: null, wish: null, slots: {}, named_in: {}, asked: [] }
    return this.#reply(
      `${say('reset', this.#language)} ${say('menu', this.#language)}`,
      menuChoices(this.#language),
      begun,
    )
  }

  #understood(meaning: Meaning): Step {
    const named = this.#world.namedIn(this.#input.text, this.#world.now)
    const state = this.#naming(this.#state, firstOf(named))
    const turn = new Turn(state, this.#input, this.#world, this.#language)
    const surely = meaning.confidence >= sure ? meaning.intent : null
    // A request for a person gets no answer from the knowledge.
    if (surely !== null && handsOverItself.has(surely)) return turn.#meet(surely, meaning.confidence)
    const [best] = this.#world.knowledge.search(this.#input.text)
    if (best !== undefined && best.likeness >= nearlyTheSame) return turn.#answer(best.answer)
    if (surely !== null) return turn.#meet(surely, meaning.confidence)
    return turn.#unclear(
      meaning.guesses.map(({ intent }) => intent),
      best,
    )
  }

  /** Adds the values of this message to the state. */
  #naming(state: BotState, named: Readonly<Record<string, string>>): BotState {
    const here = Object.keys(named).map(kind => [kind, this.#input.messageId] as const)
    return {
      ...state,
      slots: { ...state.slots, ...named },
      named_in: { ...state.named_in, ...Object.fromEntries(here) },
    }
  }

  /** Handles an intent. */
  #meet(intent: IntentName, confidence: number): Step {
    const wish = wishAfter(this.#state.wish, { intent, confidence })
    const state = { ...this.#state, wish, asking: null }
    const turn = new Turn(state, this.#input, this.#world, this.#language)
    if (this.#world.atOnce.has(intent) && !handsOverItself.has(intent))
      return turn.#handOver('rule', 'handover')
    switch (intent) {
      case 'greeting':
        return turn.#menu(this.#state.greeted ? 'menu' : 'greeting')
      case 'about_bot':
        return turn.#reply(say('help', this.#language), menuChoices(this.#language))
      case 'thanks':
        return turn.#reply(say('thanks', this.#language))
      case 'speak_to_agent':
        return turn.#handOver('asked', 'handover')
      case 'complaint':
        return turn.#handOver('complaint', 'complaint')
      case 'application_status':
        return turn.#applications()
      case 'apply_pension':
        return turn.#apply('ipp')
      case 'apply_life_cover':
        return turn.#apply('lib')
      default:
        return turn.#served(intent)
    }
  }

  /** Answers from the knowledge, or asks for the policy number and hands over. */
  #served(intent: IntentName): Step {
    const answer = this.#world.knowledge.answers.find(one => one.intent === intent)
    if (answer !== undefined) return this.#answer(answer)
    if (needsReference.has(intent) && this.#state.slots['reference'] === undefined) {
      return this.#reply(say('reference', this.#language), [], {
        ...this.#state,
        asking: { slot: 'reference', intent },
        asked: ['reference'],
      })
    }
    return this.#handOver('needs-person', 'handover')
  }

  /** The text is the requested number, a "no", or something else. */
  #reference(intent: IntentName, meaning: Meaning | null): Step {
    const { reference } = this.#world.namedIn(this.#input.text, this.#world.now)
    const [value] = reference ?? []
    const asked = { ...this.#state, asking: null }
    if (value !== undefined) {
      const state = this.#naming(asked, { reference: value })
      return new Turn(state, this.#input, this.#world, this.#language).#handOver('needs-person', 'handover')
    }
    const turn = new Turn(asked, this.#input, this.#world, this.#language)
    const isElse =
      meaning !== null &&
      meaning.intent !== null &&
      meaning.intent !== intent &&
      meaning.confidence >= surelyElse
    return isElse ? turn.#understood(meaning) : turn.#handOver('needs-person', 'handover')
  }

  /** Continues the open form of this kind, or begins one. */
  #apply(kind: ApplicationKind): Step {
    const { form: open, known, now } = this.#world
    const moment = { now, language: this.#language }
    const begun = open?.state.kind === kind ? resumeForm(open.state, moment) : null
    const form = begun?.state ?? startForm(kind, known, now)
    const replies = begun?.replies ?? askAgain(form, moment)
    const state = { ...this.#state, in_form: true, offered: offeredIn(replies), misses: 0, greeted: true }
    return { state, form, replies, handover: null }
  }

  #applications(): Step {
    const { applications } = this.#world
    if (applications.length === 0) {
      return this.#reply(
        say('noApplication', this.#language),
        this.#ways('apply_pension', 'apply_life_cover'),
      )
    }
    const lines = applications.map(({ number, status }) => `• ${number}: ${status}`)
    return this.#reply([say('applications', this.#language), ...lines].join('\n'), this.#ways())
  }

  #answer(answer: KnowledgeAnswer): Step {
    if (answer.intent !== null && this.#world.atOnce.has(answer.intent)) return this.#meet(answer.intent, 1)
    const own = answer.answers[this.#language]
    const text = own === '' ? answer.answers.en : own
    const link = answer.link === null ? '' : `\n${answer.link}`
    const next = answer.next === null ? [] : this.#ways(...offeredBelow[answer.next])
    const said = { message_id: this.#input.messageId, answer: answer.title }
    const answered = [...this.#state.answered, said].slice(-mostRemembered)
    const wish = answer.intent === null ? this.#state.wish : { intent: answer.intent, confidence: 1 }
    return this.#reply(`${text}${link}`, next, {
      ...this.#state,
      answered,
      wish: this.#state.wish ?? wish,
      asking: null,
    })
  }

  /** No intent is sure: offers the likeliest ones the first time, hands over the second time. */
  #unclear(guesses: readonly IntentName[], found?: Found): Step {
    const state = this.#missed()
    if (state.misses >= 2)
      return new Turn(state, this.#input, this.#world, this.#language).#handOver('not-understood', 'handover')
    const answer =
      found === undefined || found.likeness < perhaps
        ? []
        : [{ id: `answer:${found.answer.id}`, title: shortened(found.answer.title) }]
    const likely = guesses
      .filter(intent => intent !== 'speak_to_agent')
      .flatMap(intent => intentChoice(intent, this.#language) ?? [])
    const choices = [...answer, ...likely].slice(0, 2)
    const text = this.#state.greeted
      ? say('unclear', this.#language)
      : `${this.#greeting()} ${say('unclear', this.#language)}`
    return this.#reply(text, [...choices, this.#agent()], state, 'missed')
  }

  /** The bot cannot read a picture or recording outside of a form. */
  #unread(): Step {
    const state = this.#missed()
    if (state.misses >= 2)
      return new Turn(state, this.#input, this.#world, this.#language).#handOver('not-understood', 'handover')
    return this.#reply(say('unread', this.#language), this.#ways(), state, 'missed')
  }

  #missed(): BotState {
    const unclear = [...this.#state.unclear, this.#input.messageId].slice(-mostRemembered)
    return { ...this.#state, misses: this.#state.misses + 1, unclear }
  }

  #menu(saying: 'greeting' | 'menu'): Step {
    const text = saying === 'greeting' ? this.#greeting() : say('menu', this.#language)
    return this.#reply(text, menuChoices(this.#language), { ...this.#state, asking: null })
  }

  #greeting(): string {
    const { name } = this.#world
    return say('greeting', this.#language, { name: name === null ? '' : ` ${name}` })
  }

  #handOver(reason: HandoverReason, saying: 'handover' | 'complaint'): Step {
    const { hours } = this.#world
    const words = say(saying, this.#language)
    const closed = say('closed', this.#language, { back: backWords(hours)[this.#language] })
    const text = hours.isOpen ? words : `${words} ${closed}`
    return { ...this.#reply(text), handover: reason }
  }

  /** The choices below an answer: these intents, the main menu and a person, at most three. */
  #ways(...intents: readonly IntentName[]): readonly Choice[] {
    const first = intents.flatMap(intent => intentChoice(intent, this.#language) ?? [])
    return [...first, { id: 'menu', title: say('menuTitle', this.#language) }, this.#agent()].slice(0, 3)
  }

  #agent(): Choice {
    return { id: 'intent:speak_to_agent', title: say('agentTitle', this.#language) }
  }

  #reply(
    text: string,
    choices: readonly Choice[] = [],
    state: BotState = this.#state,
    outcome: 'understood' | 'missed' = 'understood',
  ): Step {
    const replies = [{ text, ...(choices.length > 0 && { choices }) }]
    const misses = outcome === 'missed' ? state.misses : 0
    return {
      state: { ...state, offered: offeredIn(replies), misses, greeted: true },
      replies,
      handover: null,
    }
  }
}

const saysNoWish: ReadonlySet<IntentName> = new Set(['greeting', 'thanks', 'about_bot'])

/** The customer's intent from now on: a request for a person keeps the earlier one. */
function wishAfter(before: BotState['wish'], wish: NonNullable<BotState['wish']>): BotState['wish'] {
  if (saysNoWish.has(wish.intent)) return before
  return wish.intent === 'speak_to_agent' ? (before ?? wish) : wish
}

const firstOf = (named: ReturnType<NamedIn>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(named).flatMap(([kind, values]) => {
      const first = values?.[0]
      return first === undefined ? [] : [[kind, String(first)]]
    }),
  )

/** A button's title has at most 20 characters. */
const shortened = (title: string): string => fit(title, 20)
