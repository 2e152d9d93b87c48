import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './hooks/class-names.ts'
import styles from './IconButton.module.css'
import { Text } from './layout/Layout.tsx'

type IconButtonProps = Omit<ComponentProps<'button'>, 'className' | 'aria-label' | 'children' | 'title'> & {
  /** The accessible name, and the tooltip's first words. */
  label: string
  /** A keyboard shortcut shown in the tooltip, for instance "R". */
  shortcut?: string
  /** 28 or 32 px square. */
  size?: 'small' | 'medium'
  children: ReactNode
}

/** A square button that shows only an icon; its name is always said and shown on hover. */
export const IconButton = ({ label, shortcut, size = 'medium', children, ...rest }: IconButtonProps) => (
  <Text
    as="button"
    type="button"
    {...rest}
    aria-label={label}
    aria-keyshortcuts={shortcut}
    title={shortcut ? `${label} (${shortcut})` : label}
    flex="none"
    tone="muted"
    className={classNames(styles.button, styles[size])}
  >
    {children}
  </Text>
)
