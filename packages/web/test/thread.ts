import type { ConversationRow } from '@parley/core/conversations/api'
import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type * as z from 'zod'
// The code that hears keys comes a moment after the page. Loaded before, it hears the first one too.
import '../src/app/Commands.tsx'
import type { FakeApi } from './fake-api.ts'
import { conversation, me, message } from './samples.ts'

/** The thread of the open conversation. */
export const thread = () => page.getByRole('region', { name: 'Messages' })

/** The row of the thread that has these words. */
export const rowOf = (words: string) => thread().getByRole('listitem').filter({ hasText: words })

/** The row at which a link opened the thread. */
export const revealed = () => document.querySelector('[data-revealed]')?.textContent ?? ''

/** The box in which a reply is written. */
export const box = () => page.getByRole('textbox', { name: 'Message', exact: true })

/** What the customer said, oldest first, with ids from 11 on. */
export const said = (...words: readonly string[]) =>
  words.map((content, at) => message({ id: String(11 + at), content }))

type Message = ReturnType<typeof message>

/** The server has conversation 7 with these messages, and takes replies. */
export function serveThread(
  api: FakeApi,
  messages: readonly Message[],
  fields: Partial<z.input<typeof ConversationRow>> = {},
): void {
  api.answer('conversations', [conversation(fields)])
  api.answer('history', { messages: [...messages] })
  let id = 900
  api.answer('send', ({ body }) => {
    id += 1
    return {
      id: String(id),
      conversation_id: '7',
      content: body?.content ?? '',
      direction: 'OUTBOUND' as const,
      source: 'AGENT' as const,
      status: 'sent' as const,
      sender_id: me.id,
      sender_name: me.name,
      client_message_id: body?.client_message_id ?? null,
      issue_id: body?.issue_id ?? null,
    }
  })
}

/** Writes a reply and presses Enter. */
export async function say(words: string): Promise<void> {
  await box().fill(words)
  await expect.element(box()).toHaveFocus()
  await userEvent.keyboard('{Enter}')
}

/** Leaves the box, so that single letters are commands. */
export async function leaveBox(): Promise<void> {
  const heading = page.getByRole('heading', { level: 2 }).first()
  await heading.click()
  await expect.element(box()).not.toHaveFocus()
}
