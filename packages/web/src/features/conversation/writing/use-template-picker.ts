import type { MessageEntity } from '@parley/core/messages/api'
import { type OutboxEntry, seenMessageId, templateEntry } from '@parley/core/messages/outbox'
import { useRef, useState } from 'react'
import { newId } from '../../../client/client.ts'
import type { Outbox } from '../../../data/messages/outbox.ts'
import type { FilledTemplate } from '../../templates/TemplateForm.tsx'
import type { TemplateStart } from '../../templates/TemplatePicker.tsx'
import type { Owner } from './use-owner.ts'

/** The picker of templates in a conversation. */
export interface TemplatePickerState {
  readonly isOpen: boolean
  /** What it opens with; null: nothing was filled in before. */
  readonly start: TemplateStart | null
  readonly open: (start?: TemplateStart | null) => void
  /** The focus goes back to where it was. */
  readonly close: () => void
  readonly send: (filled: FilledTemplate) => void
}

/** `messages`: the thread as it stands, the same function each time. */
export function useTemplatePicker(
  outbox: Outbox,
  messages: () => readonly MessageEntity[],
  issueId: string | null,
  { ask }: Owner,
): TemplatePickerState {
  'use memo'
  const [shown, setShown] = useState<{ readonly start: TemplateStart | null } | null>(null)
  const opener = useRef<Element | null>(null)
  const open = (start: TemplateStart | null = null) => {
    opener.current = document.activeElement
    setShown({ start })
  }
  const close = () => {
    setShown(null)
    if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
  }
  const send = (filled: FilledTemplate) => {
    if (ask('template') !== null) return
    const written = { seenMessageId: seenMessageId(messages()), issueId }
    void outbox.add([templateEntry(filled, written, new Date(), newId)])
    close()
  }
  return { isOpen: shown !== null, start: shown?.start ?? null, open, close, send }
}

/** A template that did not go, to be changed and sent again; null for what is none. Its file is chosen anew. */
export function templateOfMessage({ details }: MessageEntity): TemplateStart | null {
  const template = details?.template
  if (template === undefined) return null
  const { name, language, values } = template
  return { name, language, values, file: null }
}

/** The same of one that only this device has. */
export const templateOfEntry = ({ template, file }: OutboxEntry): TemplateStart | null =>
  template === null ? null : { ...template, file }
