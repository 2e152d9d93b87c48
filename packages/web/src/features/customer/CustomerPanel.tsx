import { t } from '@parley/core/text/translate'
import type { ConversationMeta } from '@parley/core/conversations/api'
import { customerNameOf, isNameless, numberBeside } from '@parley/core/conversations/rules'
import { X } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Box, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Fact, Facts } from '../../ui/lists/Facts.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { CustomerName } from './CustomerName.tsx'
import styles from './CustomerPanel.module.css'

interface CustomerPanelProps {
  readonly id: string
  readonly conversation: ConversationMeta
  /** The conversation is loaded, and no placeholder. */
  readonly isReal: boolean
  /** Laid over the thread on narrow screens; null where it stands beside it. */
  readonly onClose: (() => void) | null
  /** What else belongs to the customer: sections under who it is. */
  readonly children?: ReactNode
}

/** Who the customer is: name, phone and account. */
export function CustomerPanel({ id, conversation, isReal, onClose, children }: CustomerPanelProps) {
  const name = customerNameOf(conversation)
  const { metadata } = conversation
  const number = numberBeside(conversation)
  const facts = [
    { title: t('Account type'), said: t('account type'), value: metadata.account_type },
    { title: t('Customer ID'), said: t('customer ID'), value: metadata.customer_id },
  ]
  const known = facts.filter(({ value }) => value !== null)
  const missing = facts.filter(({ value }) => value === null).map(({ said }) => said)
  useEscape(onClose)
  return (
    <aside id={id} aria-label={t('Customer')} className={onClose === null ? styles.panel : styles.drawer}>
      <section>
        <HStack gap={3} className={styles.who}>
          <Avatar name={name} nameless={isNameless(conversation)} size="large" />
          <Box flex="grow">
            <CustomerName
              key={conversation.id}
              conversation={conversation}
              isEditable={isReal && conversation.erased === null}
            />
            {number !== null && (
              <Text as="p" size="list" tone="muted" digits>
                {number}
              </Text>
            )}
          </Box>
          {onClose !== null && (
            <IconButton label={t('Close')} onClick={onClose}>
              <X size={16} strokeWidth={1.8} aria-hidden="true" />
            </IconButton>
          )}
        </HStack>
        {(known.length > 0 || conversation.rated !== null) && (
          <Facts>
            {known.map(({ title, value }) => (
              <Fact key={title} name={title}>
                {value}
              </Fact>
            ))}
            {conversation.rated !== null && (
              <Fact name={t('Rated')}>{t('{rated} of 5', { rated: conversation.rated })}</Fact>
            )}
          </Facts>
        )}
        {missing.length > 0 && (
          <Text as="p" size="meta" tone="faint" className={styles.missing}>
            {t('Missing: {missing}', { missing: missing.join(', ') })}
          </Text>
        )}
      </section>
      {children}
    </aside>
  )
}

function useEscape(close: (() => void) | null): void {
  useEffect(() => {
    if (close === null) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [close])
}
