import { type ChangeEvent, type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useAction } from '../hooks/use-action.ts'

/** What is wrong, by the names of fields ("week") and of what is inside them ("week.monday.0"). */
export type Problems<Values> = { readonly [Name in keyof Values]?: string | undefined } & {
  readonly [Path in `${keyof Values & string}.${string}`]?: string | undefined
}

type NameOf<Values, Value> = {
  [Name in keyof Values]: Values[Name] extends Value ? Name : never
}[keyof Values]

type Typed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement>

interface Field<Value, Change> {
  readonly value: Value
  readonly error: string | undefined
  readonly onChange: (change: Change) => void
}

interface FormOptions<Values> {
  /** What stands in the fields in which nothing was written; with `onChange` what stands in all of them. */
  readonly values: Values
  /** Takes what is written, where it is kept elsewhere, such as on the device. */
  readonly onChange?: (more: Partial<Values>) => void
  /** What is wrong; `tried`: since the form was to be sent, so that what is missing is said only then. */
  readonly check?: (values: Values, tried: boolean) => Problems<Values>
  /** Whether it can be sent; while it cannot, Enter does nothing. */
  readonly isReady?: (values: Values, isChanged: boolean) => boolean
  readonly send: (values: Values) => Promise<unknown>
  /** What a person reads when it was not sent, beside the fields or at those refused; default: the failure's own words. */
  readonly wordsOf?: (cause: unknown) => string | Problems<Values>
}

/** What a form's element and its buttons need. */
export interface FormState {
  /** For the `form` element. */
  readonly props: {
    readonly ref: RefObject<HTMLFormElement | null>
    readonly onSubmit: (event: FormEvent) => void
  }
  readonly ready: boolean
  readonly busy: boolean
  /** Why it was not sent; null while nothing failed, or a field says it. */
  readonly failure: string | null
  readonly dismiss: () => void
}

export interface Form<Values> extends FormState {
  readonly values: Values
  /** What is said at the fields now. */
  readonly problems: Problems<Values>
  /** What was written, by field: the rest follows the `values` that the form was given. */
  readonly edit: Partial<Values>
  /** Whether what is written is something else than those. */
  readonly isChanged: boolean
  readonly change: (more: Partial<Values>) => void
  readonly submit: () => Promise<void>
  /** Takes what was written away. */
  readonly reset: () => void
  /** For a `TextField` or a `TextArea`. */
  readonly text: (name: NameOf<Values, string>) => Field<string, Typed>
  /** For a `Select` or a `RadioList`. */
  readonly choice: <Name extends keyof Values>(name: Name) => Field<Values[Name], Values[Name]>
  /** For a `Checkbox`. */
  readonly tick: (name: NameOf<Values, boolean>) => {
    readonly checked: boolean
    readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
  }
}

const nothingWrong = () => ({})
const always = () => true
const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))

/** Fields, what is wrong with them, and sending them once at a time. What was written stays when it cannot be sent. */
export function useForm<Values extends object>(options: FormOptions<Values>): Form<Values> {
  const {
    values: given,
    onChange,
    check = nothingWrong,
    isReady = always,
    send,
    wordsOf = messageOf,
  } = options
  const [edit, setEdit] = useState<Partial<Values>>({})
  const [tried, setTried] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const { busy, failure, run, dismiss } = useAction<string | Problems<Values>>(wordsOf)
  const ref = useRef<HTMLFormElement>(null)
  // The fields say what is wrong once they are drawn.
  useEffect(() => {
    if (refusals > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])

  const values: Values = { ...given, ...edit }
  const isChanged = Object.entries(edit).some(([name, value]) => value !== given[name as keyof Values])
  const ready = isReady(values, isChanged)
  const refused = typeof failure === 'string' ? null : failure
  const wrong = Object.entries(check(values, tried)).filter(([, problem]) => problem !== undefined)
  const problems = { ...refused, ...Object.fromEntries(wrong) } as Problems<Values>
  const change = onChange ?? ((more: Partial<Values>) => setEdit(now => ({ ...now, ...more })))
  const put = <Name extends keyof Values>(name: Name, value: Values[Name]) => {
    const more: Partial<Values> = {}
    more[name] = value
    change(more)
  }
  const submit = async () => {
    if (!ready || busy) return
    setTried(true)
    const isWrong = Object.values(check(values, true)).some(problem => problem !== undefined)
    if (!isWrong && (await run(() => send(values)))) setTried(false)
    else setRefusals(count => count + 1)
  }
  return {
    values,
    problems,
    edit,
    isChanged,
    ready,
    busy,
    failure: typeof failure === 'string' ? failure : null,
    dismiss,
    change,
    submit,
    reset: () => {
      setEdit({})
      setTried(false)
    },
    props: {
      ref,
      onSubmit: event => {
        event.preventDefault()
        void submit()
      },
    },
    text: name => ({
      value: String(values[name]),
      error: problems[name],
      onChange: ({ target }) => put(name, target.value as Values[typeof name]),
    }),
    choice: name => ({ value: values[name], error: problems[name], onChange: value => put(name, value) }),
    tick: name => ({
      checked: values[name] === true,
      onChange: ({ target }) => put(name, target.checked as Values[typeof name]),
    }),
  }
}
