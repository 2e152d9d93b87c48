import { type FormEvent, type RefObject, useState } from 'react'
import type { ShownMessage } from '../../src/web-chat/visitors.ts'
import { Problem } from '../calls.tsx'
import { Chip, Icon, SendButton, sendOnEnter } from '../parts.tsx'
import { inOneLine } from './Bubble.tsx'

const largestPicture = 5 * 1024 * 1024

type WriterProps = {
  box: RefObject<HTMLTextAreaElement | null>
  /** The message that the next one quotes. */
  answered: ShownMessage | null
  quoteNothing: () => void
  send: (text: string, file: File | null) => void
}

/** Where the visitor writes; a chosen or pasted picture goes with the text. */
export function Writer({ box, answered, quoteNothing, send }: WriterProps) {
  const [text, setText] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState('')

  function choose(chosen: File | undefined) {
    const fits = chosen === undefined || chosen.size <= largestPicture
    setProblem(fits ? '' : 'A picture may have up to 5 MB.')
    setFile((fits && chosen) || null)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    box.current?.focus()
    if (file === null && text.trim() === '') return
    send(text.trim(), file)
    setText('')
    setFile(null)
  }

  return (
    <form className="write" onSubmit={submit}>
      {answered && (
        <Chip label="Do not quote" onRemove={quoteNothing}>
          {inOneLine(answered)}
        </Chip>
      )}
      {file && (
        <Chip
          label="Remove the picture"
          onRemove={() => {
            setFile(null)
            box.current?.focus()
          }}
        >
          {file.name}
        </Chip>
      )}
      <Problem>{problem}</Problem>
      <div className="row">
        <label className="btn icon" title="Picture">
          <Icon name="picture" />
          <input
            type="file"
            aria-label="Picture"
            accept="image/jpeg,image/png,image/webp,image/gif"
            value=""
            onChange={({ target }) => choose(target.files?.[0])}
          />
        </label>
        <textarea
          className="field"
          ref={box}
          rows={1}
          aria-label="Message"
          placeholder="Message"
          maxLength={4096}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={sendOnEnter}
          onPaste={event => {
            const [pasted] = event.clipboardData.files
            // A spreadsheet copies a picture beside its text: the text is meant.
            if (!pasted || event.clipboardData.getData('text/plain') !== '') return
            event.preventDefault()
            choose(pasted)
          }}
        />
        <SendButton />
      </div>
      <p className="meta muted sample">A sample of a channel. Messages are lost when the simulator stops.</p>
    </form>
  )
}
