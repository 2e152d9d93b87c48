import { type ComponentProps, type ReactNode, useId } from 'react'
import { Box, Grid, Text } from '../layout/Layout.tsx'
import styles from './TextField.module.css'

export type FieldProps = {
  label: ReactNode
  /** What is wrong with the value, shown under it. */
  error?: string | undefined
  /** A remark under the control, unless something is wrong. */
  hint?: string | undefined
}

/** A label above a control, and under it what to know about the value. `children` draws the control with these attributes. */
export function Field({
  label,
  error,
  hint,
  children,
}: FieldProps & { children: (control: ReturnType<typeof controlOf>) => ReactNode }) {
  const id = useId()
  return (
    <Grid gap={1}>
      <Text as="label" size="meta" weight={500} tone="muted" htmlFor={id}>
        {label}
      </Text>
      {children(controlOf(id, error, hint))}
      {(error || hint) && (
        <Text as="p" id={`${id}-told`} size="meta" tone={error ? 'danger' : 'faint'}>
          {error || hint}
        </Text>
      )}
    </Grid>
  )
}

const controlOf = (id: string, error?: string, hint?: string) => ({
  id,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': error || hint ? `${id}-told` : undefined,
})

/** One line of text, with its label and its error. */
export const TextField = ({
  label,
  error,
  hint,
  ...input
}: Omit<ComponentProps<'input'>, 'className' | 'id' | 'size'> & FieldProps) => (
  <Field label={label} error={error} hint={hint}>
    {control => (
      <Box as="input" {...input} {...control} frame="control" size="list" className={styles.input} />
    )}
  </Field>
)
