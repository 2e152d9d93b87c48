import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../hooks/class-names.ts'
import { Center, HStack, Text, VStack } from '../layout/Layout.tsx'
import styles from './EmptyState.module.css'

type StateProps = {
  title: string
  /** The second line: what would fill this place, why it failed, or what to try. */
  hint?: string | undefined
  /** The next step, such as a button that tries again. */
  action?: ReactNode
  /** The title's element: `h1` where the state is the whole page. */
  titleAs?: 'h1' | 'p'
}

/** Nothing is here, and that is not a failure. */
export const EmptyState = (props: StateProps & { icon?: ReactNode }) => <State {...props} />

/** Something could not be shown: the thing, the reason, the next step. Announced at once. */
export const ErrorState = (props: StateProps) => (
  <State {...props} failed icon={<TriangleAlert size={20} strokeWidth={1.8} aria-hidden="true" />} />
)

function State(props: StateProps & { icon?: ReactNode; failed?: boolean }) {
  const { icon, title, hint, action, titleAs = 'p', failed = false } = props
  return (
    <VStack
      role={failed ? 'alert' : undefined}
      gap={1}
      align="center"
      justify="center"
      className={styles.state}
    >
      {icon && (
        <Center as="span" tone="muted" className={classNames(styles.icon, failed && styles.danger)}>
          {icon}
        </Center>
      )}
      <Text as={titleAs} size="body" weight={600}>
        {title}
      </Text>
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
