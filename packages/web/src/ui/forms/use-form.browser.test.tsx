import { useLayoutEffect } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../../../test/mount.tsx'
import { Button } from '../Button.tsx'
import { Checkbox } from '../fields/Checkbox.tsx'
import { RadioList } from '../fields/RadioList.tsx'
import { TextField } from '../fields/TextField.tsx'
import { type Form, useForm } from './use-form.ts'

interface Values {
  readonly note: string
  readonly name: string
  readonly size: 'small' | 'large'
  readonly agreed: boolean
}
const blank: Values = { note: '', name: '', size: 'small', agreed: false }
const sizes = [
  { value: 'small', label: 'Small' },
  { value: 'large', label: 'Large' },
] as const

interface SampleProps {
  readonly given?: Values
  readonly send?: (values: Values) => Promise<unknown>
  readonly isReady?: (values: Values, isChanged: boolean) => boolean
}

const done: (values: Values) => Promise<unknown> = () => Promise.resolve()
const always = () => true
/** The form on the screen. */
let form: Form<Values>

function Sample({ given = blank, send = done, isReady = always }: SampleProps) {
  const drawn = useForm({
    values: given,
    check: ({ name }, tried) => ({
      name: name.length > 5 ? 'Too long' : tried && name === '' ? 'Missing' : undefined,
    }),
    isReady,
    send,
    wordsOf: cause => {
      const { message } = cause as Error
      return message === 'taken' ? { name: 'Taken' } : message
    },
  })
  useLayoutEffect(() => {
    form = drawn
  })
  return (
    <form {...drawn.props} noValidate>
      <TextField label="Note" {...drawn.text('note')} />
      <TextField label="Name" {...drawn.text('name')} />
      <RadioList label="Size" choices={sizes} {...drawn.choice('size')} />
      <Checkbox label="Agreed" {...drawn.tick('agreed')} />
      <p role="status">{drawn.failure ?? ''}</p>
      <Button type="submit">Send</Button>
    </form>
  )
}

const note = () => page.getByLabelText('Note')
const name = () => page.getByLabelText('Name')
const press = () => page.getByRole('button', { name: 'Send' }).click()

const failing = (message: string) => () => Promise.reject(new Error(message))

test.each([
  { typed: '', answer: done, sends: 0, atName: 'Missing', beside: '', focus: 'Name' },
  { typed: 'too long', answer: done, sends: 0, atName: 'Too long', beside: '', focus: 'Name' },
  { typed: 'Joan', answer: done, sends: 1, atName: undefined, beside: '', focus: 'Send' },
  { typed: 'Joan', answer: failing('taken'), sends: 1, atName: 'Taken', beside: '', focus: 'Name' },
  {
    typed: 'Joan',
    answer: failing('offline'),
    sends: 1,
    atName: undefined,
    beside: 'offline',
    focus: 'Send',
  },
])('a form with the name "$typed" says $atName at it and "$beside" beside', async row => {
  let sends = 0
  mount(
    <Sample
      send={values => {
        sends += 1
        return row.answer(values)
      }}
    />,
  )
  await note().fill('kept')
  await name().fill(row.typed)
  await press()
  const held = () => document.activeElement
  await expect
    .poll(() => held()?.textContent || held()?.closest('div')?.firstChild?.textContent)
    .toBe(row.focus)
  expect(sends).toBe(row.sends)
  await expect.element(page.getByRole('status')).toHaveTextContent(row.beside)
  expect(form.problems.name).toBe(row.atName)
  expect(name().element().getAttribute('aria-invalid')).toBe(row.atName === undefined ? null : 'true')
  // Nothing that was typed is lost.
  expect(form.values).toEqual({ ...blank, note: 'kept', name: row.typed })
})

test('what is missing is said once the form was to be sent, and no more once it was sent', async () => {
  mount(<Sample send={async () => form.reset()} />)
  await expect.element(name()).not.toHaveAttribute('aria-invalid')
  await press()
  await expect.element(name()).toHaveAttribute('aria-invalid')
  await name().fill('Joan')
  await press()
  await expect.element(name()).toHaveValue('')
  await expect.element(name()).not.toHaveAttribute('aria-invalid')
})

test('fields in which nothing was written follow what the form is given', async () => {
  const show = mount(<Sample />)
  await name().fill('Joan')
  await page.getByLabelText('Large').click()
  await page.getByLabelText('Agreed').click()
  show(<Sample given={{ ...blank, note: 'theirs', name: 'Mary' }} />)
  await expect.element(note()).toHaveValue('theirs')
  await expect.element(name()).toHaveValue('Joan')
  expect(form.edit).toEqual({ name: 'Joan', size: 'large', agreed: true })
  expect(form.isChanged).toBe(true)
  form.reset()
  await expect.element(name()).toHaveValue('Mary')
  expect(form.isChanged).toBe(false)
})

test('a field with what it had before is no change', async () => {
  mount(<Sample />)
  await name().fill('Joan')
  await expect.poll(() => form.isChanged).toBe(true)
  await name().fill('')
  await expect.poll(() => form.isChanged).toBe(false)
})

test('a form is sent once at a time', async () => {
  let sends = 0
  let resolve: () => void = () => undefined
  const promise = new Promise<void>(settle => {
    resolve = settle
  })
  mount(
    <Sample
      given={{ ...blank, name: 'Joan' }}
      send={() => {
        sends += 1
        return promise
      }}
    />,
  )
  await press()
  await expect.poll(() => form.busy).toBe(true)
  await press()
  resolve()
  await expect.poll(() => form.busy).toBe(false)
  expect(sends).toBe(1)
})

test('a form that is not ready is not sent', async () => {
  let sends = 0
  mount(
    <Sample
      given={{ ...blank, name: 'Joan' }}
      isReady={(_, isChanged) => isChanged}
      send={async () => {
        sends += 1
      }}
    />,
  )
  await press()
  expect(form.ready).toBe(false)
  await note().fill('more')
  await press()
  await expect.poll(() => sends).toBe(1)
})

test('a field that does not exist, or is of another kind, does not compile', () => {
  const wrong = (one: Form<Values>) => {
    // @ts-expect-error -- no such field
    one.text('nmae')
    // @ts-expect-error -- no text
    one.text('agreed')
    // @ts-expect-error -- no box to tick
    one.tick('name')
    // @ts-expect-error -- no such field
    one.change({ nmae: '' })
    // @ts-expect-error -- no such field
    return one.problems.nmae
  }
  expect(wrong).toBeTypeOf('function')
})
