/* The messages at each step: texts and choices. The id of a choice is `form.`, its verb, a colon and its object. */
import { documentTypeLabels, formNames } from '@parley/core/applications/form'
import { cut, fit } from '@parley/core/text/format'
import type { Language, Words } from '../language.ts'
import type { Choice, Reply } from '../turn.ts'
import { documentOptions, documentQuestion } from './documents.ts'
import { shown } from './field.ts'
import { beneficiaryFieldsOf, fieldAt, fieldsOf, sectionsOf } from './fields.ts'
import { beneficiaryPath, mostBeneficiaries, shareLeft } from './fields/beneficiary.ts'
import { askedFields, beneficiaryCount, filesOf, neededDocuments } from './next.ts'
import { consentQuestions, knownQuestion, sentences, titles } from './sentences.ts'
import type { FormState } from './state.ts'
import type { Facts } from './value.ts'

/** The prefix of the form's choice ids; other ids belong to the bot. */
export const formChoice = 'form.'
/** A choice of the bot: it hands over to a person. */
export const personChoice = 'agent'

/** The maximum of rows in a list. */
const mostChoices = 10
/** The maximum length of a row's title. */
const mostTitle = 24
/** WhatsApp's maximum length of a text, and of a text with buttons. */
const mostText = 4_096
const mostWithButtons = 1_024
/** The maximum length of an answer below its question; the summary shows the whole answer. */
const mostRepeated = 300

const press = (deed: string, title: Words, language: Language): Choice => ({
  id: deed === personChoice ? deed : `${formChoice}${deed}`,
  title: title[language],
})

/** A row of a list; its number makes the title unique. */
const row = (deed: string, number: number, title: string): Choice => ({
  id: `${formChoice}${deed}`,
  title: fit(`${number}. ${title}`, mostTitle),
})

export const documentTitle = (
  type: keyof typeof documentTypeLabels,
  state: FormState,
  language: Language,
): string =>
  documentOptions[state.kind].find(({ word }) => word === type)?.title[language] ?? documentTypeLabels[type]

/** "First of the section", as a heading. */
function heading(state: FormState, path: string, language: Language): string {
  const sections = sectionsOf(state.kind)
  const asked = askedFields(state)
  const field = asked.find(one => one.path === path)
  const first = asked.find(one => one.section === field?.section)
  const number = sections.findIndex(({ name }) => name === field?.section)
  const section = sections[number]
  if (field === undefined || first !== field || section === undefined) return ''
  return `*${section.label[language]}* (${number + 1} ${sentences.of[language]} ${sections.length})\n`
}

/** The choices at a field, without help. */
function fieldChoices(state: FormState, path: string, facts: Facts): readonly Choice[] {
  const field = fieldAt(state.kind, path)
  const { language } = facts
  if (field === undefined) return []
  if (state.known[path] !== undefined && state.values[path] === undefined) {
    return [press(`known:${path}`, titles.yes, language), press(`unknown:${path}`, titles.change, language)]
  }
  const offered = [...field.options, ...field.suggest(facts)]
  return [
    ...offered.map(({ word, title }) => press(`answer:${path}=${word}`, title, language)),
    ...(state.values[path] === undefined || state.misses > 1
      ? []
      : [press(`keep:${path}`, titles.keep, language)]),
    ...(field.isNeeded ? [] : [press(`skip:${path}`, titles.skip, language)]),
  ]
}

/** The rows of a section's changeable answers. */
function sectionChoices(state: FormState, section: string, facts: Facts): readonly Choice[] {
  const { language } = facts
  if (section === 'documents') {
    return documentOptions[state.kind].map(({ word, title }) => press(`document:${word}`, title, language))
  }
  if (section !== 'beneficiaries') {
    return fieldsOf[state.kind]
      .filter(field => field.section === section && field.isAsked(facts.answer))
      .map(field => press(`field:${field.path}`, field.label, language))
  }
  const count = beneficiaryCount(state)
  return [
    ...Array.from({ length: count }, (_, index) => {
      const name = facts.answer(beneficiaryPath(index, 'name'))
      return row(`beneficiary:${index}`, index + 1, typeof name === 'string' ? name : '?')
    }),
    ...(count < mostBeneficiaries ? [press('add:beneficiary', titles.add, language)] : []),
  ]
}

/** The choices at the open question, without help. */
function ownChoices(state: FormState, facts: Facts): readonly Choice[] {
  const { at } = state
  const { language } = facts
  const all = (...pairs: readonly (readonly [id: string, title: Words])[]) =>
    pairs.map(([id, title]) => press(id, title, language))
  if (state.aside === 'cancel') {
    return all(['cancel:yes', titles.cancelYes], ['cancel:no', titles.goOn], ['cancel:pause', titles.pause])
  }
  if (state.aside === 'file') {
    return [
      ...documentOptions[state.kind].map(({ word, title }) => press(`file:${word}`, title, language)),
      press('file:drop', titles.drop, language),
    ]
  }
  switch (at.step) {
    case 'field':
      return fieldChoices(state, at.path, facts)
    case 'more': {
      const hasRoom = beneficiaryCount(state) < mostBeneficiaries
      return all(
        ...(hasRoom ? [['add:beneficiary', titles.add] as const] : []),
        ['rest:beneficiary', titles.rest],
        ['section:beneficiaries', titles.shares],
      )
    }
    case 'document':
      return filesOf(state, at.type) === 0
        ? all([`later:${at.type}`, titles.later])
        : all([`done:${at.type}`, titles.done], [`remove:${at.type}`, titles.removeFiles])
    case 'summary':
      return all(
        ['submit:form', titles.submit],
        ['change:form', titles.changeSomething],
        ['cancel:form', titles.cancel],
      )
    case 'consent':
      return all([`agree:${at.name}`, titles.agree], [`disagree:${at.name}`, titles.disagree])
    case 'sections':
      return sectionsOf(state.kind).map(({ name, label }) => press(`section:${name}`, label, language))
    case 'section':
      return sectionChoices(state, at.section, facts)
    case 'beneficiary':
      return [
        ...beneficiaryFieldsOf(at.index).map(field => press(`field:${field.path}`, field.label, language)),
        press(`remove-person:${at.index}`, titles.removePerson, language),
      ]
  }
}

/** The choices at the open question, in the order of their numbers. After two misses they include help and a person. */
export function choicesOf(state: FormState, facts: Facts): readonly Choice[] {
  const own = ownChoices(state, facts)
  const more =
    state.misses < 2
      ? []
      : [press('help:form', titles.help, facts.language), press(personChoice, titles.agent, facts.language)]
  return [...own.slice(0, mostChoices - more.length), ...more]
}

/** The beneficiary who would get the remaining share. */
function lastPerson(state: FormState, { answer, language }: Facts): string {
  const name = answer(beneficiaryPath(beneficiaryCount(state) - 1, 'name'))
  return `${sentences.restTo[language]}: ${cut(typeof name === 'string' ? name : '?', mostRepeated)}`
}

/** The text of the open question. */
function questionText(state: FormState, facts: Facts): string {
  const { at } = state
  const { language } = facts
  if (state.aside === 'cancel') return sentences.cancel[language]
  if (state.aside === 'file') return sentences.whichFile[language]
  switch (at.step) {
    case 'field': {
      const field = fieldAt(state.kind, at.path)
      if (field === undefined) return ''
      const known = state.known[at.path]
      const value = state.values[at.path]?.value
      const isNew = value === undefined && state.misses === 0
      const before = isNew ? heading(state, at.path, language) : ''
      if (value === undefined && known !== undefined) {
        return `${before}${knownQuestion[language]}? ${field.label[language]}: ${cut(shown(field, known, language), mostRepeated)}`
      }
      const now =
        value === undefined
          ? ''
          : `\n${sentences.now[language]}: ${cut(shown(field, value, language), mostRepeated)}`
      return `${before}${field.question[language]}${now}`
    }
    case 'more':
      return `${sentences.left[language]}: ${shareLeft(facts.answer, -1)}%. ${sentences.more[language]}\n${lastPerson(state, facts)}`
    case 'document': {
      const count = filesOf(state, at.type)
      return count === 0
        ? documentQuestion(at.type)[language]
        : `${documentTitle(at.type, state, language)}. ${sentences.filesReceived[language]}: ${count}. ${sentences.sendMore[language]}`
    }
    case 'summary':
      return sentences.summaryQuestion[language]
    case 'consent':
      return consentQuestions[at.name][language]
    case 'sections':
    case 'section':
    case 'beneficiary':
      return sentences.whatToChange[language]
  }
}

/** The answers so far, by section, in as many messages as needed. */
export function summaryOf(state: FormState, facts: Facts): readonly string[] {
  const { language } = facts
  const fields = askedFields(state)
  const blocks = sectionsOf(state.kind).flatMap(({ name, label }) => {
    const lines = fields
      .filter(field => field.section === name)
      .flatMap(field => {
        const value = state.values[field.path]?.value
        const number = name === 'beneficiaries' ? `${Number(field.path.split('.')[1]) + 1}. ` : ''
        return value === undefined
          ? []
          : [`${number}${field.label[language]}: ${shown(field, value, language)}`]
      })
    if (name === 'documents') lines.push(...documentLines(state, language))
    return lines.length === 0 ? [] : [[`*${label[language]}*`, ...lines]]
  })
  const title = `*${formNames[state.kind].name}*\n${sentences.summary[language]}:`
  if (blocks.length === 0) return [`${title}\n${sentences.nothingYet[language]}`]
  return packed([title, ...blocks.flatMap(lines => ['', ...lines])])
}

/** A line for each document type that is received or required. */
function documentLines(state: FormState, language: Language): readonly string[] {
  const types = new Set([...neededDocuments(state), ...state.documents.map(({ type }) => type)])
  return [...types].map(type => {
    const count = filesOf(state, type)
    const label = documentTitle(type, state, language)
    return `${label}: ${count === 0 ? sentences.stillMissing[language] : count}`
  })
}

/** Joins lines into texts that fit into a message. */
function packed(lines: readonly string[]): readonly string[] {
  const texts: string[] = []
  let text = ''
  for (const line of lines) {
    const longer = text === '' ? line : `${text}\n${line}`
    if (longer.length > mostText) {
      texts.push(text)
      text = line
    } else text = longer
  }
  return [...texts, text]
}

/** The open question as messages, after the given texts. */
export function ask(state: FormState, facts: Facts, ...first: readonly string[]): readonly Reply[] {
  const said = first.filter(text => text !== '')
  const choices = choicesOf(state, facts)
  // A customer whose answer was not understood has already seen the summary.
  const isSummary = state.at.step === 'summary' && state.aside === null && state.misses === 0
  const before = isSummary
    ? [...(said.length === 0 ? [] : [said.join('\n\n')]), ...summaryOf(state, facts)]
    : []
  const whole = [...(isSummary ? [] : said), questionText(state, facts)].join('\n\n')
  const room = choices.length > 0 && choices.length <= 3 ? mostWithButtons : mostText
  const [own, apart] =
    whole.length <= room ? [whole, []] : [questionText(state, facts), said.map(text => ({ text }))]
  return [
    ...before.map(text => ({ text })),
    ...apart,
    choices.length === 0 ? { text: own } : { text: own, choices },
  ]
}

const steps = {
  more: 'Shares of the beneficiaries',
  summary: 'Summary',
  consent: 'Consent',
  sections: 'What to change',
  section: 'What to change',
  beneficiary: 'What to change',
} as const

/** The open question of a form, in a few words for agents. */
export function openQuestion(state: FormState): string {
  const { at } = state
  if (at.step === 'field') return fieldAt(state.kind, at.path)?.label.en ?? at.path
  if (at.step === 'document') return documentTitle(at.type, state, 'en')
  return steps[at.step]
}
