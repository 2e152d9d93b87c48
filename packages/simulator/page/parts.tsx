import { type KeyboardEvent, useState } from 'react'

const paths = {
  clip: 'M10.8 5.2 6 10a1.6 1.6 0 0 0 2.3 2.3l5-5a3.2 3.2 0 0 0-4.6-4.6l-5.2 5.2a4.8 4.8 0 0 0 6.8 6.8',
  send: 'M2.6 8 13.4 2.8 10 13.4 7.6 9zM7.6 9l5.8-6.2',
  close: 'm4 4 8 8M12 4l-8 8',
  page: 'M4 2.5h5l3 3v8H4zM9 2.5v3h3',
  picture: 'M2.5 3.5h11v9h-11zm0 7.5 3.2-3 2.6 2.4 1.8-1.6 3.4 3M10.2 6.2h.01',
  tick: 'm3.5 8.4 2.8 2.8 6-6.2',
  ticks: 'm1.8 8.4 2.8 2.8 5.6-6.2M7 10.4l.9.8 5.6-6.2',
}

/** Hidden from assistive technology: words beside it say the same. */
export const Icon = ({ name }: { name: keyof typeof paths }) => (
  <svg className="i" viewBox="0 0 16 16" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
)

type ChipProps = { label: string; children: string; onRemove: () => void }

/** A file or quotation that goes with the next message, and the button that removes it. */
export const Chip = ({ label, children, onRemove }: ChipProps) => (
  <div className="chip">
    <span className="grow cut" dir="auto">
      {children}
    </span>
    <button className="btn icon" type="button" aria-label={label} onClick={onRemove}>
      <Icon name="close" />
    </button>
  </div>
)

export const SendButton = ({ disabled = false }: { disabled?: boolean }) => (
  <button className="btn icon send" type="submit" aria-label="Send" title="Send" disabled={disabled}>
    <Icon name="send" />
  </button>
)

/** Enter sends; Shift and Enter break the line. */
export function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  // 229: the Enter that ends a composition, in Safari.
  const isComposing = event.nativeEvent.isComposing || event.keyCode === 229
  if (event.key !== 'Enter' || event.shiftKey || isComposing) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

/** A file that is no picture. */
export const FileLink = ({ url, name, size }: { url: string; name: string; size: number }) => (
  <a className="file" href={url} download={name}>
    <Icon name="page" />
    <span>{`${name} (${sizeOf(size)})`}</span>
  </a>
)

function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  return bytes < 1_048_576 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`
}

/** Hours and minutes, behind the day where it is not today. */
export function Time({ at }: { at: string }) {
  const [today] = useState(() => new Date().toDateString())
  const date = new Date(at)
  const day =
    date.toDateString() === today
      ? ''
      : `${date.toLocaleDateString([], { day: 'numeric', month: 'short' })}, `
  const clock = date.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return (
    <time dateTime={at} title={date.toLocaleString()}>
      {day + clock}
    </time>
  )
}

/** How far a message came: one tick, or two. */
export const Ticks = ({ words, isRead = false }: { words: string; isRead?: boolean }) => (
  <>
    <span className={isRead ? 'read' : ''} title={words}>
      <Icon name={words === 'Sent' ? 'tick' : 'ticks'} />
    </span>
    <span className="unseen">{words}</span>
  </>
)
