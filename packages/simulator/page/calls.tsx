import { useState } from 'react'

/** The simulator refused a call; the message is for a person. */
export class CallFailed extends Error {}

/** Posts JSON and reads the answer. @throws CallFailed */
export async function post(path: string, body: object): Promise<unknown> {
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  const answer = await fetch(path, request).catch((cause: unknown) => {
    throw new CallFailed('The simulator does not answer.', { cause })
  })
  const content: unknown = await answer.json()
  if (!answer.ok) throw new CallFailed((content as { detail: string }).detail)
  return content
}

export const phonePath = (number: string, call: string): string =>
  `/phones/${encodeURIComponent(number)}/${call}`

/** Makes a call, and keeps why it failed. */
export type Run = (call: () => Promise<unknown>) => Promise<void>

/** `problem` is why the last call of `run` failed; empty where it did not. */
export function useCalls() {
  const [problem, setProblem] = useState('')
  const run: Run = async call => {
    setProblem('')
    try {
      await call()
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      setProblem(error.message)
    }
  }
  return { problem, run, clear: () => setProblem('') }
}

export const Problem = ({ children }: { children: string }) => (
  <p className="problem" role="alert">
    {children}
  </p>
)
