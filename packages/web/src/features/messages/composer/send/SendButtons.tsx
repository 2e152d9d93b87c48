import { t } from '@parley/core/text/translate'
import { ChevronUp, CircleCheck, SendHorizontal } from 'lucide-react'
import { ariaKeys, commandOf, keysLabel } from '../../../../commands/catalogue.ts'
import { Button } from '../../../../ui/Button.tsx'
import { IconButton } from '../../../../ui/IconButton.tsx'
import { HStack } from '../../../../ui/layout/Layout.tsx'
import { KeyMarks } from '../../../../ui/marks/KeyMarks.tsx'
import { Menu, MenuItem } from '../../../../ui/overlays/Menu.tsx'
import styles from '../Composer.module.css'
import type { SendState } from './send-state.ts'

interface SendButtonsProps {
  readonly send: SendState
  /** Null where there is no queue beside this one. */
  readonly sendAndNext: (() => void) | null
  /** Null where the conversation cannot be resolved. */
  readonly sendAndResolve: (() => void) | null
}

/** Send, and what can be done with it by the same press. */
export function SendButtons({ send, sendAndNext, sendAndResolve }: SendButtonsProps) {
  return (
    <HStack gap={1} align="stretch" flex="none" nowrap className={styles.sends}>
      <Button
        type="submit"
        variant="primary"
        disabled={!send.enabled}
        title={send.reason ?? undefined}
        icon={<SendHorizontal size={15} strokeWidth={1.8} aria-hidden="true" />}
      >
        {t('Send')}
      </Button>
      {sendAndNext !== null && (
        <Button
          disabled={!send.enabled}
          aria-keyshortcuts={ariaKeys('write.send-and-next')}
          title={
            send.reason ??
            t('Send and open the next waiting conversation ({keys})', {
              keys: keysLabel('write.send-and-next'),
            })
          }
          onClick={sendAndNext}
        >
          {t('Send and next')}
        </Button>
      )}
      {sendAndResolve !== null && (
        <Menu
          side="top"
          align="end"
          trigger={
            <IconButton label={t('More ways to send')} disabled={!send.enabled}>
              <ChevronUp size={16} strokeWidth={1.8} aria-hidden="true" />
            </IconButton>
          }
        >
          <MenuItem icon={<CircleCheck size={15} aria-hidden="true" />} onSelect={sendAndResolve}>
            <HStack as="span" gap={3} inline>
              {t('Send and resolve')}
              <span aria-hidden="true">
                <KeyMarks keys={commandOf('write.send-and-resolve').keys[0] ?? []} />
              </span>
            </HStack>
          </MenuItem>
        </Menu>
      )}
    </HStack>
  )
}
