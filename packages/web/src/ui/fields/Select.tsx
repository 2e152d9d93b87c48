import { CSPProvider } from '@base-ui/react/csp-provider'
import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { classNames } from '../hooks/class-names.ts'
import { Center, HStack, Text } from '../layout/Layout.tsx'
import { Field } from './TextField.tsx'
import surface from '../Surface.module.css'
import styles from './Select.module.css'

type SelectProps<Value extends string> = {
  label: string
  /** The label is said and not shown, where what stands around says it to the eye. */
  labelHidden?: boolean
  value: Value
  /** Called once for a choice: moving through the list chooses nothing. */
  onChange: (value: Value) => void
  /** `hint` is a choice's tooltip, and the field's while it is chosen. */
  choices: readonly { value: Value; label: string; disabled?: boolean; hint?: string | undefined }[]
  /** What the field says while its value is none of the choices. */
  unchosen?: string
  disabled?: boolean
  /** Nothing can be chosen for a while; unlike what is disabled it can have the focus. */
  readOnly?: boolean
  error?: string | undefined
  /** How the present value is drawn; its label unless this is given. */
  shown?: ReactNode
  /** What opens the list. */
  field?: RefObject<HTMLButtonElement | null>
}

/** One of several, in a list under (or over) the field: arrows, type-ahead, Enter, Escape. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  if (props.labelHidden) return <Control {...props} />
  return (
    <Field label={props.label} error={props.error}>
      {({ id }) => <Control {...props} id={id} />}
    </Field>
  )
}

function Control<Value extends string>(props: SelectProps<Value> & { id?: string }) {
  const { id, label, labelHidden = false, value, onChange, choices, unchosen, shown, field } = props
  const { disabled = false, readOnly = false } = props
  const hint = choices.find(choice => choice.value === value)?.hint
  const labelOf = (one: Value) => choices.find(choice => choice.value === one)?.label ?? unchosen ?? one
  return (
    // The page's policy refuses the style element that the list would bring along.
    <CSPProvider disableStyleElements>
      <Base.Root
        id={id}
        value={value}
        disabled={disabled}
        readOnly={readOnly}
        modal={false}
        onValueChange={next => {
          if (next !== null && next !== value) onChange(next)
        }}
      >
        <HStack
          as={Base.Trigger}
          ref={field}
          gap={2}
          frame="control"
          size="list"
          className={classNames(styles.trigger, labelHidden && styles.compact)}
          aria-label={labelHidden ? `${label}: ${labelOf(value)}` : undefined}
          title={hint ?? (labelHidden ? label : undefined)}
        >
          <Text as={Base.Value} cut className={styles.value}>
            {(one: Value) => shown ?? labelOf(one)}
          </Text>
          <Base.Icon className={styles.icon}>
            <ChevronDown size={15} strokeWidth={1.8} aria-hidden="true" />
          </Base.Icon>
        </HStack>
        <Base.Portal>
          <Base.Positioner className={surface.positioner} sideOffset={4} alignItemWithTrigger={false}>
            <Base.Popup className={classNames(surface.popup, surface.choices, styles.popup)}>
              <Base.List aria-label={label}>
                {choices.map(choice => (
                  <Base.Item
                    key={choice.value}
                    value={choice.value}
                    disabled={choice.disabled ?? false}
                    className={classNames(surface.item, styles.item)}
                    title={choice.hint}
                  >
                    <Center as="span" tone="muted" className={surface.mark}>
                      <Base.ItemIndicator>
                        <Check size={14} strokeWidth={2.2} aria-hidden="true" />
                      </Base.ItemIndicator>
                    </Center>
                    <Base.ItemText>{choice.label}</Base.ItemText>
                  </Base.Item>
                ))}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  )
}

/** The choice that narrows nothing. */
export const anyChoice = 'any'

type FilterSelectProps = {
  label: string
  /** One that is none of the choices counts as the first. */
  value: string
  choices: readonly { readonly value: string; readonly label: string }[]
  /** Null: nothing is narrowed. */
  onChange: (value: string | null) => void
}

/** Narrows a list by one thing, which stands before what is chosen; marked while it narrows. */
export function FilterSelect({ label, value, choices, onChange }: FilterSelectProps) {
  const chosen = choices.find(choice => choice.value === value) ?? choices[0]
  return (
    <span className={styles.pick} data-set={value !== anyChoice || undefined}>
      <Select
        label={label}
        labelHidden
        value={chosen?.value ?? anyChoice}
        choices={choices}
        onChange={next => onChange(next === anyChoice ? null : next)}
        shown={
          <>
            <span className={styles.label}>{label}</span> <b>{chosen?.label}</b>
          </>
        }
      />
    </span>
  )
}
