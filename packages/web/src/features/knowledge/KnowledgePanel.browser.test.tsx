import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openConsole } from '../../../test/console.tsx'
import type { FakeApi } from '../../../test/fake-api.ts'
import { isConnected } from '../../../test/replying.ts'
import { knowledgeAnswer, knowledgeContent } from '../../../test/samples.ts'

const content = knowledgeContent({
  title: 'Change of beneficiary',
  topic: 'Policy',
  questions: { en: ['change my beneficiary'], lg: [], sw: [] },
  answers: { en: 'You can change it.', lg: 'Oyinza okukyusa omusika.', sw: 'Unaweza kubadilisha.' },
})
const published = knowledgeAnswer({
  id: '51',
  title: content.title,
  topic: content.topic,
  languages: ['en', 'lg', 'sw'],
  state: 'published',
  version: 1,
  published_version: 1,
  published: content,
})
const swahili = 'Badilisha wakati wowote.'
const written = { ...content, answers: { ...content.answers, sw: swahili } }
const drafted: ReturnType<typeof knowledgeAnswer> = {
  ...published,
  state: 'changed',
  version: 2,
  draft: written,
}
const changed: ReturnType<typeof knowledgeAnswer> = {
  ...published,
  version: 3,
  published_version: 2,
  published: written,
}

const list = () => page.getByRole('list', { name: 'Answers' })
const row = (title: string) => list().getByRole('button', { name: title })
const editor = (name: string) => page.getByRole('form', { name, exact: true })

/** What the server has: one answer, which is found by its own words. */
const given = (api: FakeApi, answer = published) => {
  api.answer('knowledge', ({ query }) =>
    query.search === undefined || query.search === 'omusika' ? [answer] : [],
  )
  api.answer('knowledgeAnswer', answer)
}
const supervisor = { role: 'SUPERVISOR', given } as const

test('[Q-200] a supervisor finds an answer by its words', async () => {
  const api = await openConsole('/bot', supervisor)
  await page.getByRole('searchbox', { name: 'Search answers' }).fill('omusika')
  await expect.poll(() => api.askedFor('knowledge').at(-1)?.query.search).toBe('omusika')
  await expect.poll(() => list().getByRole('button').elements().length).toBe(1)
  await page.getByRole('searchbox', { name: 'Search answers' }).fill('zebra')
  await expect.element(page.getByText('No answers found.')).toBeVisible()
})

test('[Q-200] a supervisor drafts a change of an answer and publishes it', async () => {
  const api = await openConsole('/bot', supervisor)
  await row('Change of beneficiary').click()
  const form = editor('Change of beneficiary')
  await expect.element(form).toHaveTextContent('version 1')
  await expect.element(form.getByRole('button', { name: 'Publish' })).toBeDisabled()
  await form.getByRole('tab', { name: 'Swahili' }).click()
  await form.getByLabelText('Answer in Swahili').fill(swahili)
  await expect.element(form.getByText('Not saved')).toBeVisible()
  api.answer('saveKnowledgeDraft', drafted)
  given(api, drafted)
  await form.getByRole('button', { name: 'Save draft' }).click()
  await expect.element(form.getByText('Changed since')).toBeVisible()
  await expect.element(form.getByText('Not saved')).not.toBeInTheDocument()
  expect(api.askedFor('saveKnowledgeDraft').map(({ body }) => body)).toMatchObject([
    { version: 1, content: { answers: { sw: swahili } } },
  ])
  api.answer('publishKnowledgeAnswer', changed)
  given(api, changed)
  await form.getByRole('button', { name: 'Publish' }).click()
  await expect.element(form).toHaveTextContent('version 2')
  await expect.element(form.getByText('Published', { exact: true })).toBeVisible()
  expect(api.askedFor('publishKnowledgeAnswer').map(({ body }) => body)).toEqual([{ version: 2 }])
})

test('[Q-200] what an answer said before is looked up, taken up again, and undone', async () => {
  const versionOf = (version: number, said: typeof content) => ({
    version,
    content: said,
    at: '2026-03-02T08:00:00.000Z',
    by: null,
  })
  await openConsole('/bot', {
    role: 'SUPERVISOR',
    given: api => {
      given(api, changed)
      api.answer('knowledgeVersions', [versionOf(2, written), versionOf(1, content)])
    },
  })
  await row('Change of beneficiary').click()
  const form = editor('Change of beneficiary')
  await form.getByRole('button', { name: 'Earlier versions' }).click()
  const versions = page.getByRole('dialog', { name: 'Earlier versions' })
  await expect.element(versions.getByRole('listitem').first()).toHaveTextContent(swahili)
  await versions.getByRole('button', { name: 'Restore this version' }).last().click()
  await form.getByRole('tab', { name: 'Swahili' }).click()
  await expect.element(form.getByLabelText('Answer in Swahili')).toHaveValue('Unaweza kubadilisha.')
  await form.getByRole('button', { name: 'Undo changes' }).click()
  await expect.element(form.getByLabelText('Answer in Swahili')).toHaveValue(swahili)
})

test('[Q-200] what a new answer lacks for publishing is named', async () => {
  const api = await openConsole('/bot', supervisor)
  await page.getByRole('button', { name: 'New answer' }).click()
  const form = editor('New answer')
  await form.getByLabelText('Title').fill('Policy on the phone')
  await form.getByRole('button', { name: 'Publish' }).click()
  await expect
    .element(form.getByRole('alert'))
    .toHaveTextContent('Fix first: Answer (English), Questions (English), Topic')
  expect(api.askedFor('createKnowledgeAnswer')).toEqual([])
})

const onPhone = {
  ...content,
  title: 'Policy on the phone',
  questions: { en: ['I missed a payment', 'policy on my phone'], lg: [], sw: [] },
  answers: { en: 'Write here and we send it.', lg: '', sw: '' },
}
const phoneDraft: ReturnType<typeof knowledgeAnswer> = {
  ...published,
  id: '52',
  title: onPhone.title,
  state: 'draft',
  published: null,
  published_version: null,
  draft: onPhone,
}
const phonePublished: ReturnType<typeof knowledgeAnswer> = {
  ...phoneDraft,
  state: 'published',
  version: 2,
  published: onPhone,
  published_version: 1,
  draft: null,
}
const questions = 'How customers ask it in English'

async function fillIn(): Promise<void> {
  const form = editor('New answer')
  await form.getByLabelText('Title').fill(onPhone.title)
  await form.getByLabelText('Topic').fill('Policy')
  await form.getByLabelText('Answer in English').fill(onPhone.answers.en)
  await form.getByLabelText(questions).fill(onPhone.questions.en.join('\n'))
}

test('[Q-200] a new answer that is not saved is kept, and saved by the next press', async () => {
  const api = await openConsole('/bot', supervisor)
  await page.getByRole('button', { name: 'New answer' }).click()
  const form = editor('New answer')
  await fillIn()
  api.fail('createKnowledgeAnswer')
  await form.getByRole('button', { name: 'Save draft' }).click()
  await expect.element(form.getByRole('alert')).toHaveTextContent('Failed to save the answer')
  // Another screen in between.
  history.back()
  await expect.element(form).not.toBeInTheDocument()
  history.forward()
  await expect.element(form.getByLabelText(questions)).toHaveValue(onPhone.questions.en.join('\n'))
  api.answer('createKnowledgeAnswer', phoneDraft)
  given(api, phoneDraft)
  await form.getByRole('button', { name: 'Save draft' }).click()
  await expect.element(editor(onPhone.title).getByText('Draft', { exact: true })).toBeVisible()
  const [first, second] = api.askedFor('createKnowledgeAnswer').map(({ body }) => body)
  expect(second).toMatchObject({ content: onPhone })
  expect(second?.client_answer_id).toBe(first?.client_answer_id)
})

test('[Q-200] a new answer whose question is taken is a draft by then, says whose it is, and is published once that is mended', async () => {
  const api = await openConsole('/bot', supervisor)
  await page.getByRole('button', { name: 'New answer' }).click()
  await fillIn()
  api.answer('createKnowledgeAnswer', phoneDraft)
  given(api, phoneDraft)
  api.refuse('publishKnowledgeAnswer', 'answer.taken', {
    clash: '“Grace period” already answers the question “I missed a payment”',
  })
  await editor('New answer').getByRole('button', { name: 'Publish' }).click()
  const form = editor(onPhone.title)
  await expect.element(form.getByText('Draft', { exact: true })).toBeVisible()
  await expect
    .element(form.getByRole('alert'))
    .toHaveTextContent('“Grace period” already answers the question “I missed a payment”')
  await form.getByLabelText(questions).fill('policy on my phone')
  const mended = { ...onPhone, questions: { en: ['policy on my phone'], lg: [], sw: [] } }
  api.answer('saveKnowledgeDraft', { ...phoneDraft, version: 2, draft: mended })
  const done = { ...phonePublished, version: 3, published: mended }
  api.answer('publishKnowledgeAnswer', done)
  given(api, done)
  await form.getByRole('button', { name: 'Publish' }).click()
  await expect.element(form.getByText('Published', { exact: true })).toBeVisible()
  expect(api.askedFor('saveKnowledgeDraft').map(({ body }) => body.content)).toEqual([mended])
})

test('[Q-200] an answer that was removed is brought back', async () => {
  const api = await openConsole('/bot', {
    role: 'SUPERVISOR',
    given: one => given(one, phonePublished),
  })
  await row(onPhone.title).click()
  const form = editor(onPhone.title)
  api.answer('removeKnowledgeAnswer', { ...phonePublished, version: 3, removed: true })
  await form.getByRole('button', { name: 'Remove' }).click()
  await expect.element(form).not.toBeInTheDocument()
  const restored = { ...phonePublished, version: 4 }
  api.answer('restoreKnowledgeAnswer', restored)
  given(api, restored)
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect.element(form.getByText('Published', { exact: true })).toBeVisible()
  expect(api.askedFor('restoreKnowledgeAnswer').map(({ body }) => body)).toEqual([{ version: 3 }])
})

test('[Q-200] two who edit one answer: other fields are taken in, the same one is asked about', async () => {
  const api = await openConsole('/bot', supervisor)
  await isConnected(api)
  await row('Change of beneficiary').click()
  const form = editor('Change of beneficiary')
  const english = form.getByLabelText('Answer in English')
  await english.fill('By Carol.')
  await expect.element(form.getByText('Not saved')).toBeVisible()
  /** Miriam saves this meanwhile. */
  const meanwhile = (version: number, draft: typeof content) => {
    given(api, { ...published, state: 'changed', version, draft, updated_by: { id: '9', name: 'Miriam' } })
    api.publish({ event: 'bot', data: {} })
  }
  const link = 'https://parleylife.example/funeral'
  meanwhile(2, { ...content, link })
  await expect.element(form.getByLabelText('Link below it')).toHaveValue(link)
  await expect.element(english).toHaveValue('By Carol.')
  const theirs = { ...content, link, answers: { ...content.answers, en: 'By Miriam.' } }
  meanwhile(3, theirs)
  const notice = form.getByRole('status').filter({ hasText: 'saved something else meanwhile' })
  await expect.element(notice).toHaveTextContent('Miriam saved something else meanwhile: Answer (English).')
  await expect.element(english).toHaveValue('By Carol.')
  await notice.getByRole('button', { name: 'Keep mine' }).click()
  const mine = { ...theirs, answers: { ...theirs.answers, en: 'By Carol.' } }
  const saved = { ...published, state: 'changed' as const, version: 4, draft: mine }
  api.answer('saveKnowledgeDraft', saved)
  given(api, saved)
  await form.getByRole('button', { name: 'Save draft' }).click()
  await expect.element(form.getByText('Not saved')).not.toBeInTheDocument()
  expect(api.askedFor('saveKnowledgeDraft').map(({ body }) => body)).toMatchObject([
    { version: 3, content: { link, answers: { en: 'By Carol.' } } },
  ])
})

test('[Q-200] a file that is no knowledge file is refused with a way to see one', async () => {
  const api = await openConsole('/bot', supervisor)
  const input = page.getByLabelText('Knowledge file')
  await expect.element(row('Change of beneficiary')).toBeVisible()
  await input.upload(new File(['[]'], 'a.json', { type: 'application/json' }))
  await expect.element(page.getByRole('alert')).toHaveTextContent('This is not a knowledge file')
  expect(api.askedFor('readKnowledgeFile')).toEqual([])
})

test('[Q-200] on a phone the list and one answer take turns', async () => {
  await openConsole('/bot', { ...supervisor, size: [390, 800] })
  await row('Change of beneficiary').click()
  const form = editor('Change of beneficiary')
  await expect.element(form.getByRole('button', { name: 'Publish' })).toBeVisible()
  await expect.element(list()).not.toBeInTheDocument()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await form.getByRole('button', { name: 'All answers' }).click()
  await expect.element(list()).toBeVisible()
})

test('[Q-200] where nothing is known yet the page says what to do', async () => {
  await openConsole('/bot', { role: 'SUPERVISOR' })
  await expect.element(page.getByText('The bot knows no answers yet')).toBeVisible()
})
