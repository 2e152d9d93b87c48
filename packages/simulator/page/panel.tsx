import { type ReactNode, useState } from 'react'
import type { WireEntry } from '../src/wire.ts'
import { Problem, post, useCalls } from './calls.tsx'
import type { State } from './events.ts'

type SectionProps = { title: string; problem?: string; children: ReactNode }

/** A region of the panel with its title. */
export const Section = ({ title, problem = '', children }: SectionProps) => (
  <section aria-label={title}>
    <h2>{title}</h2>
    <div className="orders">
      {children}
      <Problem>{problem}</Problem>
    </div>
  </section>
)

type ChoiceProps = {
  label: string
  value: string | undefined
  options: Iterable<readonly [value: string, text: string]>
  onChange: (value: string) => void
}

const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <select
    className="field"
    aria-label={label}
    value={value}
    onChange={({ target }) => onChange(target.value)}
  >
    {[...options].map(([key, text]) => (
      <option key={key} value={key}>
        {text}
      </option>
    ))}
  </select>
)

const dayMinutes = 24 * 60
/** Minutes ahead; negative: behind. */
const clockSettings = [
  { minutes: -dayMinutes + 2, words: '2 min before 24 h', title: 'New messages are 23 h 58 min old' },
  { minutes: 0, words: 'Now', title: 'The time of this machine' },
  { minutes: dayMinutes, words: '+ 24 h', title: 'All open 24-hour windows are closed' },
]

export function ClockPanel({ clock: { now, ahead_minutes: ahead } }: { clock: State['clock'] }) {
  const { problem, run } = useCalls()
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60]
  const apart = [hours > 0 && `${hours} h`, minutes > 0 && `${minutes} min`].filter(Boolean).join(' ')
  const time = new Date(now).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Section title="Clock" problem={problem}>
      <output className="num">
        {ahead === 0 ? 'As this machine’s clock' : `${time}, ${apart} ${ahead > 0 ? 'ahead' : 'behind'}`}
      </output>
      <div className="row">
        {clockSettings.map(one => (
          <button
            key={one.words}
            className="btn"
            type="button"
            title={one.title}
            aria-pressed={one.minutes === ahead}
            onClick={() => void run(() => post('/clock', { ahead_minutes: one.minutes }))}
          >
            {one.words}
          </button>
        ))}
      </div>
    </Section>
  )
}

const standings = {
  quality: { label: 'Quality', words: { GREEN: 'High', YELLOW: 'Medium', RED: 'Low' } },
  sending: { label: 'Sending', words: { AVAILABLE: 'Allowed', LIMITED: 'Limited', BLOCKED: 'Blocked' } },
}

/** Quality and sending of a business number; the server gets each change by webhook. */
export function NumberPanel({ numbers }: { numbers: State['numbers'] }) {
  const { problem, run } = useCalls()
  const [id, setId] = useState(numbers[0]?.phone_number_id)
  const number = numbers.find(one => one.phone_number_id === id) ?? numbers[0]
  const change = (value: object) =>
    void run(() => post('/number', { phone_number_id: number?.phone_number_id, ...value }))
  return (
    <Section title="Business number" problem={problem}>
      {numbers.length > 1 && (
        <div className="row">
          <Choice
            label="Number"
            value={number?.phone_number_id}
            options={numbers.map(one => [one.phone_number_id, `${one.name}, +${one.display_phone_number}`])}
            onChange={setId}
          />
        </div>
      )}
      <div className="row">
        {(['quality', 'sending'] as const).map(name => {
          const { label, words } = standings[name]
          const options = Object.entries(words).map(([value, said]) => [value, `${label}: ${said}`] as const)
          return (
            <Choice
              key={name}
              label={label}
              value={number?.[name]}
              options={options}
              onChange={value => change({ [name]: value })}
            />
          )
        })}
      </div>
    </Section>
  )
}

const speeds = [1, 10, 60].map(times => [String(times), `× ${times}`] as const)

export function ScenarioPanel({ scenarios, playing }: Pick<State, 'scenarios' | 'playing'>) {
  const { problem, run } = useCalls()
  const [name, setName] = useState(scenarios[0]?.name ?? '')
  const [speed, setSpeed] = useState('1')
  const toggle = () =>
    void run(() =>
      playing ? post('/scenarios/stop', {}) : post('/scenarios/play', { name, speed: parseInt(speed, 10) }),
    )
  const skipped = playing && playing.skipped > 0 ? `, ${playing.skipped} not possible` : ''
  return (
    <Section title="Scenarios" problem={problem}>
      <div className="row">
        <Choice
          label="Scenario"
          value={name}
          options={scenarios.map(one => [one.name, one.title])}
          onChange={setName}
        />
        <Choice label="Speed" value={speed} options={speeds} onChange={setSpeed} />
        <button className="btn" type="button" onClick={toggle}>
          {playing ? 'Stop' : 'Play'}
        </button>
      </div>
      <p className="meta muted" role="status">
        {playing && `${playing.title}: ${playing.done} of ${playing.total}${skipped}`}
      </p>
    </Section>
  )
}

/** Meta's changes of a template, in the words of its fields. */
const templateChanges = [
  ...['APPROVED', 'PENDING', 'REJECTED', 'PAUSED', 'DISABLED'].map(status => ({ status })),
  ...['GREEN', 'YELLOW', 'RED'].map(quality => ({ quality })),
  ...['UTILITY', 'MARKETING'].map(category => ({ category })),
]
const changeOptions = templateChanges.map((change, at) => {
  const words = Object.entries(change).map(([field, value]) => `${field} ${value.toLowerCase()}`)
  return [String(at), words.join()] as const
})

/** Meta's changes of templates; the server gets each by webhook. */
export function TemplatePanel({ templates, numbers }: Pick<State, 'templates' | 'numbers'>) {
  const { problem, run } = useCalls()
  const [id, setId] = useState(templates[0]?.id)
  const [change, setChange] = useState('0')
  const chosen = templates.find(one => one.id === id) ?? templates[0]
  if (chosen === undefined) return null
  const hasSeveralAccounts = new Set(templates.map(({ account }) => account)).size > 1
  const ownersOf = (account: string) =>
    numbers.filter(one => one.business_account_id === account).map(one => one.name)
  const options = templates.map(one => {
    const owners = hasSeveralAccounts ? `, ${ownersOf(one.account).join(', ')}` : ''
    return [one.id, `${one.name} (${one.language})${owners}`] as const
  })
  const { name, language, account, status, category, quality_score: quality } = chosen
  const set = () => {
    const body = { language, business_account_id: account, ...templateChanges[parseInt(change, 10)] }
    void run(() => post(`/templates/${encodeURIComponent(name)}`, body))
  }
  return (
    <Section title="Templates" problem={problem}>
      <div className="row">
        <Choice label="Template" value={chosen.id} options={options} onChange={setId} />
      </div>
      <div className="row">
        <Choice label="Change" value={change} options={changeOptions} onChange={setChange} />
        <button className="btn" type="button" onClick={set}>
          Set
        </button>
      </div>
      <output>{`${status}, ${category}, quality ${quality.score}`.toLowerCase()}</output>
    </Section>
  )
}

/** The calls between WhatsApp and the server, newest first. */
export const WirePanel = ({ entries }: { entries: State['wire'] }) => (
  <section id="wire" aria-label="Calls">
    <h2>Calls</h2>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard */}
    <ol className="wire num" tabIndex={0} aria-label="Calls, newest first">
      {entries.length === 0 && <li className="empty">No calls yet.</li>}
      {entries.toReversed().map(entry => (
        <WireLine key={entry.id} entry={entry} />
      ))}
    </ol>
  </section>
)

function WireLine({ entry: { at, direction, what, status, ms } }: { entry: WireEntry }) {
  const isGood = typeof status === 'number' && status < 300
  return (
    <li>
      {new Date(at).toLocaleTimeString([], { hourCycle: 'h23' })}{' '}
      <span aria-hidden="true">{direction === 'out' ? '→' : '←'}</span>
      <span className="unseen">{direction === 'out' ? 'to the server' : 'from the server'}</span> {what}{' '}
      <span className={isGood ? 'ok' : 'bad'}>{`${status} ${ms} ms`}</span>
    </li>
  )
}
