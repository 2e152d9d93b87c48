import { t } from '@parley/core/text/translate'
import { longestDepartment } from '@parley/core/agents/constants'
import { useState } from 'react'
import { useDepartments } from '../../data/people/people.ts'
import { Select } from '../../ui/fields/Select.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'

/** No department has these names, since a name is not empty and has no such sign at its beginning. */
const [none, another] = ['', '\n'] as const

interface DepartmentFieldProps {
  /** Empty: none. */
  readonly value: string
  readonly onChange: (department: string) => void
}

/** One of the departments that somebody has, or a new one: visibility goes by them, so that two spellings would be two. */
export function DepartmentField({ value, onChange }: DepartmentFieldProps) {
  const departments = useDepartments()
  const [isNew, setNew] = useState(false)
  const isTyped = isNew || (value !== none && !departments.includes(value))
  return (
    <>
      <Select
        label={t('Department')}
        value={isTyped ? another : value}
        choices={[
          { value: none, label: t('None') },
          ...departments.map(department => ({ value: department, label: department })),
          { value: another, label: t('New department…') },
        ]}
        onChange={chosen => {
          setNew(chosen === another)
          onChange(chosen === another ? none : chosen)
        }}
      />
      {isTyped && (
        <TextField
          label={t('Name of the new department')}
          dir="auto"
          autoComplete="off"
          maxLength={longestDepartment}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </>
  )
}
