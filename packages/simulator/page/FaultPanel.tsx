import { useState } from 'react'
import type { FaultName } from '../src/faults.ts'
import { post, type Run, useCalls } from './calls.tsx'
import type { State } from './events.ts'
import { Section } from './panel.tsx'

const faults: Readonly<Record<FaultName, string>> = {
  'webhook-duplicate': 'Send a webhook twice',
  'webhook-bad-signature': 'Send a wrong signature',
  'status-first': 'Send the status before the answer',
  'server-error': 'Answer 500 with a code',
  'bare-500': 'Answer 500, no body',
  'bare-429': 'Answer 429, no body',
  'time-out': 'Never answer',
  reset: 'Reset the connection',
  'answer-lost': 'Accept, lose the answer',
  'window-closed': 'Refuse: 24 hours are over',
  'window-closed-later': 'Accept, then: 24 hours are over',
  'undeliverable-later': 'Accept, then: not on WhatsApp',
  refused: 'Refuse with this code',
  'refused-later': 'Accept, then fail with this code',
  'token-expired': 'Say the token has expired',
  'media-limited': 'Refuse a file: too many calls',
  'media-error': 'Refuse a file: 500 with a code',
  'media-gone': 'Refuse a file: unknown id',
  'media-moved': 'Give a file’s URL that leads nowhere',
  'media-cut': 'Break a download off half-way',
}

/** Those that take a code of Meta's. */
const coded: readonly string[] = ['refused', 'refused-later'] satisfies FaultName[]

/** The faults; an armed one shows how often it will still fire. */
export function FaultPanel({ armed }: { armed: State['faults'] }) {
  const { problem, run } = useCalls()
  return (
    <Section title="Faults" problem={problem}>
      <ul className="faults">
        {Object.entries(faults).map(([name, words]) => (
          <Fault key={name} name={name} words={words} left={armed[name as FaultName] ?? 0} run={run} />
        ))}
      </ul>
    </Section>
  )
}

type FaultProps = { name: string; words: string; left: number; run: Run }

function Fault({ name, words, left, run }: FaultProps) {
  const [times, setTimes] = useState('1')
  const [code, setCode] = useState('131000')
  const isArmed = left > 0
  const hasCode = coded.includes(name)
  const arm = { name, times: parseInt(times, 10), ...(hasCode && { code: parseInt(code, 10) }) }
  const toggle = () => void run(() => post('/faults', isArmed ? { clear: true, name } : arm))
  return (
    <li>
      <label htmlFor={`fault-${name}`} className={isArmed ? 'armed' : ''}>
        {words}
      </label>
      <span>
        {hasCode && !isArmed && (
          <input
            className="field num"
            type="number"
            min="0"
            title="Code"
            aria-label={`${words}: code`}
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
        )}
        <input
          className="field num"
          id={`fault-${name}`}
          type="number"
          min="1"
          max="10000"
          title="Times"
          hidden={isArmed}
          value={times}
          onChange={({ target }) => setTimes(target.value)}
        />
        {isArmed && <span className="left num">{`${left} left`}</span>}
      </span>
      <button
        className="btn"
        type="button"
        aria-label={`${words}: ${isArmed ? 'switch off' : 'arm'}`}
        onClick={toggle}
      >
        {isArmed ? 'Off' : 'Arm'}
      </button>
    </li>
  )
}
