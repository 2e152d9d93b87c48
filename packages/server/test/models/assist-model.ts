import { once } from 'node:events'
import http, { type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A question to the model stand-in. */
export interface AskedOfModel {
  readonly authorization: string | undefined
  readonly model: string
  readonly system: string
  readonly user: string
}

/** A stand-in for an endpoint of chat completions. */
export interface AssistModel {
  /** …/v1/chat/completions */
  readonly url: string
  /** All questions, oldest first. */
  readonly asked: AskedOfModel[]
  /** How it answers the next questions. */
  answer: (asked: AskedOfModel, response: ServerResponse) => void
  close(): Promise<void>
}

/** Answers in the shape of a chat completion. */
export const says =
  (content: string | null, finish_reason = 'stop') =>
  (_asked: AskedOfModel, response: ServerResponse): void => {
    response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content }, finish_reason }] }))
  }

export async function startAssistModel(): Promise<AssistModel> {
  const asked: AskedOfModel[] = []
  const state: { answer: AssistModel['answer'] } = { answer: says('Yes') }
  const server = http.createServer((request, response) => {
    let body = ''
    request.on('data', piece => {
      body += String(piece)
    })
    request.on('end', () => {
      const { model, messages } = JSON.parse(body) as { model: string; messages: { content: string }[] }
      const question = {
        authorization: request.headers.authorization,
        model,
        system: messages[0]?.content ?? '',
        user: messages[1]?.content ?? '',
      }
      asked.push(question)
      state.answer(question, response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/chat/completions`,
    asked,
    get answer() {
      return state.answer
    },
    set answer(answer) {
      state.answer = answer
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
