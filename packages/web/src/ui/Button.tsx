import type { ComponentProps, ReactNode } from 'react'
import styles from './Button.module.css'
import { classNames } from './hooks/class-names.ts'
import { HStack } from './layout/Layout.tsx'
import { Spinner } from './states/Spinner.tsx'

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & {
  /** `primary` for the one main action of a region, `quiet` where several stand in a row. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  /** Height: 28, 32 or 36 px. */
  size?: 'small' | 'medium' | 'large'
  /** Shows a spinner in place of the icon. The button stays focusable; the caller decides whether a press still acts. */
  busy?: boolean
  icon?: ReactNode
}

/** A labelled button. It never submits a form unless `type="submit"` says so. */
export const Button = ({
  variant = 'secondary',
  size = 'medium',
  busy = false,
  icon,
  children,
  ...rest
}: ButtonProps) => (
  <HStack
    as="button"
    type="button"
    {...rest}
    aria-busy={busy || undefined}
    gap={1.5}
    justify="center"
    inline
    size="list"
    weight={500}
    tone="text"
    nowrap
    className={classNames(styles.button, styles[variant], styles[size])}
  >
    {busy ? <Spinner size={14} /> : icon}
    {children}
  </HStack>
)
