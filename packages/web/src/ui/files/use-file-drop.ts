import { type DragEvent, useState } from 'react'

const hasFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') ?? false

/** Files are over the element itself: React also reports events of dialogs that it draws elsewhere. */
const isHere = ({ currentTarget, target, dataTransfer }: DragEvent): boolean =>
  hasFiles(dataTransfer) && target instanceof Node && currentTarget.contains(target)

/** Lets files be dropped onto an element; null: it takes none now. */
export function useFileDrop(add: ((files: readonly File[]) => void) | null) {
  'use memo'
  /** Files are held over the element. */
  const [isOver, setOver] = useState(false)
  /** Of the element that takes them. Words that are dragged are left to the field they go to. */
  const takes = {
    onDragOver: (event: DragEvent) => {
      if (add === null || !isHere(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      // From one part of the element to another it is still over it.
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      setOver(false)
      if (add === null || !isHere(event)) return
      event.preventDefault()
      add([...event.dataTransfer.files])
    },
  }
  return { isOver, takes }
}

/** Keeps the browser from opening a file in place of the page when it is dropped where nothing takes it. */
export function refuseStrayDrops(): void {
  const refuse = (event: globalThis.DragEvent) => {
    const isField = event.target instanceof HTMLInputElement && event.target.type === 'file'
    if (event.defaultPrevented || isField || !hasFiles(event.dataTransfer)) return
    event.preventDefault()
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none'
  }
  addEventListener('dragover', refuse)
  addEventListener('drop', refuse)
}
