import { t } from '@parley/core/text/translate'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { useOfferedSetup } from '../../data/setup/setup.ts'
import { HStack } from '../../ui/layout/Layout.tsx'
import styles from './setup.module.css'

/** Leads an administrator of a new workspace to what is missing; nothing for everybody else, and once it is done or skipped. */
export function SetupLine() {
  const setup = useOfferedSetup()
  if (setup === null) return null
  const count = Object.values(setup.done).filter(Boolean).length
  return (
    <HStack
      as={Link}
      to="/get-started"
      gap={2}
      justify="between"
      size="list"
      weight={500}
      tone="accent"
      className={styles.line}
    >
      <span>
        {t('Get started: {done} of {all} steps to the first conversation done', {
          done: count,
          all: Object.keys(setup.done).length,
        })}
      </span>
      <ArrowRight size={14} strokeWidth={1.8} aria-hidden="true" />
    </HStack>
  )
}
