import { fileLimits, sendableAs } from '@parley/core/attachments/rules'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { inOneLine, type Target } from './Bubble.tsx'
import { CallFailed, phonePath, Problem, post, type useCalls } from './calls.tsx'
import { Chip, Icon, SendButton, sendOnEnter } from './parts.tsx'
import samples from './samples.json' with { type: 'json' }

type ComposerProps = {
  phone: string
  /** The business number that it goes to. */
  chat: string
  isOnline: boolean
  target: Target | null
  aim: (target: Target | null) => void
  onSent: () => void
  calls: ReturnType<typeof useCalls>
}

/** Where the customer writes; a chosen file goes with the text as its caption. */
export function Composer({ phone, chat, isOnline, target, aim, onSent, calls }: ComposerProps) {
  const { problem, run, clear } = calls
  const [text, setText] = useState(target?.edits ? (target.message.text ?? '') : '')
  const [file, setFile] = useState<File | null>(null)
  const [isSending, setSending] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const path = phonePath(phone, 'messages')
  useEffect(() => {
    if (target !== null) box.current?.focus()
  }, [target])

  async function send() {
    if (target?.edits) {
      await post(phonePath(phone, 'changes'), { type: 'edit', message_id: target.message.id, text })
    } else {
      const message = file ? await fileMessage(file, text) : { type: 'text', text }
      const place = target ? { number: target.message.number, reply_to: target.message.id } : { number: chat }
      await post(path, { ...message, ...place })
      setText(now => (now === text ? '' : now))
      setFile(null)
    }
    aim(null)
    onSent()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSending || (file === null && text.trim() === '')) return
    setSending(true)
    await run(send)
    setSending(false)
  }

  return (
    <form className="write" onSubmit={event => void submit(event)} onInput={clear}>
      <Problem>{problem}</Problem>
      {target && (
        <Chip label="Do not quote" onRemove={() => aim(null)}>
          {inOneLine(target.message)}
        </Chip>
      )}
      {file && (
        <Chip label={`Remove ${file.name}`} onRemove={() => setFile(null)}>
          {file.name}
        </Chip>
      )}
      <div className="row">
        <label className="btn icon">
          <Icon name="clip" />
          <input
            type="file"
            aria-label="Attach file"
            title="Attach file"
            value=""
            disabled={!isOnline}
            onChange={({ target: { files } }) => setFile(files?.[0] ?? null)}
          />
        </label>
        <SampleChoice
          isOnline={isOnline}
          choose={sample => void run(() => post(path, { number: chat, ...sample }))}
        />
        <textarea
          className="field"
          ref={box}
          rows={1}
          aria-label="Message"
          placeholder={isOnline ? 'Message' : 'Offline'}
          maxLength={4096}
          disabled={!isOnline}
          value={text}
          onChange={event => setText(event.target.value)}
          onKeyDown={sendOnEnter}
        />
        <SendButton disabled={!isOnline || isSending} />
      </div>
    </form>
  )
}

type SampleChoiceProps = { isOnline: boolean; choose: (sample: object) => void }

/** Sends a message of another kind, from the samples. */
const SampleChoice = ({ isOnline, choose }: SampleChoiceProps) => (
  <select
    className="field others"
    aria-label="Send another kind"
    title="Send another kind"
    value=""
    disabled={!isOnline}
    onChange={({ target }) => {
      const { name: _, ...sample } = samples.find(({ name }) => name === target.value) ?? {}
      choose({ type: 'raw', ...sample })
    }}
  >
    <option value="">…</option>
    {samples.map(({ name }) => (
      <option key={name}>{name}</option>
    ))}
  </select>
)

/** As WhatsApp's app does: a file that it cannot play goes as a document. */
async function fileMessage(file: File, caption: string): Promise<object> {
  const type = file.type || 'application/octet-stream'
  const fit = sendableAs(type, file.size)
  if ('problem' in fit && (file.size === 0 || file.size > fileLimits.document))
    throw new CallFailed(fit.problem)
  return {
    type: 'kind' in fit ? fit.kind : 'document',
    data_base64: await base64(file),
    filename: file.name,
    mime_type: type,
    ...(caption.trim() !== '' && { text: caption }),
  }
}

function base64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      const dataUrl = typeof reader.result === 'string' ? reader.result : ''
      resolve(dataUrl.slice(dataUrl.indexOf(',') + 1))
    })
    reader.addEventListener('error', () => reject(new CallFailed('The file cannot be read.')))
    reader.readAsDataURL(file)
  })
}
