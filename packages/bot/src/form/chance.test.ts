import { expect, test } from 'vitest'
import type { ApplicationKind } from '@parley/core/applications/application'
import { seeded } from '@parley/intents/random'
import { languages } from '../language.ts'
import type { Input, Reply } from '../turn.ts'
import { applicationOf } from './application.ts'
import { fieldAt } from './fields.ts'
import { monday } from './form.fixture.ts'
import { migrateForm } from './migrate.ts'
import { factsOf, FormState, startForm } from './state.ts'
import { formStep, type FormTurn } from './step.ts'
import { answerText, type Value } from './value.ts'

/** Texts of customers: answers to any question, commands in three languages, and texts that are neither. */
const texts =
  `Nakato Mary|Okello James|4/3/1991|31/2/1990|female|male|Ugandan|national id|passport|B1234567|CF910121ABC3DE|married
0772 123 456|mary@example.com|Plot 4, Jinja Road|employed|unemployed|Nile Steel|800k|50,000|momo|1/12|tomorrow|moderate|growth
husband|child|60|40%|100|the rest|all|half|add another|family|20m|10 years|monthly|yes|no|nedda|ndiyo|asthma, diabetes|170 cm|70kg
skip|back|help|later|continue|cancel|summary|keep|done|submit|change|change employer|change my phone|change beneficiary 1
change beneficiaries|change documents|change id type|ddayo|buuka|rudi|ruka|menu|0|00|1|2|3|7|10|99|agent|hello|?|banana|
constructor|__proto__|toString|🙂|\u0000|ﷺ|${'x'.repeat(5_000)}|${'9 '.repeat(500)}`.split(/[|\n]/u)

/** Ids that a phone may send although no choice has them. */
const ids =
  `agent|form|constructor:x|__proto__:x|answer:|known:constructor|keep:__proto__|answer:personal_details.gender=MALE|answer:personal_details.gender=X
skip:personal_details.full_name|keep:nothing|known:contact_details.phone_number|section:nowhere|section:beneficiaries|field:x
beneficiary:0|beneficiary:99|beneficiary:x|remove-person:0|remove-person:-1|file:OTHER|file:x|document:NOTHING|done:ID_DOCUMENT
later:ID_DOCUMENT|submit:form|agree:information_is_true|agree:x|cancel:yes|cancel:x|add:beneficiary|rest:beneficiary`.split(
    /[|\n]/u,
  )

const mimeTypes = ['image/jpeg', 'application/pdf', 'audio/ogg', null]

const valuesOf = ({ values }: FormState): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(values).map(([path, { value }]) => [path, value]))

/** The limits of a channel: lengths of texts, rows and titles, and unique choices. */
function expectSendable({ text, choices = [] }: Reply): void {
  const areButtons = choices.length > 0 && choices.length <= 3
  expect(text.trim()).not.toBe('')
  expect(text.length).toBeLessThanOrEqual(areButtons ? 1_024 : 4_096)
  expect(choices.length).toBeLessThanOrEqual(10)
  expect(new Set(choices.map(({ title }) => title)).size).toBe(choices.length)
  expect(new Set(choices.map(({ id }) => id)).size).toBe(choices.length)
  for (const { id, title } of choices) {
    expect(title.trim()).not.toBe('')
    expect(title.length, title).toBeLessThanOrEqual(areButtons ? 20 : 24)
    expect(id.length).toBeLessThanOrEqual(200)
  }
}

/** The field's parser reads every new value back as the same value. */
function expectAnswers(before: FormState, after: FormState, now: Date): void {
  const facts = factsOf(before, now, 'en')
  const old = new Set(Object.values(valuesOf(before)).map(value => JSON.stringify(value)))
  for (const [path, value] of Object.entries(valuesOf(after))) {
    // If a beneficiary is removed, the later ones move up with their values.
    if (old.has(JSON.stringify(value))) continue
    expect(fieldAt(after.kind, path)?.read(answerText(value), facts), path).toEqual({ value })
  }
}

test.each(Array.from({ length: 20 }, (_, seed) => seed))(
  '[Q-201] whatever is sent (%i), no step fails, nothing is kept that is no answer, and all can be sent and stored',
  seed => {
    const random = seeded(seed)
    const pick = <Kind>(all: readonly Kind[]): Kind => all[Math.floor(random() * all.length)] as Kind
    const kind: ApplicationKind = pick(['ipp', 'lib'])
    let now = monday
    let state = startForm(
      kind,
      random() < 0.5 ? { fullName: 'Nakato Mary', phoneNumber: '0772123456' } : {},
      now,
    )
    let replies: readonly Reply[] = []
    for (let n = 0; n < 120; n += 1) {
      const offered = replies.flatMap(({ choices = [] }) => choices)
      const chance = random()
      const choice = chance < 0.45 && offered.length > 0 ? pick(offered) : undefined
      const input: Input = {
        messageId: `m${n}`,
        text: choice?.title ?? pick(texts),
        choiceId: choice?.id ?? (chance > 0.95 ? pick(ids) : null),
        files: random() < 0.07 ? [{ attachmentId: `a${n}`, mimeType: pick(mimeTypes), fileName: null }] : [],
      }
      if (random() < 0.02) now = new Date(now.getTime() + Math.floor(random() * 20) * 86_400_000)
      const moment = { now, language: pick(languages) }
      const before = state
      const turn: FormTurn = formStep(state, input, moment)
      expect(formStep(state, input, moment)).toEqual(turn)
      for (const reply of turn.replies) expectSendable(reply)
      if (before.status === 'asking' || before.status === 'paused')
        expect(turn.replies.length).toBeGreaterThan(0)

      state = turn.state
      replies = turn.replies
      expectAnswers(before, state, now)
      const stored: unknown = JSON.parse(JSON.stringify(state))
      expect(FormState.parse(stored)).toEqual(state)
      expect(migrateForm(stored, now)?.values).toEqual(state.values)
      if (turn.outcome === 'not-an-answer') expect(valuesOf(state)).toEqual(valuesOf(before))
      const again = formStep(state, input, moment)
      expect([again.state, again.replies]).toEqual([state, []])
      if (turn.outcome === 'submitted' && before.submitted_at === null) {
        const shares = applicationOf(state).form_data.beneficiaries.map(({ percentage }) => percentage ?? 0)
        expect(Math.round(shares.reduce((sum, share) => sum + share, 0) * 100)).toBe(10_000)
        expect(Object.keys(state.consents)).toHaveLength(2)
      }
      if (state.status === 'cancelled' || state.status === 'submitted') {
        state = { ...startForm(kind, {}, now), last_message_id: input.messageId }
        replies = []
      }
    }
  },
)
