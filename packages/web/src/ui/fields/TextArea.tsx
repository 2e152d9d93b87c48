import { type ComponentProps, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { Box } from '../layout/Layout.tsx'
import { Field, type FieldProps } from './TextField.tsx'
import { isModalOpen } from '../overlays/open-modals.tsx'
import styles from './TextArea.module.css'

/** Several lines of text, with their label and error. The box is as high as its text, within bounds. */
export const TextArea = ({
  label,
  error,
  hint,
  ...area
}: Omit<ComponentProps<typeof TextBox>, 'className' | 'id' | 'wrap'> & FieldProps) => (
  <Field label={label} error={error} hint={hint}>
    {control => (
      <Box
        as={TextBox}
        rows={3}
        dir="auto"
        {...area}
        {...control}
        frame="control"
        size="list"
        className={styles.area}
      />
    )}
  </Field>
)

type TextBoxProps = Omit<ComponentProps<'textarea'>, 'value' | 'defaultValue' | 'ref'> & {
  value: string
  /** It never shows another text's words, so what is put in while the focus is on a button is a step of its history too. */
  isOneText?: boolean
  ref?: RefObject<HTMLTextAreaElement | null> | undefined
}

/**
 * A textarea with the browser's own undo: typing goes back in runs, and what the page puts in is one step, with what it
 * replaced. A `<textarea value>` of React's would end the history at every change. A box that is emptied begins anew.
 */
export function TextBox({ value, isOneText = false, ref, onChange, ...area }: TextBoxProps) {
  const own = useRef<HTMLTextAreaElement>(null)
  const box = ref ?? own
  const [first] = useState(value)
  useLayoutEffect(() => {
    if (box.current !== null) putText(box.current, value.replaceAll(/\r\n?/g, '\n'), isOneText)
  })
  return (
    <textarea
      {...area}
      ref={box}
      defaultValue={first}
      onChange={event => {
        // What the page itself put in is known to it.
        if (event.target.value !== value) onChange?.(event)
      }}
    />
  )
}

function putText(box: HTMLTextAreaElement, text: string, isOneText: boolean): void {
  if (box.value === text) return
  const held = document.activeElement
  const isStep = text !== '' && (held === box || (isOneText && !isBusy(held)))
  if (isStep) {
    // The browser changes, and can undo, only what has the focus.
    box.focus({ preventScroll: true })
    const { from, to, words } = textChange(box.value, text)
    box.setSelectionRange(from, to)
    // oxlint-disable-next-line typescript/no-deprecated -- nothing else reaches the history, and every browser keeps it
    document.execCommand(words === '' ? 'delete' : 'insertText', false, words)
  }
  // Emptied, or the browser refused, as it does where a box is read-only.
  if (box.value !== text) box.value = text
  // The caret ends the step: what is typed next is not undone with it.
  if (isStep || held === box) box.setSelectionRange(text.length, text.length)
  if (!isStep || held === box) return
  if (held instanceof HTMLElement && held !== document.body) held.focus({ preventScroll: true })
  else box.blur()
}

/** Somebody writes or chooses elsewhere, and would be disturbed if the focus went away for a moment. */
const isBusy = (held: Element | null): boolean =>
  isModalOpen() ||
  (held !== null &&
    held.closest('input, textarea, select, [role=menu], [role=listbox], [role=dialog]') !== null)

/** What makes one text another: `words` in place of what stands from `from` to `to`, in UTF-16 units. Cuts no character in two. */
interface TextChange {
  readonly from: number
  readonly to: number
  readonly words: string
}

/** The shortest change from one text to another. */
export function textChange(before: string, after: string): TextChange {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head] === after[head]) head += 1
  if (isInside(before, head) || isInside(after, head)) head -= 1
  let tail = 0
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  if (isInside(before, before.length - tail) || isInside(after, after.length - tail)) tail -= 1
  return { from: head, to: before.length - tail, words: after.slice(head, after.length - tail) }
}

/** Between the two halves of one character. */
const isInside = (text: string, at: number): boolean =>
  /[\ud800-\udbff]/.test(text[at - 1] ?? '') && /[\udc00-\udfff]/.test(text[at] ?? '')
