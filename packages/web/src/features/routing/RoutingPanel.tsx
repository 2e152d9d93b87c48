import { intentNames } from '@parley/core/intent/constants'
import { intentLabel } from '@parley/core/intent/rules'
import type { KeptRouting, RoutingRule } from '@parley/core/routing/api'
import { type OfferMode, routingLimits } from '@parley/core/routing/constants'
import { t } from '@parley/core/text/translate'
import { Plus, X } from 'lucide-react'
import { type ComponentProps, useId, useState } from 'react'
import { laterFailureWords } from '../../client/later-messages.ts'
import { useAgents } from '../../data/agents/queries.ts'
import { useChangeRouting, useRouting } from '../../data/routing/routing.ts'
import { Button } from '../../ui/Button.tsx'
import { ChangedBy } from '../../ui/Moment.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { RadioList } from '../../ui/fields/RadioList.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { useVersionedDraft, ConflictNotice } from '../../ui/states/ConflictNotice.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'
import { Fetched } from '../../ui/states/Fetched.tsx'
import styles from './routing.module.css'

/** Who is offered what waits in the queue. */
export function RoutingPanel() {
  const [editing, setEditing] = useState(false)
  return (
    <Grid as="section" gap={3} aria-label={t('Who takes over')}>
      <Fetched
        held={useRouting()}
        loading={t('Loading who takes over')}
        failed={t('Who takes over could not be fetched')}
      >
        {kept => (
          <>
            <Text as="p" size="list">
              {offersSentence[kept.routing.offers]}
            </Text>
            {kept.routing.rules.length > 0 && (
              <Grid as="dl" gap={1.5} size="list" className={styles.lines}>
                {kept.routing.rules.map(rule => (
                  <div key={rule.intent}>
                    <dt>{intentLabel(rule.intent)}</dt>
                    <dd>
                      <bdi>{ruleWords(rule)}</bdi>
                    </dd>
                  </div>
                ))}
              </Grid>
            )}
            {kept.updated_at !== null && (
              <Text as="p" size="meta" tone="muted">
                <ChangedBy at={kept.updated_at} by={kept.updated_by} />
              </Text>
            )}
            <div>
              <Button size="small" onClick={() => setEditing(true)}>
                {t('Edit who takes over')}
              </Button>
            </div>
            {editing && <RoutingEditor kept={kept} onClose={() => setEditing(false)} />}
          </>
        )}
      </Fetched>
    </Grid>
  )
}

/** What is offered, and who takes it by what the customer wants. What was typed stays when it cannot be saved. */
function RoutingEditor({ kept, onClose }: { kept: KeptRouting; onClose: () => void }) {
  const save = useChangeRouting()
  const { version, conflict, ...draft } = useVersionedDraft(kept.routing, kept.version)
  const form = useForm({
    ...draft,
    isReady: () => !conflict.isOvertaken,
    send: async routing => {
      await save(routing, version)
      onClose()
    },
    wordsOf: cause => laterFailureWords('changeRouting', cause),
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
  return (
    <Grid as="fieldset" gap={2} flex="shrink" className={styles.rules}>
      <legend>{t('By what the customer wants')}</legend>
      <Words id={departmentsId} words={agents.flatMap(({ department }) => department ?? [])} />
      <Words id={skillsId} words={agents.flatMap(({ skills }) => skills)} />
      {rules.length === 0 && (
        <Text as="p" size="meta" tone="muted">
          {t('All agents get all topics.')}
        </Text>
      )}
      {rules.map((rule, place) => {
        const name = intentLabel(rule.intent)
        const set = (more: Partial<RoutingRule>) => onChange(rules.with(place, { ...rule, ...more }))
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
              onChange={intent => set({ intent })}
            />
            <WordField
              label={t('Department for {name}', { name })}
              placeholder={t('Any department')}
              list={departmentsId}
              value={rule.department}
              onChange={department => set({ department })}
            />
            <WordField
              label={t('Skill for {name}', { name })}
              placeholder={t('Any skill')}
              list={skillsId}
              value={rule.skill}
              onChange={skill => set({ skill })}
            />
            <Checkbox
              label={t('The bot does not answer')}
              checked={rule.at_once}
              onChange={event => set({ at_once: event.target.checked })}
            />
            <IconButton
              size="small"
              label={t('Remove the rule for {name}', { name })}
              onClick={() => onChange(rules.toSpliced(place, 1))}
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

type WordFieldProps = Pick<ComponentProps<'input'>, 'placeholder' | 'list'> & {
  label: string
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

/** What a field offers, each once and by name. */
const Words = ({ id, words }: { id: string; words: readonly string[] }) => (
  <datalist id={id}>
    {[...new Set(words)].toSorted().map(one => (
      <option key={one} value={one}>
        {one}
      </option>
    ))}
  </datalist>
)

/** What is offered by itself, as a supervisor chooses it. */
const offerChoices = [
  {
    value: 'handed-over',
    label: t('The bot’s handovers'),
    hint: t('Where the bot is off, agents pick from the queue.'),
  },
  { value: 'all', label: t('All waiting conversations'), hint: t('Also for numbers without the bot.') },
  { value: 'none', label: t('Nothing'), hint: t('Agents pick from the queue.') },
] as const

/** One sentence for the panel. */
const offersSentence: Readonly<Record<OfferMode, string>> = {
  'handed-over': t('The bot’s handovers go to available agents with free capacity.'),
  all: t('All waiting conversations are offered to available agents with free capacity.'),
  none: t('Nothing is offered automatically: agents pick from the queue.'),
}

/** Those that ask for a person anyway, or want nothing, need no rule. */
const withoutRule: ReadonlySet<string> = new Set(['greeting', 'thanks', 'about_bot'])

/** What a rule can be made for. */
export const ruledIntents = intentNames.filter(name => !withoutRule.has(name))

/** "Claims, skilled in Luganda; the bot does not answer" */
export function ruleWords({ department, skill, at_once: atOnce }: RoutingRule): string {
  const who = [department, skill === null ? null : t('skilled in {skill}', { skill })].filter(
    one => one !== null,
  )
  const takers = who.length === 0 ? t('Anybody') : who.join(', ')
  return atOnce ? t('{takers}; the bot does not answer', { takers }) : takers
}
