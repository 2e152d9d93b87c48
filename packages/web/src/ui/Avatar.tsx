import type { CSSProperties } from 'react'
import styles from './Avatar.module.css'
import { avatarHue, initialsOf } from './avatar.ts'
import { classNames } from './class-names.ts'

type AvatarProps = {
  name: string
  /** 20, 28 or 44 px. */
  size?: 'small' | 'medium' | 'large'
  /** How many letters at most; the agent's own avatar and the customer panel show one. */
  letters?: 1 | 2
}

/** Letters on a hue of the name's own. Decorative: the name always stands beside it. */
export function Avatar({ name, size = 'medium', letters = 2 }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames(styles.avatar, styles[size])}
      style={{ '--h': avatarHue(name) } as CSSProperties}
    >
      {initialsOf(name, letters)}
    </span>
  )
}
