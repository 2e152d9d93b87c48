import { t } from '@parley/core/text/translate'
import type { ConversationMeta } from '@parley/core/conversations/api'
import { customerNameOf, phoneOf } from '@parley/core/conversations/rules'
import { phoneLabel } from '@parley/core/customers/rules'
import { useEffect, useRef } from 'react'
import { Text } from '../../ui/layout/Layout.tsx'
import styles from './SamePerson.module.css'

interface MergePairProps {
  readonly kept: ConversationMeta
  readonly gone: ConversationMeta
}

const facts: readonly (readonly [string, (one: ConversationMeta) => string])[] = [
  [t('Name'), customerNameOf],
  [t('Phone'), one => phoneLabel(phoneOf(one))],
  [t('Account type'), one => one.metadata.account_type ?? '–'],
  [t('Customer ID'), one => one.metadata.customer_id ?? '–'],
  [t('Conversation'), one => `#${one.id}, ${one.status.toLowerCase()}`],
  [t('Tickets and applications'), one => one.references.join(', ') || t('None')],
]

/** Two customers beside each other, and what becomes of them; comes into view whole when it is made. */
export function MergePair({ kept, gone }: MergePairProps) {
  const pair = useRef<HTMLDivElement>(null)
  useEffect(() => {
    pair.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={pair}>
      <table className={styles.pair}>
        <caption className="visually-hidden">{t('Both customers')}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('What')}</span>
            </th>
            <th scope="col">{t('This customer')}</th>
            <th scope="col">{t('The other')}</th>
          </tr>
        </thead>
        <tbody>
          {facts.map(([name, of]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td dir="auto">{of(kept)}</td>
              <td dir="auto">{of(gone)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Text as="p" size="meta" tone="muted">
        {t(
          'This customer gets all conversations, tickets and applications of the other. The name and phone stay. The other customer’s open conversation is archived. New messages from both arrive here. You can undo this.',
        )}
      </Text>
    </div>
  )
}
