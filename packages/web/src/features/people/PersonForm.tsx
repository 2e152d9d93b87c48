import { t } from '@parley/core/text/translate'
import type { Person } from '@parley/core/agents/people'
import { useState } from 'react'
import { laterFailureWords } from '../../client/later-messages.ts'
import type { PeopleActions, PersonEdit } from '../../data/people/people.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { RadioList } from '../../ui/fields/RadioList.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { capacityProblem } from './capacity.ts'
import { DepartmentField } from './DepartmentField.tsx'
import styles from './people.module.css'
import { roleChoices } from './words.ts'

const failed = (cause: unknown) => laterFailureWords('editPerson', cause)

/** What is typed; only what differs from the account is sent. */
interface Draft {
  readonly name: string
  readonly role: Person['role']
  readonly department: string
  readonly capacity: string
  readonly takes: boolean
}

const draftOf = (person: Person): Draft => ({
  name: person.name,
  role: person.role,
  department: person.department ?? '',
  capacity: String(person.max_capacity),
  takes: person.takes_conversations,
})

function editOf(person: Person, draft: Draft): PersonEdit {
  const name = draft.name.trim()
  const department = draft.department.trim() || null
  const max_capacity = Number(draft.capacity)
  return {
    ...(name !== person.name && { name }),
    ...(draft.role !== person.role && { role: draft.role }),
    ...(department !== person.department && { department }),
    ...(max_capacity !== person.max_capacity && { max_capacity }),
    ...(draft.takes !== person.takes_conversations && { takes_conversations: draft.takes }),
  }
}

/** The role and the details of an account. What was typed stays until it is saved or left. */
export function PersonForm({ person, actions }: { person: Person; actions: PeopleActions }) {
  const [saved, setSaved] = useState(false)
  const form = useForm({
    values: draftOf(person),
    check: ({ name, capacity }) => ({
      name: name.trim() === '' ? t('Type a name') : undefined,
      capacity: capacityProblem(capacity),
    }),
    isReady: draft => Object.keys(editOf(person, draft)).length > 0,
    send: async draft => {
      await actions.edit(person.id, editOf(person, draft))
      form.reset()
      setSaved(true)
    },
    wordsOf: failed,
  })
  return (
    <Grid
      as="form"
      gap={3}
      rule="top"
      {...form.props}
      className={styles.section}
      aria-label={t('Role and details')}
      noValidate
    >
      <RadioList label={t('Role')} choices={roleChoices} {...form.choice('role')} />
      <TextField label={t('Name')} dir="auto" autoComplete="off" {...form.text('name')} />
      <Grid gap={3} className={styles.pair}>
        <Grid gap={3}>
          <DepartmentField
            value={form.values.department}
            onChange={department => form.change({ department })}
          />
        </Grid>
        <TextField
          label={t('Max. open conversations')}
          inputMode="numeric"
          autoComplete="off"
          {...form.text('capacity')}
        />
      </Grid>
      <Checkbox label={t('Takes conversations')} {...form.tick('takes')} />
      {form.failure !== null && <FailureNote>{form.failure}</FailureNote>}
      <HStack gap={2} align="stretch" wrap>
        <Button variant="primary" type="submit" busy={form.busy} disabled={!form.ready && !form.busy}>
          {t('Save')}
        </Button>
        {form.ready && <Button onClick={form.reset}>{t('Undo changes')}</Button>}
        <Text role="status" size="meta" tone="muted" className={styles.saved}>
          {saved && !form.isChanged && t('Saved.')}
        </Text>
      </HStack>
    </Grid>
  )
}
