import { t } from '@parley/core/text/translate'
import { X } from 'lucide-react'
import { type ClipboardEvent, type MouseEvent, useState } from 'react'
import { Button } from '../Button.tsx'
import { IconButton } from '../IconButton.tsx'
import { HStack } from '../layout/Layout.tsx'
import styles from './FilePaste.module.css'

/** Offers the picture that a program copied beside the words that were pasted. */
export function PastedOffer({ offered, attach, dismiss }: ReturnType<typeof useFilePaste>) {
  if (offered.length === 0) return null
  // The buttons go: what is typed next belongs to the words.
  const then = (act: () => void) => (event: MouseEvent) => {
    event.currentTarget.closest('form')?.querySelector('textarea')?.focus()
    act()
  }
  const isPicture = offered.every(({ type }) => type.startsWith('image/'))
  const [said, what] = isPicture
    ? [t('The clipboard also has a picture.'), t('Attach picture')]
    : [t('The clipboard also has a file.'), t('Attach file')]
  return (
    <HStack gap={2} wrap size="meta" tone="muted" className={styles.offer}>
      <span role="status">{said}</span>
      <Button size="small" onClick={then(attach)}>
        {what}
      </Button>
      <IconButton label={t('Dismiss')} size="small" onClick={then(dismiss)}>
        <X size={14} strokeWidth={1.8} aria-hidden="true" />
      </IconButton>
    </HStack>
  )
}

const isText = (target: EventTarget): boolean =>
  target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement

/** Lets files be pasted while something in an element has the focus. */
export function useFilePaste(add: (files: readonly File[]) => void) {
  'use memo'
  /** Files that came with pasted words, until they are attached or dismissed. */
  const [offered, setOffered] = useState<readonly File[]>([])
  /** Of the element in which files are pasted. Words are left to the field they go to. */
  const onPaste = (event: ClipboardEvent) => {
    const { clipboardData, target } = event
    const pasted = pastedFiles(clipboardData.getData('text/plain'), [...clipboardData.files], isText(target))
    setOffered(pasted.offered)
    if (pasted.attached.length === 0) return
    event.preventDefault()
    add(pasted.attached)
  }
  const dismiss = () => setOffered([])
  return {
    onPaste,
    offered,
    attach: () => {
      add(offered)
      dismiss()
    },
    dismiss,
  }
}

/** What a paste brings: its files, and whether the words beside them go where they go. */
interface Pasted {
  /** Attached in place of the words. */
  readonly attached: readonly File[]
  /** Offered: the words go into the field, and are what was meant. */
  readonly offered: readonly File[]
}

/**
 * Spreadsheets and word processors copy a picture of what they copy as text: the words win. Where a file was copied, some
 * systems add its name or path as text, which nobody means.
 * @param text what the clipboard has as plain text
 * @param intoText the words would go into a text field
 */
export function pastedFiles(text: string, files: readonly File[], intoText: boolean): Pasted {
  const isOfFiles = lines(text).every(line =>
    files.some(({ name }) => line === name || line.endsWith(`/${name}`)),
  )
  return !intoText || isOfFiles ? { attached: files, offered: [] } : { attached: [], offered: files }
}

const lines = (text: string): readonly string[] =>
  text.split(/[\r\n\0]+/).flatMap(line => (line.trim() === '' ? [] : [line.trim()]))
