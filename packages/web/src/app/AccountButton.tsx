import type { ComponentType } from 'react'
import { useEffect, useId, useState } from 'react'
import { Avatar } from '../ui/Avatar.tsx'
import styles from './AccountButton.module.css'
import type { AccountMenuProps } from './AccountMenu.tsx'

type AccountButtonProps = {
  name: string
  /** Null while it is not known. */
  availability: 'Available' | 'Offline' | null
  shape: 'row' | 'icon' | 'tab'
}

/**
 * The agent's name, letter and availability, which open the account menu. The menu's code is not part of the first load: it comes when
 * the page is idle, or at once with the first press, and then opens by itself.
 */
export function AccountButton({ name, availability, shape }: AccountButtonProps) {
  const [Menu, setMenu] = useState<ComponentType<AccountMenuProps>>()
  const [pressed, setPressed] = useState(false)
  const availabilityId = useId()
  useEffect(() => {
    const timer = setTimeout(() => void loadMenu().then(setMenu), pressed ? 0 : IDLE_MS)
    return () => clearTimeout(timer)
  }, [pressed])

  const button = (
    <button
      type="button"
      className={styles.button}
      data-shape={shape}
      title={shape === 'icon' ? name : undefined}
      aria-haspopup="menu"
      aria-describedby={availabilityId}
    >
      <span className={styles.avatar} data-availability={availability}>
        <Avatar name={name} letters={1} size={shape === 'tab' ? 'small' : 'medium'} />
      </span>
      <span className={styles.words}>
        <span className={shape === 'icon' ? 'visually-hidden' : styles.name}>{name}</span>
        {/* The description of the button, not a part of its name. */}
        <span
          id={availabilityId}
          aria-hidden="true"
          className={shape === 'row' ? styles.availability : 'visually-hidden'}
        >
          {availability}
        </span>
      </span>
    </button>
  )
  if (Menu) return <Menu trigger={button} openAtOnce={pressed} withLogout={shape === 'tab'} />
  return <span onClickCapture={() => setPressed(true)}>{button}</span>
}

const IDLE_MS = 1500

async function loadMenu(): Promise<() => ComponentType<AccountMenuProps>> {
  const { AccountMenu } = await import('./AccountMenu.tsx')
  return () => AccountMenu
}
