import { t } from '@parley/core/text/translate'
import type { ChoiceEntity } from '@parley/core/messages/details'
import { HStack, Text } from '../../../ui/layout/Layout.tsx'
import styles from './details.module.css'

const ways = {
  button: t('Pressed a button'),
  list: t('Chose from a list'),
  permission: t('Answered our request to call'),
}

/** The button or the row of a list that a customer chose. */
export function ChoiceNote({ choice: { kind, title, description, id } }: { choice: ChoiceEntity }) {
  return (
    <div role="group" aria-label={ways[kind]} title={id === null ? undefined : t('Its id: {id}', { id })}>
      <HStack as="p" gap={1} tone="muted" className={styles.over}>
        {ways[kind]}
      </HStack>
      <Text as="p" dir="auto" flex="shrink" breaks className={styles.words}>
        {title}
      </Text>
      {description !== null && (
        <Text as="p" dir="auto" size="meta" tone="muted" breaks>
          {description}
        </Text>
      )}
    </div>
  )
}
