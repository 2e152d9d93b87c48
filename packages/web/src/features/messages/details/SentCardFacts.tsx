import { t } from '@parley/core/text/translate'
import type { SentCard } from '@parley/core/messages/asks'
import { phoneLabel } from '@parley/core/customers/rules'
import { Grid, HStack, Text } from '../../../ui/layout/Layout.tsx'
import styles from './details.module.css'

/** A card that is on its way: what stands on it, with nothing to press yet. */
export function SentCardFacts({ card: { name, organisation, number, email } }: { card: SentCard }) {
  const rows = [phoneLabel(number), email ?? ''].filter(text => text.trim() !== '')
  return (
    <div className={styles.card}>
      <Text as="p" dir="auto" size="list" weight={500} breaks>
        {name.trim() === '' ? t('Contact without a name') : name}
      </Text>
      {organisation !== null && (
        <Text as="p" dir="auto" size="meta" tone="muted" breaks>
          {organisation}
        </Text>
      )}
      <Grid as="ul" gap={0.5}>
        {rows.map(text => (
          <HStack as="li" key={text} gap={2} size="list">
            {text}
          </HStack>
        ))}
      </Grid>
    </div>
  )
}
