import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Center, Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import styles from './setup.module.css'

type SetupStepProps = {
  /** Its place among the steps, from 1 on. */
  no: number
  title: string
  isDone: boolean
  /** How far it is, in a word or two. */
  state: ReactNode
  children: ReactNode
}

/** One step: what is to be done, and what was seen of it. */
export function SetupStep({ no, title, isDone, state, children }: SetupStepProps) {
  const id = useId()
  return (
    <Grid as="li" gap={3.5} frame className={styles.step} aria-labelledby={id}>
      <Center
        as="span"
        size="list"
        weight={600}
        className={styles.mark}
        data-done={isDone || undefined}
        aria-hidden="true"
      >
        {isDone ? <Check size={16} strokeWidth={2} /> : no}
      </Center>
      <Grid gap={2} flex="shrink">
        <HStack justify="between" wrap className={styles.head}>
          <Text as="h3" id={id} size="body" weight={600}>
            {title}
          </Text>
          {state}
        </HStack>
        {children}
      </Grid>
    </Grid>
  )
}
