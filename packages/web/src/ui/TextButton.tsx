import type { ComponentProps } from 'react'
import { Text } from './layout/Layout.tsx'

/** A button that reads as words among others, such as "Clear filters". */
export const TextButton = (props: ComponentProps<'button'> & { size?: 'meta' }) => (
  <Text as="button" type="button" tone="accent" {...props} />
)
