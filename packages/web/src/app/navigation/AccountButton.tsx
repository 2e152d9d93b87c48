import { t } from '@parley/core/text/translate'
import { useId } from 'react'
import { useAvailability } from '../../data/agents/queries.ts'
import { useSession } from '../../data/session/session.ts'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { useLate } from '../../ui/hooks/use-late.ts'
import styles from './AccountButton.module.css'

/** The agent's name, letter and availability, which open the account menu. */
export function AccountButton({ shape }: { shape: 'row' | 'icon' | 'tab' }) {
  const user = useSession()?.user
  const name = user?.name || t('Agent')
  const availability = useAvailability(user?.id ?? '')
  const { Loaded: Menu, pressed, place, near } = useLate(loadMenu)
  const availabilityId = useId()

  const button = (
    <HStack
      as="button"
      type="button"
      flex="shrink"
      size="list"
      weight={500}
      className={styles.button}
      data-shape={shape}
      title={shape === 'icon' ? name : undefined}
      aria-haspopup="menu"
      aria-describedby={availabilityId}
    >
      <span className={styles.avatar} data-availability={availability}>
        <Avatar name={name} size={shape === 'tab' ? 'small' : 'medium'} />
      </span>
      <Grid as="span" flex="shrink">
        <Text cut={shape !== 'icon'} className={shape === 'icon' ? 'visually-hidden' : styles.name}>
          {name}
        </Text>
        {/* The description of the button, not a part of its name. */}
        <span
          id={availabilityId}
          aria-hidden="true"
          className={shape === 'row' ? styles.availability : 'visually-hidden'}
        >
          {availability !== null && t(availability)}
        </span>
      </Grid>
    </HStack>
  )
  return (
    <div ref={place} className={styles.place}>
      {Menu ? (
        <Menu trigger={button} openAtOnce={pressed} withLogout={shape === 'tab'} />
      ) : (
        <span {...near}>{button}</span>
      )}
    </div>
  )
}

const loadMenu = async () => (await import('./AccountMenu.tsx')).AccountMenu
