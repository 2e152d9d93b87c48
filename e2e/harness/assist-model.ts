import { once } from 'node:events'
import http, { type ServerResponse } from 'node:http'
import { freePort } from '../../tools/steps/ports.mjs'

/** A stand-in for an endpoint of chat completions. */
export interface AssistModel {
  /** The settings of a server that uses it. */
  readonly env: Readonly<Record<string, string>>
  /** The last question: the task, and the text. */
  asked: { readonly system: string; readonly user: string }
  /** How it answers the next questions. */
  answer: (response: ServerResponse) => void
  close: () => Promise<void>
}

/** Answers in the shape of a chat completion. */
export const says =
  (content: string) =>
  (response: ServerResponse): void => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ choices: [{ message: { content }, finish_reason: 'stop' }] }))
  }

export async function startAssistModel(): Promise<AssistModel> {
  const port = await freePort()
  const model: AssistModel = {
    env: {
      ASSIST_URL: `http://127.0.0.1:${port}/v1/chat/completions`,
      ASSIST_MODEL: 'small-model',
      ASSIST_DAILY_CAP: '50',
    },
    asked: { system: '', user: '' },
    answer: says('Yes'),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const server = http.createServer((request, response) => {
    let body = ''
    request.on('data', piece => {
      body += String(piece)
    })
    request.on('end', () => {
      const { messages } = JSON.parse(body) as { messages: { content: string }[] }
      model.asked = { system: messages[0]?.content ?? '', user: messages[1]?.content ?? '' }
      model.answer(response)
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return model
}
