import { type CSSProperties, memo, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { NumberView, PageMessage, PagePhone } from '../src/control/views.ts'
import { Bubble, type Target } from './Bubble.tsx'
import { phonePath, post, useCalls } from './calls.tsx'
import { Composer } from './Composer.tsx'

const readAfterMs = 700

type PhoneCardProps = {
  phone: PagePhone
  messages: readonly PageMessage[]
  numbers: readonly NumberView[]
  /** It was just added: it is scrolled into view. */
  isNew: boolean
}

/** One phone: its chat with each number of the business, and where the customer writes. */
export const PhoneCard = memo(function PhoneCard({
  phone: { number, name, online, typingUntil },
  messages,
  numbers,
  isNew,
}: PhoneCardProps) {
  const [chosen, setChat] = useState('')
  const [target, setTarget] = useState<Target | null>(null)
  const { problem, run, clear } = useCalls()
  const card = useRef<HTMLElement>(null)
  const log = useRef<HTMLDivElement>(null)
  const isInSight = useInSight(card)
  const chat = chosen || (numbers[0]?.phone_number_id ?? '')
  const isTyping = useIsBefore(typingUntil[chat])
  // An offline phone gets the waiting messages when it is back.
  const shown = messages.filter(
    one => one.number === chat && (online || one.direction === 'INBOUND' || one.status !== 'sent'),
  )
  const unread = messages.filter(one => one.direction === 'OUTBOUND' && one.status === 'delivered')
  const hasNew = unread.some(one => one.number === chat)
  const title = name ?? 'Unnamed'

  useEffect(() => {
    if (isNew) card.current?.scrollIntoView({ behavior: 'smooth', inline: 'center' })
  }, [isNew])
  useReading(isInSight && hasNew, () => run(() => post(phonePath(number, 'read'), { number: chat })))

  function open(id: string) {
    setChat(id)
    setTarget(null)
    clear()
  }

  return (
    <article className="phone" data-number={number} aria-label={`Phone of ${title}`} ref={card}>
      <Header
        number={number}
        title={title}
        isOnline={online}
        connect={isOnline => void run(() => post(phonePath(number, 'connection'), { online: isOnline }))}
      />
      {numbers.length > 1 && <Chats numbers={numbers} shown={chat} unread={unread} open={open} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard */}
      <div className="chat" key={chat} tabIndex={0} role="log" aria-label="Chat" ref={log}>
        <div className="thread">
          {shown.length === 0 && <p className="empty">No messages yet. Write one below.</p>}
          <ol>
            {shown.map(message => (
              <Bubble
                key={message.id}
                message={message}
                quoted={messages.find(({ id }) => id === message.replyTo)}
                run={run}
                aim={setTarget}
              />
            ))}
          </ol>
          <div className="typing" aria-live="polite">
            {isTyping && 'typing…'}
          </div>
        </div>
      </div>
      <Composer
        key={target?.edits ? target.message.id : ''}
        phone={number}
        chat={chat}
        isOnline={online}
        target={target}
        aim={setTarget}
        // The end is at 0: the chat is laid out from its end.
        onSent={() => log.current?.scrollTo({ top: 0 })}
        calls={{ problem, run, clear }}
      />
    </article>
  )
})

type HeaderProps = {
  number: string
  title: string
  isOnline: boolean
  connect: (isOnline: boolean) => void
}

const Header = ({ number, title, isOnline, connect }: HeaderProps) => (
  <header>
    <span className="ava" aria-hidden="true" style={hueOf(number)}>
      {initials(title)}
    </span>
    <div className="grow">
      <h2 className="cut">{title}</h2>
      <div className="meta muted num">{number.replace(/(\d{3})(?=\d)/g, '$1 ')}</div>
    </div>
    <button
      className="line"
      type="button"
      role="switch"
      aria-label="Online"
      aria-checked={isOnline}
      title={isOnline ? 'Take this phone offline' : 'Bring this phone back'}
      onClick={() => connect(!isOnline)}
    >
      {isOnline ? 'Online' : 'Offline'}
    </button>
  </header>
)

type ChatsProps = {
  numbers: readonly NumberView[]
  shown: string
  unread: readonly PageMessage[]
  open: (id: string) => void
}

const Chats = ({ numbers, shown, unread, open }: ChatsProps) => (
  <div className="chats" role="group" aria-label="Chat with">
    {numbers.map(({ phone_number_id: id, name, display_phone_number: digits }) => {
      const count = unread.filter(message => message.number === id).length
      return (
        <button
          key={id}
          className="btn small"
          type="button"
          title={`+${digits}`}
          aria-pressed={id === shown}
          aria-label={count > 0 ? `${name}, ${count} not read` : undefined}
          onClick={() => open(id)}
        >
          <span className="cut">{name}</span>
          {/* The accessible name holds the visible words. */}{' '}
          {count > 0 && <span className="count num">{count}</span>}
        </button>
      )
    })}
  </div>
)

/** Calls `read` a moment after there is something to read. */
function useReading(hasNew: boolean, read: () => Promise<void>): void {
  const readNow = useEffectEvent(() => void read())
  useEffect(() => {
    if (!hasNew) return undefined
    const timer = setTimeout(() => readNow(), readAfterMs)
    return () => clearTimeout(timer)
  }, [hasNew])
}

/** Whether half of the element is visible. */
function useInSight(element: RefObject<HTMLElement | null>): boolean {
  const [isInSight, setInSight] = useState(false)
  useEffect(() => {
    let isNear = false
    const look = () => setInSight(isNear && document.visibilityState === 'visible')
    const watch = ([entry]: IntersectionObserverEntry[]) => {
      isNear = entry?.isIntersecting ?? false
      look()
    }
    const observer = new IntersectionObserver(watch, { threshold: 0.5 })
    if (element.current) observer.observe(element.current)
    document.addEventListener('visibilitychange', look)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', look)
    }
  }, [element])
  return isInSight
}

/** True until this instant, in ISO 8601. */
function useIsBefore(until: string | undefined): boolean {
  const [passed, setPassed] = useState<string>()
  useEffect(() => {
    if (until === undefined) return undefined
    const timer = setTimeout(() => setPassed(until), Date.parse(until) - Date.now())
    return () => clearTimeout(timer)
  }, [until])
  return until !== undefined && until !== passed
}

const hueOf = (number: string) => ({ '--h': (parseInt(number.slice(-6), 10) * 67) % 360 }) as CSSProperties

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map(word => String.fromCodePoint(word.codePointAt(0) ?? 32).toUpperCase())
    .join('')
