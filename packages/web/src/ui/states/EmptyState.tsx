import type { ReactNode } from 'react'
import { TriangleAlert } from 'lucide-react'
import { Center, HStack, Text, VStack } from '../layout/Layout.tsx'
import { classNames } from '../hooks/class-names.ts'
import styles from './EmptyState.module.css'

type EmptyStateProps = {
  icon?: ReactNode
  title: string
  /** The second line: what would fill this place, or what to try. */
  hint?: string
  action?: ReactNode
  /** The title's element: `h1` where the state is the whole page. */
  titleAs?: 'h1' | 'p'
}

/** Nothing is here, and that is not a failure. */
export function EmptyState({ icon, title, hint, action, titleAs: Title = 'p' }: EmptyStateProps) {
  return (
    <VStack gap={1} align="center" justify="center" className={styles.state}>
      {icon && (
        <Center as="span" tone="muted" className={styles.icon}>
          {icon}
        </Center>
      )}
      <Title className={styles.title}>{title}</Title>
      {hint && (
        <Text as="p" size="list" tone="muted" breaks className={styles.hint}>
          {hint}
        </Text>
      )}
      {action && (
        <HStack gap={2} align="stretch" className={styles.action}>
          {action}
        </HStack>
      )}
    </VStack>
  )
}

type ErrorStateProps = {
  /** What failed. */
  title: string
  /** Why, or what it means for the reader. */
  hint?: string
  /** The next step, usually a button that tries again. */
  action?: ReactNode
  /** The title's element: `h1` where the state is the whole page. */
  titleAs?: 'h1' | 'p'
}

/** Something could not be shown: the thing, the reason, the next step. Announced at once. */
export function ErrorState({ title, hint, action, titleAs: Title = 'p' }: ErrorStateProps) {
  return (
    <VStack role="alert" gap={1} align="center" justify="center" className={styles.state}>
      <Center as="span" tone="muted" className={classNames(styles.icon, styles.danger)}>
        <TriangleAlert size={20} strokeWidth={1.8} aria-hidden="true" />
      </Center>
      <Title className={styles.title}>{title}</Title>
      {hint && (
        <Text as="p" size="list" tone="muted" breaks className={styles.hint}>
          {hint}
        </Text>
      )}
      {action && (
        <HStack gap={2} align="stretch" className={styles.action}>
          {action}
        </HStack>
      )}
    </VStack>
  )
}
