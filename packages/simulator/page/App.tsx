import { type FormEvent, useRef, useState } from 'react'
import { Problem, post, useCalls } from './calls.tsx'
import { type State, useSimulator } from './events.ts'
import { FaultPanel } from './FaultPanel.tsx'
import { ClockPanel, NumberPanel, ScenarioPanel, TemplatePanel, WirePanel } from './panel.tsx'
import { PhoneCard } from './PhoneCard.tsx'

/** The numbers that the address asks for, as in `?phones=256700000001`. */
const asked = (new URLSearchParams(location.search).get('phones') ?? '')
  .split(',')
  .map(number => `+${number.replace(/\D/g, '')}`)
  .filter(number => number !== '+')
const shownAtFirst = 3
const noMessages: State['threads'][string] = []

/** The phones that the address or a person asked for; without an address the first ones too, and those with messages. */
const shownPhones = ({ phones, threads }: State, added: readonly string[]) =>
  phones.filter(
    ({ number }, at) =>
      asked.includes(number) ||
      added.includes(number) ||
      (asked.length === 0 && (at < shownAtFirst || (threads[number] ?? []).length > 0)),
  )

export function App() {
  const { state, isOffline } = useSimulator()
  const [added, setAdded] = useState<readonly string[]>([])
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <>
      <header className="top">
        <h1>WhatsApp simulator</h1>
        <p className="meta muted wide">Stands in for Meta. No message leaves this machine.</p>
        <p className="notice" role="status" hidden={!isOffline}>
          The simulator does not answer. Trying again…
        </p>
        <a className="btn small" href="/web-chat/">
          Web chat
        </a>
        <button className="btn small" type="button" onClick={() => dialog.current?.showModal()}>
          <span aria-hidden="true">+</span>Add phone
        </button>
      </header>
      {state && (
        <main className="desk">
          <div className="phones">
            {shownPhones(state, added).map(phone => (
              <PhoneCard
                key={phone.number}
                phone={phone}
                messages={state.threads[phone.number] ?? noMessages}
                numbers={state.numbers}
                isNew={added.at(-1) === phone.number}
              />
            ))}
          </div>
          <aside className="panel" aria-label="Clock, number, scenarios, templates, faults and calls">
            <ClockPanel clock={state.clock} />
            <NumberPanel numbers={state.numbers} />
            <ScenarioPanel scenarios={state.scenarios} playing={state.playing} />
            <TemplatePanel templates={state.templates} numbers={state.numbers} />
            <FaultPanel armed={state.faults} />
            <WirePanel entries={state.wire} />
          </aside>
        </main>
      )}
      <dialog className="modal" ref={dialog} aria-labelledby="add-title">
        <AddPhone close={() => dialog.current?.close()} onAdded={number => setAdded([...added, number])} />
      </dialog>
    </>
  )
}

type AddPhoneProps = { close: () => void; onAdded: (number: string) => void }

function AddPhone({ close, onAdded }: AddPhoneProps) {
  const { problem, run, clear } = useCalls()

  function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    void run(async () => {
      const { number } = (await post('/phones', Object.fromEntries(new FormData(form)))) as { number: string }
      onAdded(number)
      form.reset()
      close()
    })
  }

  return (
    <form onSubmit={add} onReset={clear}>
      <h2 id="add-title">Add phone</h2>
      <label className="lab" htmlFor="add-number">
        Number with country code
      </label>
      <input
        className="field"
        id="add-number"
        name="number"
        inputMode="tel"
        autoComplete="off"
        placeholder="+256 700 000 009"
        aria-describedby="add-problem"
      />
      <label className="lab" htmlFor="add-name">
        Name on WhatsApp (optional)
      </label>
      <input className="field" id="add-name" name="name" autoComplete="off" maxLength={60} />
      <div id="add-problem">
        <Problem>{problem}</Problem>
      </div>
      <div className="row end">
        <button className="btn" type="reset" onClick={close}>
          Cancel
        </button>
        <button className="btn primary" type="submit">
          Add phone
        </button>
      </div>
    </form>
  )
}
