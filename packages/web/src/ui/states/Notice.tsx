import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { HStack, Text } from '../layout/Layout.tsx'
import styles from './Notice.module.css'

const icons = { ok: CircleCheck, info: Info, warn: TriangleAlert, danger: TriangleAlert }

type NoticeProps = {
  tone: keyof typeof icons
  children: ReactNode
  /** What to do about it: a button or a link, at the end of the line. */
  action?: ReactNode
}

/** One line beside the thing it speaks of. Danger is announced at once, the rest when the reader pauses. */
export function Notice({ tone, children, action }: NoticeProps) {
  const Icon = icons[tone]
  return (
    <HStack
      role={tone === 'danger' ? 'alert' : 'status'}
      gap={2}
      wrap
      size="list"
      data-tone={tone}
      className={styles.notice}
    >
      <Icon size={16} strokeWidth={1.8} aria-hidden="true" />
      <Text as="div" flex="shrink" breaks className={styles.words}>
        {children}
      </Text>
      {action}
    </HStack>
  )
}
