import { Suspense, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCommand } from '../../commands/live.ts'
import { lazyWithRetry, usePreloaded } from '../../ui/hooks/lazy-part.ts'
import styles from './ConversationView.module.css'

const findBar = lazyWithRetry(async () => (await import('../search/FindBar.tsx')).FindBar)

interface FindInConversationProps {
  readonly conversationId: string
  /** The message or note that the thread stands at. */
  readonly current: string | null
  /** Where the focus goes when it closes; null: it stays where it is. */
  readonly onLeave: (() => void) | null
}

/** The search of one conversation, over the upper edge of its thread while it is open. */
export function FindInConversation({ conversationId, current, onLeave }: FindInConversationProps) {
  'use memo'
  const [open, setOpen] = useState(false)
  const [, setParams] = useSearchParams()
  const field = useRef<HTMLInputElement>(null)
  usePreloaded(findBar)
  useCommand('conversation.find', () => {
    setOpen(true)
    field.current?.select()
  })
  const withMessage = (id: string) => (params: URLSearchParams) => {
    params.set('message', id)
    return params
  }
  if (!open) return null
  return (
    <div className={styles.find}>
      <Suspense fallback={null}>
        <findBar.Part
          conversationId={conversationId}
          field={field}
          current={current}
          onGo={id => setParams(withMessage(id), { replace: true })}
          onClose={() => {
            setOpen(false)
            onLeave?.()
          }}
        />
      </Suspense>
    </div>
  )
}
