import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { nextPlace, openPlaces, slashSearch } from '@parley/core/canned-replies/rules'
import type { CannedOrigin } from '@parley/core/messages/outbox'
import type { FileToTake } from '../../../data/attachments/pending-files.ts'
import type { PickerKeys } from '../../canned-replies/CannedPicker.tsx'
import { type ComposerState, useComposerText } from '../../messages/composer/use-composer.ts'
import { useSelected } from '../../../store.ts'

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
