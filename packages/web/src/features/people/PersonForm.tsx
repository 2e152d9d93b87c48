import type { Person } from '@parley/core/agents/people'
import { mostCapacity } from '@parley/core/agents/constants'
import { type FormEvent, useState } from 'react'
import { laterFailureWords } from '../../client/later-messages.ts'
import type { PeopleActions, PersonEdit } from '../../data/people/people.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Grid, HStack } from '../../ui/layout/Layout.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { RadioList } from '../../ui/fields/RadioList.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useAction } from '../../ui/hooks/use-action.ts'
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

const isCapacity = (text: string): boolean => /^\d{1,3}$/.test(text) && +text >= 1 && +text <= mostCapacity

/** The role and the details of an account. What was typed stays until it is saved or left. */
export function PersonForm({ person, actions }: { person: Person; actions: PeopleActions }) {
  const [draft, setDraft] = useState(() => draftOf(person))
  const { busy, failure, run } = useAction(failed)
  const change = (more: Partial<Draft>) => setDraft(now => ({ ...now, ...more }))
  const nameProblem = draft.name.trim() === '' ? 'Type a name' : undefined
  const capacityProblem = isCapacity(draft.capacity) ? undefined : `From 1 to ${mostCapacity}`
  const edit = editOf(person, draft)
  const isChanged = Object.keys(edit).length > 0
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isChanged || nameProblem !== undefined || capacityProblem !== undefined) return
    await run(async () => setDraft(draftOf(await actions.edit(person.id, edit))))
  }
  return (
    <Grid
      as="form"
      gap={3}
      rule="top"
      className={styles.section}
      aria-label="Role and details"
      noValidate
      onSubmit={event => void submit(event)}
    >
      <RadioList label="Role" value={draft.role} choices={roleChoices} onChange={role => change({ role })} />
      <TextField
        label="Name"
        dir="auto"
        autoComplete="off"
        value={draft.name}
        error={nameProblem}
        onChange={({ target }) => change({ name: target.value })}
      />
      <Grid gap={3} className={styles.pair}>
        <TextField
          label="Department"
          dir="auto"
          autoComplete="off"
          value={draft.department}
          onChange={({ target }) => change({ department: target.value })}
        />
        <TextField
          label="Max. open conversations"
          inputMode="numeric"
          autoComplete="off"
          value={draft.capacity}
          error={capacityProblem}
          onChange={({ target }) => change({ capacity: target.value })}
        />
      </Grid>
      <Checkbox
        label="Takes conversations"
        checked={draft.takes}
        onChange={({ target }) => change({ takes: target.checked })}
      />
      {failure !== null && <FailureNote>{failure}</FailureNote>}
      <HStack gap={2} align="stretch" wrap>
        <Button variant="primary" type="submit" busy={busy} disabled={!isChanged && !busy}>
          Save
        </Button>
        {isChanged && <Button onClick={() => setDraft(draftOf(person))}>Undo changes</Button>}
      </HStack>
    </Grid>
  )
}
