import { describe, expect, test } from 'vitest'
import type { KnowledgeContent } from './api.ts'
import {
  answeredIn,
  changedFields,
  clashWith,
  draftProblems,
  emptyKnowledge,
  hasWords,
  knowledgeState,
  publishProblems,
  questionKey,
  rebasedKnowledge,
  sameKnowledge,
  tidyKnowledge,
} from './rules.ts'

const content = (more: Partial<KnowledgeContent> = {}): KnowledgeContent => ({
  title: 'Grace period',
  topic: 'Premium',
  questions: { en: ['am I still covered'], lg: [], sw: [] },
  answers: { en: 'For 30 days.', lg: '', sw: '' },
  intent: null,
  next: null,
  link: null,
  ...more,
})
const long = (n: number) => 'x'.repeat(n)
const answers = (en: string, lg = '', sw = '') => ({ en, lg, sw })
const questions = (en: string[], lg: string[] = [], sw: string[] = []) => ({ en, lg, sw })

describe('[Q-200] an answer of the bot', () => {
  test.each<[string, Partial<KnowledgeContent>, string[]]>([
    ['as it should be', {}, []],
    ['the longest of everything', { title: long(80), topic: long(40), answers: answers(long(1024)) }, []],
    ['without a title', { title: ' ' }, ['title']],
    ['with too long a title', { title: long(81) }, ['title']],
    ['without a topic', { topic: '' }, ['topic']],
    ['with too long a topic', { topic: long(41) }, ['topic']],
    ['with too long words', { answers: answers('a', long(1025)) }, ['answers.lg']],
    ['with blanks around, which do not count', { answers: answers(` ${long(1024)} `) }, []],
    ['without words, which may come', { answers: answers('') }, []],
    ['with 30 questions', { questions: questions(Array(30).fill('q')) }, []],
    ['with 31 questions', { questions: questions([], Array(31).fill('q')) }, ['questions.lg']],
    ['with too long a question', { questions: questions(['a', long(201)]) }, ['questions.en']],
    ['with too long a link', { link: `https://a.example/${long(500)}` }, ['link']],
  ])('%s: as a draft', (_, more, fields) => {
    expect(Object.keys(draftProblems(content(more)))).toEqual(fields)
  })

  test('the question that is too long is named by its number', () => {
    expect(draftProblems(content({ questions: questions(['a', long(201)]) }))['questions.en']).toContain(
      'number 2',
    )
  })

  const link = 'https://parley.example/claims'
  test.each<[string, Partial<KnowledgeContent>, string[]]>([
    ['as it should be', {}, []],
    ['without English words', { answers: answers(' ', 'Ennaku 30.') }, ['answers.en']],
    ['without a question', { questions: questions([]) }, ['questions.en']],
    ['without a question, for an intent', { questions: questions([]), intent: 'claim_status' }, []],
    [
      'with one in Swahili alone',
      { questions: questions([], [], ['je']), answers: answers('a', '', 'b') },
      [],
    ],
    ['asked in Luganda without an answer there', { questions: questions(['a'], ['b']) }, ['questions.lg']],
    ['words and link that fit exactly', { link, answers: answers(long(1024 - link.length - 1)) }, []],
    ['words and link too long', { link, answers: answers(long(1024 - link.length)) }, ['answers.en']],
    ['a link without https', { link: 'http://parley.example' }, ['link']],
    ['a link to no name', { link: 'https://localhost/a' }, ['link']],
    ['a link with a blank', { link: 'https://parley.example/a b' }, ['link']],
    ['a link of a program', { link: 'javascript:alert(1)' }, ['link']],
    ['a link with somebody’s name before it', { link: 'https://bank.example@evil.example' }, ['link']],
    ['a bare name', { link: 'https://parley.example' }, []],
    ['a port and a query', { link: 'https://parley.example:8443/a?b=c#d' }, []],
    ['what a draft may not be either', { title: '' }, ['title']],
  ])('%s: published', (_, more, fields) => {
    expect(Object.keys(publishProblems(content(more)))).toEqual(fields)
  })

  test.each([
    ['Am I still covered?', 'am i still covered'],
    ['  NSABA  okumanya… ssente!', 'nsaba okumanya ssente'],
    ['Habari’ 50k', 'habari 50k'],
    ['?!', ''],
  ])('%s is compared as %s', (question, key) => {
    expect(questionKey(question)).toBe(key)
  })

  test('what is stored has no blanks around it, and each question once', () => {
    const untidy = content({
      title: ' Grace period ',
      topic: ' Premium',
      questions: questions([' Am I covered? ', '', 'am i covered', '?', 'late']),
      answers: answers(' For 30 days. ', ' '),
      link: ' ',
    })
    expect(tidyKnowledge(untidy)).toEqual(content({ questions: questions(['Am I covered?', 'late']) }))
  })

  test('what differs is named by its field', () => {
    const other = content({
      questions: questions(['am I still covered'], ['ndi']),
      link: 'https://a.example',
    })
    expect(changedFields(content(), other)).toEqual(['questions.lg', 'link'])
    expect(changedFields(null, content())).toEqual(['title', 'topic', 'questions.en', 'answers.en'])
    expect([sameKnowledge(content(), content()), sameKnowledge(content(), other)]).toEqual([true, false])
  })

  test.each<[string, Partial<KnowledgeContent>, string | null]>([
    ['another question', { questions: questions(['how do I pay']) }, null],
    [
      'the same question',
      { questions: questions(['AM I still covered?']) },
      'question “AM I still covered?”',
    ],
    ['the same words in another language', { questions: questions([], [], ['am I still covered']) }, null],
    ['no intent either', { questions: questions(['x']), intent: null }, null],
  ])('beside another with %s', (_, more, clash) => {
    const found = clashWith(content(more), content({ title: 'First' }))
    if (clash === null) expect(found).toBeNull()
    else expect(found).toContain(clash)
  })

  test('beside another to the same intent', () => {
    const mine = content({ intent: 'claim_status', questions: questions([]) })
    expect(clashWith(mine, { ...mine, title: 'First' })).toContain('“First”')
    expect(clashWith(mine, { ...mine, intent: 'check_balance' })).toBeNull()
  })

  test('it has words in the languages that are not blank; new it has none', () => {
    expect(answeredIn({ answers: answers('a', ' ', 'c') })).toEqual(['en', 'sw'])
    expect(answeredIn(emptyKnowledge)).toEqual([])
  })

  test.each<
    [string, Partial<KnowledgeContent>, Partial<KnowledgeContent>, Partial<KnowledgeContent>, string[]]
  >([
    ['different fields', { topic: 'Mine' }, { link }, { topic: 'Mine', link }, []],
    ['the same field', { topic: 'Mine' }, { topic: 'Theirs', link }, { topic: 'Mine', link }, ['topic']],
    ['the same field into the same', { topic: 'Both' }, { topic: 'Both' }, { topic: 'Both' }, []],
    [
      'a language each',
      { answers: answers('a', 'b') },
      { answers: answers('c') },
      { answers: answers('a', 'b') },
      ['answers.en'],
    ],
    ['nothing of mine', {}, { intent: 'claim_status' }, { intent: 'claim_status' }, []],
  ])('two who changed %s', (_, mine, theirs, merged, clashes) => {
    const rebased = rebasedKnowledge(content(), content(mine), content(theirs))
    expect(rebased.clashes).toEqual(clashes)
    expect(rebased.mine).toEqual(content(merged))
    expect(changedFields(rebased.theirs, content(theirs))).toEqual(
      changedFields(content(), content(mine)).filter(
        field => !clashes.includes(field) && !changedFields(content(), content(theirs)).includes(field),
      ),
    )
  })

  test.each([
    ['', true],
    ['GRACE', true],
    ['covered 30', true],
    ['covered 31', false],
    ['premium days', true],
  ])('“%s” is found: %s', (search, isFound) => {
    expect(hasWords(content(), search)).toBe(isFound)
  })

  test('it stands as a draft, published, or changed since', () => {
    expect([knowledgeState(null, {}), knowledgeState({}, null), knowledgeState({}, {})]).toEqual([
      'draft',
      'published',
      'changed',
    ])
  })
})
