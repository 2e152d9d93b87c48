import { type ClipboardEvent, useState } from 'react'
import { pastedFiles } from './pasted-files.ts'

interface FilePaste {
  /** Of the element in which files are pasted. Words are left to the field they go to. */
  readonly onPaste: (event: ClipboardEvent) => void
  /** Files that came with pasted words, until they are attached or dismissed. */
  readonly offered: readonly File[]
  readonly attach: () => void
  readonly dismiss: () => void
}

const isText = (target: EventTarget): boolean =>
  target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement

/** Lets files be pasted while something in an element has the focus. */
export function useFilePaste(add: (files: readonly File[]) => void): FilePaste {
  'use memo'
  const [offered, setOffered] = useState<readonly File[]>([])
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
