import type { MessageEntity } from '@parley/core/messages/api'
import { Suspense } from 'react'
import { picturesOf } from './pictures-of.ts'
import { type Store, useStore } from '../../store.ts'
import { lazyWithRetry, usePreloaded } from '../../ui/hooks/lazy-part.ts'

const lightbox = lazyWithRetry(async () => (await import('./Lightbox.tsx')).Lightbox)

interface PictureViewerProps {
  readonly messages: readonly MessageEntity[]
  readonly customerName: string
  /** The picture that is looked at, by its file's id; null: none. */
  readonly viewed: Store<string | null>
}

/** The conversation's pictures over the page, while one is looked at. */
export function PictureViewer({ messages, customerName, viewed }: PictureViewerProps) {
  'use memo'
  const id = useStore(viewed)
  usePreloaded(lightbox)
  const pictures = id === null ? [] : picturesOf(messages, customerName)
  const current = pictures.find(picture => picture.id === id)
  const close = () => viewed.set(null)
  if (current === undefined) return null
  return (
    <Suspense fallback={null}>
      <lightbox.Part pictures={pictures} current={current} onShow={viewed.set} onClose={close} />
    </Suspense>
  )
}
