import { longestDepartment, mostCapacity } from '@parley/core/agents/constants'
import type { PasswordLink, Person } from '@parley/core/agents/people'
import { defaultCapacity } from '@parley/core/agents/rules'
import { t } from '@parley/core/text/translate'
import { useState } from 'react'
import { laterFailureWords } from '../../client/later-messages.ts'
import { type PeopleActions, type PersonEdit, useDepartments } from '../../data/people/people.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { RadioList } from '../../ui/fields/RadioList.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { type Form, useForm } from '../../ui/forms/use-form.ts'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { LinkNotice } from './LinkNotice.tsx'
import styles from './people.module.css'
import { roleChoices } from './words.ts'

/** What is typed of an account. */
const draftOf = (person: Person) => ({
  name: person.name,
  role: person.role,
  department: person.department ?? '',
  capacity: String(person.max_capacity),
  takes: person.takes_conversations,
})
type Draft = ReturnType<typeof draftOf>

const nobody: Draft = { name: '', role: 'AGENT', department: '', capacity: '', takes: true }

/** Makes an account and shows the link that sets its password. What was typed stays when it is refused. */
export function InviteForm({ actions }: { actions: PeopleActions }) {
  const [made, setMade] = useState<{ name: string; link: PasswordLink } | null>(null)
  const form = useForm({
    values: { ...nobody, email: '' },
    check: ({ capacity }) => ({ capacity: capacity === '' ? undefined : capacityProblem(capacity) }),
    send: async ({ email, name, role, department, capacity, takes }) => {
      const { person, link } = await actions.invite({
        email: email.trim(),
        role,
        takes_conversations: takes,
        ...(name.trim() !== '' && { name: name.trim() }),
        ...(department.trim() !== '' && { department: department.trim() }),
        ...(capacity !== '' && { max_capacity: Number(capacity) }),
      })
      setMade({ name: person.name, link })
      form.change({ email: '', name: '' })
    },
    wordsOf: cause => laterFailureWords('invite', cause),
  })
  const { failure } = form
  return (
    <Grid
      as="form"
      gap={3}
      align="end"
      rule="bottom"
      {...form.props}
      className={styles.invite}
      aria-label={t('Invite')}
      noValidate
    >
      <TextField label={t('E-mail')} type="email" autoComplete="off" {...form.text('email')} />
      <TextField label={t('Name')} dir="auto" autoComplete="off" {...form.text('name')} />
      <Select
        label={t('Role')}
        value={form.values.role}
        choices={roleChoices}
        onChange={role => form.change({ role, takes: role === 'AGENT' })}
      />
      <DepartmentField form={form} />
      <TextField
        label={t('Max. open conversations')}
        placeholder={String(defaultCapacity)}
        inputMode="numeric"
        autoComplete="off"
        {...form.text('capacity')}
      />
      <Checkbox label={t('Takes conversations')} {...form.tick('takes')} />
      <Button variant="primary" size="large" type="submit" busy={form.busy}>
        {t('Make link')}
      </Button>
      {(failure !== null || made !== null) && (
        <div className={styles.wide}>
          {failure !== null && <FailureNote>{failure}</FailureNote>}
          {failure === null && made !== null && (
            <LinkNotice key={made.link.path} name={made.name} link={made.link} />
          )}
        </div>
      )}
    </Grid>
  )
}

/** What differs from the account. */
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
    wordsOf: cause => laterFailureWords('editPerson', cause),
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
          <DepartmentField form={form} />
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

/** No department has these names, since a name is not empty and has no such sign at its beginning. */
const [none, another] = ['', '\n'] as const

/** One of the departments that somebody has, or a new one: visibility goes by them, so that two spellings would be two. */
function DepartmentField({ form }: { form: Form<Draft> }) {
  const value = form.values.department
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
          form.change({ department: chosen === another ? none : chosen })
        }}
      />
      {isTyped && (
        <TextField
          label={t('Name of the new department')}
          dir="auto"
          autoComplete="off"
          maxLength={longestDepartment}
          {...form.text('department')}
        />
      )}
    </>
  )
}

/** What is wrong with a typed capacity. */
const capacityProblem = (text: string): string | undefined =>
  /^\d{1,3}$/.test(text) && +text >= 1 && +text <= mostCapacity
    ? undefined
    : t('From 1 to {mostCapacity}', { mostCapacity })
