import { t } from '@parley/core/text/translate'
import { type ReactNode, useId } from 'react'
import styles from './Card.module.css'
import { Box, HStack, Text } from './layout/Layout.tsx'

type CardProps = {
  title: string
  /** The time that its figures are of, beside the title: "Mar 1 to Mar 12", "now". */
  period?: string | undefined
  /** Links or buttons on the title's line. */
  actions?: ReactNode
  /** Of when what it shows is, while that is old: it is paler then. Null, or none: it is not. */
  asOf?: string | null
  children: ReactNode
}

/** A titled region of a page; the title is its accessible name. */
export function Card({ title, period, actions, asOf = null, children }: CardProps) {
  const id = useId()
  return (
    <Box
      as="section"
      frame
      className={styles.card}
      aria-labelledby={id}
      aria-describedby={period === undefined ? undefined : `${id}-period`}
      data-old={asOf !== null || undefined}
    >
      <HStack as="header" gap={2} size="list" className={styles.header}>
        <HStack gap={2} align="baseline" flex="grow" wrap>
          <Text as="h2" id={id} size="body" weight={600} className={styles.title}>
            {title}
          </Text>
          {period !== undefined && (
            <Text id={`${id}-period`} size="meta" tone="muted" digits>
              {period}
            </Text>
          )}
        </HStack>
        {asOf !== null && <span className={styles.age}>{t('As of {asOf}', { asOf })}</span>}
        {actions}
      </HStack>
      {children}
    </Box>
  )
}
