import { type ClipboardEvent, type DragEvent, useMemo, useState } from 'react'

interface FileDrop {
  /** Files are held over the element. */
  readonly isOver: boolean
  /** Of the element that takes them. Words that are dragged or pasted are left to the field they go to. */
  readonly takes: {
    readonly onDragOver: (event: DragEvent) => void
    readonly onDragLeave: (event: DragEvent) => void
    readonly onDrop: (event: DragEvent) => void
    readonly onPaste: (event: ClipboardEvent) => void
  }
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files')

/** Lets files be dropped onto an element, and pasted while something in it has the focus. */
export function useFileDrop(add: (files: readonly File[]) => void): FileDrop {
  const [isOver, setOver] = useState(false)
  const takes = useMemo(
    () => ({
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
        // From one part of the element to another it is still over it.
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
      },
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        add([...event.dataTransfer.files])
      },
      onPaste: (event: ClipboardEvent) => {
        const pasted = [...event.clipboardData.files]
        if (pasted.length === 0) return
        event.preventDefault()
        add(pasted)
      },
    }),
    [add],
  )
  return { isOver, takes }
}
