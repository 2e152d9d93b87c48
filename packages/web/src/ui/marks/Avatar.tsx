import { UserRound } from 'lucide-react'
import type { CSSProperties } from 'react'
import styles from './Avatar.module.css'
import { avatarHue, initialsOf } from './avatar.ts'
import { classNames } from '../hooks/class-names.ts'

type AvatarProps = {
  name: string
  /** Nobody knows the name, and what stands for it has no letters of its own. */
  nameless?: boolean
  /** 20, 28 or 44 px. */
  size?: 'small' | 'medium' | 'large'
}

const iconPx = { small: 12, medium: 16, large: 24 } as const

/** Letters on a hue of the name's own. Decorative: the name always stands beside it. */
export function Avatar({ name, nameless = false, size = 'medium' }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames(styles.avatar, styles[size])}
      style={{ '--h': avatarHue(name) } as CSSProperties}
    >
      {nameless ? <UserRound size={iconPx[size]} strokeWidth={1.8} /> : initialsOf(name).join('')}
    </span>
  )
}
