import type { MessageEntity, QuotedEntity } from '@parley/core/messages/api'
import {
  askEntry,
  type CannedOrigin,
  type OutboxEntry,
  seenMessageId,
  templateEntry,
} from '@parley/core/messages/outbox'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { cardOfContact } from '@parley/core/messages/ask-rules'
import { nextPlace, openPlaces, slashSearch } from '@parley/core/canned-replies/rules'
import { newId } from '../../../client/client.ts'
import type { Outbox } from '../../../data/messages/outbox.ts'
import type { FilledTemplate } from '../../templates/TemplateForm.tsx'
import type { TemplateStart } from '../../templates/TemplatePicker.tsx'
import type { Owner } from './use-owner.ts'
import type { Asked, AskKind, AskStart } from '../../asks/written-ask.ts'
import { type ComposerState, useComposerText } from '../../messages/composer/use-composer.ts'
import type { FileToTake } from '../../../data/attachments/pending-files.ts'
import type { PickerKeys } from '../../canned-replies/CannedPicker.tsx'
import { useSelected } from '../../../store.ts'

/** The picker of templates in a conversation. `messages`: the thread as it stands, the same function each time. */
export function useTemplatePicker(
  outbox: Outbox,
  messages: () => readonly MessageEntity[],
  issueId: string | null,
  { ask }: Owner,
) {
  'use memo'
  const [shown, setShown] = useState<{ readonly start: TemplateStart | null } | null>(null)
  const opener = useRef<Element | null>(null)
  /** @param start null: nothing was filled in before */
  const open = (start: TemplateStart | null = null) => {
    opener.current = document.activeElement
    setShown({ start })
  }
  /** The focus goes back to where it was. */
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

/** What is being made. */
interface Making {
  readonly start: AskStart
  /** New each time that it is opened. */
  readonly key: string
  /** Whether its words were in the box, from where they go when it is sent. */
  readonly isFromBox: boolean
}

const nothing: AskStart = { kind: 'buttons', words: '', ask: null, card: null }

export type AskFormState = ReturnType<typeof useAskForm>

/** The form of a question or a card in a conversation. `messages`: the thread as it stands, the same function each time. */
export function useAskForm(
  outbox: Outbox,
  messages: () => readonly MessageEntity[],
  issueId: string | null,
  { ask }: Owner,
  { written, setText, focus, draft, quote }: ComposerState,
) {
  'use memo'
  const [making, setMaking] = useState<Making | null>(null)
  const kept = useRef<Asked | null>(null)
  const make = (made: Making | null) => {
    kept.current = null
    setMaking(made)
  }
  const open = (kind: AskKind) =>
    make({ start: { kind, words: written(), ask: null, card: null }, key: newId(), isFromBox: true })
  /** With what was made before and did not go. */
  const reopen = (start: AskStart, quoted: QuotedEntity | null) => {
    if (quoted !== null) quote(quoted)
    make({ start, key: newId(), isFromBox: false })
  }
  /** What its fields hold when it is shown. */
  const start = () => ({ ...(making?.start ?? nothing), ...kept.current })
  /** What is in its fields now: it is shown in another place once the window closes, and opens. */
  const keep = (asked: Asked) => {
    kept.current = asked
  }
  /** The focus goes back to the box. */
  const close = () => {
    make(null)
    focus()
  }
  const send = (asked: Asked) => {
    if (ask('ask') !== null) return
    const quoted = draft.get().draft.quoted ?? null
    const around = { seenMessageId: seenMessageId(messages()), issueId, quoted }
    void outbox.add([askEntry(asked, around, new Date(), newId)])
    // What was written became the question, unless more was written since.
    if (asked.ask !== null && making?.isFromBox === true && written() === making.start.words) setText('')
    if (quoted !== null) quote(null)
    close()
  }
  const made = making === null ? null : { kind: making.start.kind, key: making.key }
  return { making: made, start, open, reopen, keep, close, send }
}

/** A question or a card that did not go, to be changed and sent again; null for what is neither. */
export function askOfMessage({ details, content, direction }: MessageEntity): AskStart | null {
  if (direction !== 'OUTBOUND') return null
  if (details?.ask !== undefined)
    return { kind: details.ask.kind, words: content, ask: details.ask, card: null }
  const [contact] = details?.contacts ?? []
  if (contact === undefined) return null
  return { kind: 'card', words: content, ask: null, card: cardOfContact(contact) }
}

/** The same of one that only this device has. */
export function askOfEntry({ ask, card, content: words }: OutboxEntry): AskStart | null {
  if (ask !== null) return { kind: ask.kind, words, ask, card: null }
  return card === null ? null : { kind: 'card', words, ask: null, card }
}

/**
 * Canned replies in one composer: whether they are open, what their box's keys do, and what is still to be filled in
 * before the text is sent.
 */
export function useCannedPicker(composer: ComposerState) {
  'use memo'
  const { setText, insertCanned, focus } = composer
  const listId = useId()
  const typed = useComposerText(composer, slashSearch)
  const origin = useSelected(composer.draft, ({ draft }) => draft.canned)
  const left = useComposerText(composer, text => (origin === undefined ? '' : openPlaces(text).join(', ')))
  const [closed, setClosed] = useState(false)
  const [composing, setComposing] = useState(false)
  const [active, setActive] = useState<string | null>(null)
  const [asked, setAsked] = useState<string | null>(null)
  const keys = useRef<PickerKeys | null>(null)
  const setKeys = (next: PickerKeys | null) => {
    keys.current = next
  }
  // The next slash opens them anew.
  if (typed === null && closed) setClosed(false)
  const isOpen = typed !== null && !closed && !composing
  const close = () => {
    setClosed(true)
    focus()
  }

  const onBoxKey = (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    if (isOpen) {
      // Until its code is there, Enter sends no search to the customer.
      const isTaken = keys.current === null ? event.key === 'Enter' : keys.current(event)
      if (isTaken) event.preventDefault()
      if (isTaken) return true
    }
    if (origin === undefined || event.key !== 'Tab' || event.shiftKey) return false
    return goToPlace(event)
  }
  return {
    listId,
    typed: typed ?? '',
    isOpen,
    active: isOpen ? active : null,
    setKeys,
    setActive,
    setComposing,
    close,
    /** What is still to be filled in, and whether that was said already: "{time}, {amount}"; empty for nothing. */
    left,
    isAsked: left !== '' && asked === left,
    onBoxKey,
    /** As a slash in the empty box does. */
    open: () => {
      setText('/')
      focus()
    },
    insert: (text: string, from: CannedOrigin, files: readonly FileToTake[]) => {
      setAsked(null)
      insertCanned(text, from, files)
    },
    /** Whether a press of Send asks first, since something is still to be filled in; the second press does not. */
    asks: () => {
      const isFirst = left !== '' && asked !== left
      setAsked(isFirst ? left : null)
      return isFirst
    },
  }
}

/** Selects the next place that is to be filled in; false: there is none. */
function goToPlace(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
  const box = event.currentTarget
  const place = nextPlace(box.value, { start: box.selectionStart, end: box.selectionEnd })
  if (place === null) return false
  event.preventDefault()
  box.setSelectionRange(place.start, place.end)
  // A long text scrolls to its selection only when it is focused.
  if (box.scrollHeight > box.clientHeight) {
    box.blur()
    box.focus()
  }
  return true
}
