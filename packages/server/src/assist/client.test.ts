import type { AssistFailure } from '@parley/core/assist/constants'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AssistModel, says, startAssistModel } from '../../test/models/assist-model.ts'
import type { AssistConfig } from '../config/assist.ts'
import { complete } from './client.ts'

const prompt = { system: 'Translate', user: '<text>Webale</text>', mostLetters: 40 }

describe('[Q-214] a chat completion', () => {
  let model: AssistModel
  let config: AssistConfig
  beforeAll(async () => {
    model = await startAssistModel()
    config = { url: model.url, token: 'a token', model: 'small', dailyCap: 5, intents: false }
  })
  afterAll(() => model.close())

  test('goes out with model and token, and comes back as plain text', async () => {
    model.answer = says('  Thank\u0000 you\u001B\n')
    expect(await complete(config, prompt)).toEqual({ text: 'Thank you' })
    expect(model.asked.at(-1)).toEqual({
      authorization: 'Bearer a token',
      model: 'small',
      system: prompt.system,
      user: prompt.user,
    })
    expect(await complete({ ...config, token: null }, prompt)).toEqual({ text: 'Thank you' })
    expect(model.asked.at(-1)?.authorization).toBeUndefined()
  })

  const status =
    (code: number, headers: Readonly<Record<string, string>> = {}): AssistModel['answer'] =>
    (_asked, response) => {
      response.writeHead(code, headers)
      response.end('{"error": {"message": "The customer said Webale"}}')
    }
  const body =
    (text: string): AssistModel['answer'] =>
    (_asked, response) => {
      response.end(text)
    }
  test.each<[string, AssistModel['answer'], AssistFailure]>([
    ['a token that it does not know', status(401), 'refused'],
    ['a token that may not', status(403), 'refused'],
    ['too many questions', status(429), 'too-often'],
    ['a fault of its own', status(500), 'server-error'],
    ['a proxy without anything behind it', status(502), 'server-error'],
    ['a model that it does not have', status(404), 'not-taken'],
    ['a question that it does not take', status(400), 'not-taken'],
    ['another address', status(307, { location: 'http://127.0.0.1:9/' }), 'not-taken'],
    ['no JSON', body('<html>Welcome</html>'), 'unreadable'],
    ['half of the JSON', body('{"choices": [{"mess'), 'unreadable'],
    ['JSON of another kind', body('{"choices": "none"}'), 'unreadable'],
    ['no choice', body('{"choices": []}'), 'unreadable'],
    ['no words', says(null), 'empty'],
    ['blanks alone', says(' \n\t '), 'empty'],
    ['more than was asked for', says('x'.repeat(41)), 'too-long'],
    ['an answer that was cut off', says('Thank', 'length'), 'too-long'],
    [
      'a flood behind an answer',
      (asked, response) => {
        response.write(' '.repeat(300 * 1024))
        says('Thank you')(asked, response)
      },
      'too-long',
    ],
    ['a line that breaks', (_asked, response) => response.destroy(), 'unreachable'],
    [
      'a line that breaks in the middle',
      (_asked, response) => {
        response.writeHead(200, { 'content-length': '100' })
        response.write('{"choices"')
        setImmediate(() => response.destroy())
      },
      'unreachable',
    ],
  ])('%s has a name', async (_what, answer, failure) => {
    model.answer = answer
    expect(await complete(config, prompt)).toEqual({ failure })
  })

  test.each<[string, AssistModel['answer']]>([
    ['nothing', () => undefined],
    ['half an answer', (_asked, response) => response.write('{"choices"')],
  ])('who says %s for too long is not waited for', async (_what, answer) => {
    model.answer = answer
    expect(await complete(config, prompt, 300)).toEqual({ failure: 'timed-out' })
  })

  test('where nobody listens, it is not reached', async () => {
    const gone = await startAssistModel()
    await gone.close()
    expect(await complete({ ...config, url: gone.url }, prompt)).toEqual({ failure: 'unreachable' })
  })
})
