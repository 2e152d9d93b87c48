import { t } from '@parley/core/text/translate'
import type { KeptRouting, Routing, RoutingRule } from '@parley/core/routing/api'
import { intentLabel } from '@parley/core/intent/rules'
import { routingLimits } from '@parley/core/routing/constants'
import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { laterFailureWords } from '../../client/later-messages.ts'
import { useAgents } from '../../data/agents/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { ConflictNotice, useVersionedDraft } from '../../ui/states/ConflictNotice.tsx'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { RadioList } from '../../ui/fields/RadioList.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
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
  const { version, conflict, ...draft } = useVersionedDraft(kept.routing, kept.version)
  const form = useForm({
    ...draft,
    isReady: () => !conflict.isOvertaken,
    send: async routing => {
      await onSave(routing, version)
      onClose()
    },
    wordsOf: notSaved,
  })
  return (
    <FormDialog form={form} title={t('Who takes over')} action={t('Save')} size="lg" onClose={onClose}>
      <ConflictNotice conflict={conflict} by={kept.updated_by}>
        {t('saved something else meanwhile.')}
      </ConflictNotice>
      <RadioList label={t('Automatic offers')} choices={offerChoices} {...form.choice('offers')} />
      <Text as="p" size="meta" tone="muted">
        {t(
          'Offers go first to the agent who had the customer in the last week, then to one with the language (a skill such as Luganda), then to the agent with the fewest conversations. Nobody gets more than their maximum.',
        )}
      </Text>
      <RuleFields rules={form.values.rules} onChange={rules => form.change({ rules })} />
    </FormDialog>
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
      <legend>{t('By what the customer wants')}</legend>
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
          {t('All agents get all topics.')}
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
              label={t('The customer wants')}
              labelHidden
              value={rule.intent}
              choices={ruledIntents
                .filter(one => one === rule.intent || free.includes(one))
                .map(value => ({ value, label: intentLabel(value) }))}
              onChange={intent => set(place, { intent })}
            />
            <WordField
              label={t('Department for {name}', { name })}
              placeholder={t('Any department')}
              list={departmentsId}
              value={rule.department}
              onChange={department => set(place, { department })}
            />
            <WordField
              label={t('Skill for {name}', { name })}
              placeholder={t('Any skill')}
              list={skillsId}
              value={rule.skill}
              onChange={skill => set(place, { skill })}
            />
            <Checkbox
              label={t('The bot does not answer')}
              checked={rule.at_once}
              onChange={event => set(place, { at_once: event.target.checked })}
            />
            <IconButton
              size="small"
              label={t('Remove the rule for {name}', { name })}
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
            {t('Add a rule')}
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
