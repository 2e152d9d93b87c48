import { t } from '@parley/core/text/translate'
import type { AskEntity } from '@parley/core/messages/details'
import { List, MapPin, Reply } from 'lucide-react'
import { Grid, HStack, Text } from '../../../ui/layout/Layout.tsx'
import styles from './details.module.css'

/** What a message offers the customer to press, as it stands below its words on their phone; here it cannot be pressed. */
export function AskedChoices({ ask }: { ask: AskEntity }) {
  if (ask.kind === 'location') {
    return (
      <Grid as="ul" aria-label={t('Asked of the customer')} gap={1} className={styles.buttons}>
        <HStack
          as="li"
          gap={1.5}
          justify="center"
          size="list"
          weight={500}
          tone="accent"
          className={styles.button}
        >
          <MapPin size={13} strokeWidth={1.8} aria-hidden="true" />
          <span>{t('Send location')}</span>
        </HStack>
      </Grid>
    )
  }
  if (ask.kind === 'list') {
    return (
      <Grid gap={1.5} className={styles.offered}>
        <HStack
          as="p"
          gap={1.5}
          justify="center"
          size="list"
          weight={500}
          tone="accent"
          className={styles.button}
        >
          <List size={13} strokeWidth={1.8} aria-hidden="true" />
          <span dir="auto">{ask.button}</span>
        </HStack>
        <Grid as="ul" aria-label={t('Rows of the list')} gap={0.5} size="list" className={styles.rows}>
          {ask.rows.map(({ title, description }) => (
            <li key={title} dir="auto">
              {title}
              {description !== null && (
                <Text size="meta" tone="muted">
                  {' '}
                  · {description}
                </Text>
              )}
            </li>
          ))}
        </Grid>
      </Grid>
    )
  }
  return (
    <Grid as="ul" aria-label={t('Buttons of the customer')} gap={1} className={styles.buttons}>
      {ask.buttons.map(title => (
        <HStack
          as="li"
          key={title}
          gap={1.5}
          justify="center"
          size="list"
          weight={500}
          tone="accent"
          className={styles.button}
        >
          <Reply size={13} strokeWidth={1.8} aria-hidden="true" />
          <span dir="auto">{title}</span>
        </HStack>
      ))}
    </Grid>
  )
}
