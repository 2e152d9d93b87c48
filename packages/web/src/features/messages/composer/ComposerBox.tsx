import { t } from '@parley/core/text/translate'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { TextBox } from '../../../ui/fields/TextArea.tsx'
import { registerWriteBox } from '../../../ui/fields/write-box.ts'
import styles from './Composer.module.css'
import { type ComposerState, useComposerText } from './use-composer.ts'

interface ComposerBoxProps {
  readonly composer: ComposerState
  /** The id of what says more about it. */
  readonly describedBy: string
  /** The list that its keys choose in, and the option that is chosen; null: there is none. */
  readonly list: { readonly id: string; readonly active: string | null } | null
  readonly onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void
  /** An input method composes, or does so no more. */
  readonly onComposing: (composing: boolean) => void
}

/** The box that grows with its text. The one part of the screen that is drawn again for every key. */
export function ComposerBox({ composer, describedBy, list, onKeyDown, onComposing }: ComposerBoxProps) {
  const { setText, focusAsked } = composer
  const text = useComposerText(composer, written => written)
  const box = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    if (box.current !== null && !growsItself()) grow(box.current)
  })
  // Of the layout: a screen that is kept out of sight while the next one's code comes has no box.
  useLayoutEffect(
    () => (box.current === null ? undefined : registerWriteBox(box.current, () => performance.now())),
    [],
  )
  useEffect(() => {
    if (focusAsked > 0) box.current?.focus()
  }, [focusAsked])
  return (
    <TextBox
      isOneText
      ref={box}
      rows={1}
      dir="auto"
      className={styles.text}
      placeholder={t('Type a message (Shift+Enter for new line)')}
      aria-label={t('Message')}
      aria-describedby={describedBy}
      aria-autocomplete={list === null ? undefined : 'list'}
      aria-controls={list?.id}
      aria-activedescendant={list?.active ?? undefined}
      value={text}
      onChange={event => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onCompositionStart={() => onComposing(true)}
      onCompositionEnd={() => onComposing(false)}
    />
  )
}

const mostHeightPx = 128

/** Where the sheet's `field-sizing` is known. Measuring lays the whole screen out twice for every key. */
const growsItself = (): boolean => CSS.supports('field-sizing', 'content')

/** As high as its text, up to 128 px; then it scrolls. */
function grow(element: HTMLTextAreaElement): void {
  element.style.height = 'auto'
  const { scrollHeight } = element
  element.style.height = `${Math.min(scrollHeight, mostHeightPx)}px`
  element.style.overflowY = scrollHeight > mostHeightPx ? 'auto' : 'hidden'
}
