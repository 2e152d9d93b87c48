import { classNames } from '../hooks/class-names.ts'
import styles from './Skeleton.module.css'

type SkeletonProps = { width: number | string; height?: number; round?: boolean }

/** The shape of text that has not arrived, in its final size (px, or a CSS length). Silent: the region says "loading". */
export const Skeleton = ({ width, height = 12, round = false }: SkeletonProps) => (
  <span
    aria-hidden="true"
    className={classNames(styles.skeleton, round && styles.round)}
    style={{ width, height }}
  />
)
