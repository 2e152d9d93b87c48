import { beneficiaryFields, formSections } from '@parley/core/applications/form'
import { applicationKinds } from '@parley/core/applications/constants'
import { documentTypes } from '@parley/core/attachments/constants'
import { describe, expect, test } from 'vitest'
import { languages } from '../language.ts'
import { documentOptions } from './documents.ts'
import { beneficiaryFieldsOf, fieldAt, fieldsOf, sectionsOf } from './fields.ts'
import { monday } from './form.fixture.ts'
import { consentQuestions, sentences, titles } from './sentences.ts'
import { factsOf, startForm } from './state.ts'

describe.each(applicationKinds)('[Q-201] in the %s form', kind => {
  const fields = [...fieldsOf[kind], ...beneficiaryFieldsOf(0), ...beneficiaryFieldsOf(1)]
  const facts = factsOf(startForm(kind, {}, monday), monday, 'en')

  test('every field of the specification is asked, once', () => {
    const known = formSections[kind].flatMap(({ name, fields }) =>
      fields.map(field => `${name}.${field.name}`),
    )
    expect(fieldsOf[kind].map(({ path }) => path).toSorted()).toEqual(known.toSorted())
    expect(beneficiaryFieldsOf(0).map(({ path }) => path)).toEqual(
      beneficiaryFields.map(({ name }) => `beneficiaries.0.${name}`),
    )
  })

  test('what nobody can decide without is not skipped', () => {
    for (const { path, isNeeded } of fieldsOf[kind]) {
      const [section, name] = path.split('.')
      const known = formSections[kind]
        .find(one => one.name === section)
        ?.fields.find(one => one.name === name)
      if (known?.required === true) expect(isNeeded, path).toBe(true)
    }
  })

  test.each(fields)(
    '$path is asked in every language, in words that fit, with an example that is an answer',
    field => {
      expect(fieldAt(kind, field.path)).toBe(field)
      const offered = [...field.options, ...field.suggest(facts)]
      expect(offered.length).toBeLessThanOrEqual(7)
      for (const language of languages) {
        expect(field.question[language].length).toBeGreaterThan(5)
        expect(field.question[language].length).toBeLessThan(200)
        expect(field.label[language].length, field.label[language]).toBeLessThanOrEqual(24)
        const given = offered.map(({ title }) => title[language])
        expect(new Set(given).size).toBe(given.length)
        for (const title of given) expect(title.length, title).toBeLessThanOrEqual(20)
        for (const title of given) expect(field.read(title, facts).problem, title).toBeUndefined()
        const [example = ''] = field.example[language].split(/ or | oba | au |, tomorrow/u)
        expect(field.read(example, facts).problem, example).toBeUndefined()
      }
      for (const { word } of offered) expect(field.read(word, facts).problem, word).toBeUndefined()
      for (const language of ['lg', 'sw'] as const)
        expect(field.question[language]).not.toBe(field.question.en)
    },
  )

  test('sections and documents have titles that fit', () => {
    for (const language of languages) {
      for (const { label } of sectionsOf(kind)) expect(label[language].length).toBeLessThanOrEqual(24)
      const given = documentOptions[kind].map(({ title }) => title[language])
      for (const title of given) expect(title.length, title).toBeLessThanOrEqual(24)
    }
    for (const { word } of documentOptions[kind]) expect(documentTypes).toContain(word)
  })
})

test('[Q-201] what can be pressed fits a button in every language, and all is said in all of them', () => {
  for (const language of languages) {
    for (const title of Object.values(titles))
      expect(title[language].length, title[language]).toBeLessThanOrEqual(20)
    const said = [...Object.values(sentences), ...Object.values(consentQuestions)].map(
      words => words[language],
    )
    for (const text of said) expect(text).not.toBe('')
  }
})
