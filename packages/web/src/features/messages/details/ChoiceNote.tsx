import type { ChoiceEntity } from '@parley/core/messages/details'
import { HStack, Text } from '../../../ui/layout/Layout.tsx'
import styles from './details.module.css'

const ways = {
  button: 'Pressed a button',
  list: 'Chose from a list',
  permission: 'Answered our request to call',
}

/** The button or the row of a list that a customer chose. */
export function ChoiceNote({ choice: { kind, title, description, id } }: { choice: ChoiceEntity }) {
  return (
    <div role="group" aria-label={ways[kind]} title={id === null ? undefined : `Its id: ${id}`}>
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
