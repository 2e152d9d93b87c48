import type { KeptRouting, Routing, RoutingRule } from '@parley/core/routing/api'
import { intentLabel } from '@parley/core/intent/rules'
import { routingLimits } from '@parley/core/routing/constants'
import { Plus, X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { laterFailureWords } from '../../client/later-messages.ts'
import { useAgents } from '../../data/agents/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { Notice } from '../../ui/states/Notice.tsx'
import { RadioList } from '../../ui/fields/RadioList.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { useAction } from '../../ui/hooks/use-action.ts'
import styles from './routing.module.css'
import { offerChoices, ruledIntents } from './words.ts'

const notSaved = (cause: unknown) => laterFailureWords('changeRouting', cause)

type RoutingEditorProps = {
  kept: KeptRouting
  onSave: (routing: Routing, version: number) => Promise<void>
  onClose: () => void
}

/** What is offered, and who takes it by what the customer wants. What was typed stays when it cannot be saved. */
export function RoutingEditor({ kept, onSave, onClose }: RoutingEditorProps) {
  // What a colleague saves meanwhile changes nothing of what is being written here.
  const [begun, setBegun] = useState(kept)
  const [routing, setRouting] = useState(kept.routing)
  const { busy, failure, run } = useAction(notSaved)
  const formId = useId()
  const isOvertaken = kept.version !== begun.version
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isOvertaken) return
    if (await run(() => onSave(routing, begun.version))) onClose()
  }
  return (
    <Modal
      open
      size="lg"
      title="Who takes over"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={busy} disabled={isOvertaken}>
            Save
          </Button>
        </>
      }
    >
      <Grid as="form" id={formId} gap={3} noValidate onSubmit={event => void submit(event)}>
        {isOvertaken && (
          <Notice
            tone="warn"
            action={
              <HStack as="span" gap={2} align="stretch" wrap>
                <Button
                  size="small"
                  onClick={() => {
                    setBegun(kept)
                    setRouting(kept.routing)
                  }}
                >
                  Take theirs
                </Button>
                <Button size="small" onClick={() => setBegun(kept)}>
                  Keep mine
                </Button>
              </HStack>
            }
          >
            {kept.updated_by?.name ?? 'A colleague'} saved something else meanwhile.
          </Notice>
        )}
        <RadioList
          label="Automatic offers"
          value={routing.offers}
          choices={offerChoices}
          onChange={offers => setRouting({ ...routing, offers })}
        />
        <Text as="p" size="meta" tone="muted">
          An offer goes to who had the customer within a week, then to who speaks the language (a skill such
          as Luganda), then to who has the fewest conversations. Nobody gets more than they have room for.
        </Text>
        <RuleFields rules={routing.rules} onChange={rules => setRouting({ ...routing, rules })} />
        {failure !== null && <FailureNote>{failure}</FailureNote>}
      </Grid>
    </Modal>
  )
}

type RuleFieldsProps = { rules: readonly RoutingRule[]; onChange: (rules: RoutingRule[]) => void }

function RuleFields({ rules, onChange }: RuleFieldsProps) {
  const { agents } = useAgents()
  const [departmentsId, skillsId] = [useId(), useId()]
  const free = ruledIntents.filter(name => !rules.some(({ intent }) => intent === name))
  const [next] = free
  const set = (place: number, more: Partial<RoutingRule>) =>
    onChange(rules.map((rule, index) => (index === place ? { ...rule, ...more } : rule)))
  return (
    <Grid as="fieldset" gap={2} flex="shrink" className={styles.rules}>
      <legend>By what the customer wants</legend>
      <datalist id={departmentsId}>
        {distinct(agents.flatMap(({ department }) => department ?? [])).map(one => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </datalist>
      <datalist id={skillsId}>
        {distinct(agents.flatMap(({ skills }) => skills)).map(one => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </datalist>
      {rules.length === 0 && (
        <Text as="p" size="meta" tone="muted">
          Everybody takes everything.
        </Text>
      )}
      {rules.map((rule, place) => {
        const name = intentLabel(rule.intent)
        return (
          <HStack
            // oxlint-disable-next-line react/no-array-index-key -- a rule whose intent is chosen anew keeps its place and the focus
            key={`${departmentsId}-${place}`}
            gap={2}
            wrap
            rule="bottom"
            className={styles.rule}
            role="group"
            aria-label={name}
          >
            <Select
              label="The customer wants"
              labelHidden
              value={rule.intent}
              choices={ruledIntents
                .filter(one => one === rule.intent || free.includes(one))
                .map(value => ({ value, label: intentLabel(value) }))}
              onChange={intent => set(place, { intent })}
            />
            <WordField
              label={`Department for ${name}`}
              placeholder="Any department"
              list={departmentsId}
              value={rule.department}
              onChange={department => set(place, { department })}
            />
            <WordField
              label={`Skill for ${name}`}
              placeholder="Any skill"
              list={skillsId}
              value={rule.skill}
              onChange={skill => set(place, { skill })}
            />
            <Checkbox
              label="The bot does not answer"
              checked={rule.at_once}
              onChange={event => set(place, { at_once: event.target.checked })}
            />
            <IconButton
              size="small"
              label={`Remove the rule for ${name}`}
              onClick={() => onChange(rules.filter((_, index) => index !== place))}
            >
              <X size={14} strokeWidth={1.8} aria-hidden="true" />
            </IconButton>
          </HStack>
        )
      })}
      {next !== undefined && (
        <div>
          <Button
            size="small"
            variant="quiet"
            icon={<Plus size={14} strokeWidth={1.8} aria-hidden="true" />}
            onClick={() =>
              onChange([...rules, { intent: next, department: null, skill: null, at_once: false }])
            }
          >
            Add a rule
          </Button>
        </div>
      )}
    </Grid>
  )
}

type WordFieldProps = {
  label: string
  placeholder: string
  list: string
  value: string | null
  onChange: (value: string | null) => void
}

const WordField = ({ label, value, onChange, ...input }: WordFieldProps) => (
  <input
    {...input}
    className={styles.word}
    aria-label={label}
    maxLength={routingLimits.word}
    value={value ?? ''}
    onChange={event => onChange(event.target.value.trimStart() === '' ? null : event.target.value)}
  />
)

const distinct = (words: readonly string[]): readonly string[] => [...new Set(words)].toSorted()
