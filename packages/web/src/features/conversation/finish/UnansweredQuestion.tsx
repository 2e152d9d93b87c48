import { t } from '@parley/core/text/translate'
import { useEffect, useId, useRef } from 'react'
import { ariaKeys, keysLabel } from '../../../commands/catalogue.ts'
import { Button } from '../../../ui/Button.tsx'
import { HStack } from '../../../ui/layout/Layout.tsx'
import { isFocusFree } from '../../../ui/overlays/free-focus.ts'
import { Notice } from '../../../ui/states/Notice.tsx'

interface UnansweredQuestionProps {
  readonly name: string
  readonly onResolve: () => void
  readonly onCancel: () => void
  /** Puts the focus where a reply is written; null: none can be written. */
  readonly onReply: (() => void) | null
}

/** Asked before a conversation is resolved whose customer waits for an answer. Its first button has the focus. */
export function UnansweredQuestion({ name, onResolve, onCancel, onReply }: UnansweredQuestionProps) {
  const textId = useId()
  const resolve = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const before = document.activeElement
    resolve.current?.focus()
    return () => {
      if (isFocusFree() && before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape is pressed on the buttons inside
    <div
      role="group"
      aria-labelledby={textId}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onCancel()
      }}
    >
      <Notice
        tone="warn"
        action={
          <HStack gap={2} wrap>
            <Button
              ref={resolve}
              size="small"
              title={t('Resolve anyway ({keys})', { keys: keysLabel('conversation.resolve') })}
              aria-keyshortcuts={ariaKeys('conversation.resolve')}
              onClick={onResolve}
            >
              {t('Resolve anyway')}
            </Button>
            {onReply !== null && (
              <Button
                size="small"
                variant="quiet"
                onClick={() => {
                  onCancel()
                  onReply()
                }}
              >
                {t('Reply')}
              </Button>
            )}
          </HStack>
        }
      >
        <span id={textId}>{t('{name}’s last message has no answer. Resolve anyway?', { name })}</span>
      </Notice>
    </div>
  )
}
