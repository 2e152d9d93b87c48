import type { ComponentProps, ReactNode } from 'react'
import { HStack } from '../layout/Layout.tsx'
import styles from './Checkbox.module.css'

type CheckboxProps = Omit<ComponentProps<'input'>, 'className' | 'type' | 'children'> & { label: ReactNode }

/** A native checkbox with its words; the words are part of the target. */
export const Checkbox = ({ label, ...input }: CheckboxProps) => (
  <HStack as="label" gap={2} inline size="list" className={styles.checkbox}>
    <input {...input} type="checkbox" className={styles.box} />
    {label}
  </HStack>
)
