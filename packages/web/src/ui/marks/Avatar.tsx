import { UserRound } from 'lucide-react'
import type { CSSProperties } from 'react'
import { classNames } from '../hooks/class-names.ts'
import styles from './Avatar.module.css'

type AvatarProps = {
  name: string
  /** Nobody knows the name, and what stands for it has no letters of its own. */
  nameless?: boolean
  /** 20, 28 or 44 px. */
  size?: 'small' | 'medium' | 'large'
}

const iconPx = { small: 12, medium: 16, large: 24 } as const

/** Letters on a hue of the name's own. Decorative: the name always stands beside it. */
export const Avatar = ({ name, nameless = false, size = 'medium' }: AvatarProps) => (
  <span
    aria-hidden="true"
    className={classNames(styles.avatar, styles[size])}
    style={{ '--h': avatarHue(name) } as CSSProperties}
  >
    {nameless ? <UserRound size={iconPx[size]} strokeWidth={1.8} /> : initialsOf(name).join('')}
  </span>
)

const HUES = [0, 60, 120, 180, 240, 300]
const letterPattern = /\p{L}|\p{N}/u
/** UTF-16 units of a word. */
const longestRead = 64
const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The letters shown for a name: the first of each of its first two words, upper case; "?" when it has none. */
export function initialsOf(name: string): readonly string[] {
  const initials = name
    .split(/\s+/u)
    .map(firstLetter)
    .filter(letter => letter !== undefined)
  return initials.length === 0 ? ['?'] : initials.slice(0, 2).map(letter => letter.toLocaleUpperCase())
}

function firstLetter(word: string): string | undefined {
  // The segmenter copies what it reads for each character.
  for (const { segment } of segments.segment(word.slice(0, longestRead)))
    if (letterPattern.test(segment)) return segment
  return undefined
}

/** A hue offset in degrees that stays the same for the same name. */
export function avatarHue(name: string): number {
  let hash = 0
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 9973
  return HUES[hash % HUES.length] ?? 0
}
