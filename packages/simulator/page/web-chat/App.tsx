import { useEffect, useRef, useState } from 'react'
import type { ShownMessage } from '../../src/web-chat/visitors.ts'
import { Bubble, WaitingBubble } from './Bubble.tsx'
import { outbox, reportReached, useChat } from './chat.ts'
import type { Waiting } from './outbox.ts'
import { storeName, visitorName } from './visitor.ts'
import { Writer } from './Writer.tsx'

/** This near to the end counts as at the end, in pixels. */
const near = 48

export function App() {
  const { isOffline, isLoading, messages, waiting } = useChat()
  const [name, setName] = useState(visitorName)
  const [answered, setAnswered] = useState<ShownMessage | null>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const [seen, setSeen] = useState<string>()
  const log = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLTextAreaElement>(null)
  const last = messages.at(-1)
  const hasNewBelow = !isAtEnd && last?.from === 'agent' && last.id !== seen
  if (isAtEnd && last !== undefined && last.id !== seen) setSeen(last.id)

  useEffect(() => {
    const report = () => reportReached(messages, isAtEnd && document.visibilityState === 'visible')
    report()
    document.addEventListener('visibilitychange', report)
    return () => document.removeEventListener('visibilitychange', report)
  }, [messages, isAtEnd])

  // The end is at 0: the thread is laid out from its end.
  const toEnd = () => log.current?.scrollTo({ top: 0 })

  return (
    <>
      <header className="top">
        <h1>Web chat</h1>
        <NameField name={name} setName={setName} />
      </header>
      <main>
        {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard */}
        <div
          className="chat"
          role="log"
          aria-label="Conversation"
          aria-relevant="additions"
          aria-busy={isLoading}
          tabIndex={0}
          ref={log}
          onScroll={({ currentTarget }) => setAtEnd(currentTarget.scrollTop > -near)}
        >
          <Thread
            messages={messages}
            waiting={waiting}
            reply={message => {
              setAnswered(message)
              box.current?.focus()
            }}
            // The pressed button goes away, and the focus with it.
            onDone={() => box.current?.focus()}
          />
        </div>
        <button
          className="btn small newer"
          type="button"
          hidden={!hasNewBelow}
          onClick={() => {
            toEnd()
            log.current?.focus()
          }}
        >
          New messages below
        </button>
        <p className="notice" role="status" hidden={!isOffline}>
          There is no connection. Messages wait and are sent when it is back.
        </p>
        <Writer
          box={box}
          answered={answered}
          quoteNothing={() => setAnswered(null)}
          send={(text, file) => {
            outbox.add({ name: name.trim(), text, file, quotes: answered?.id ?? null })
            setAnswered(null)
            toEnd()
          }}
        />
      </main>
    </>
  )
}

const NameField = ({ name, setName }: { name: string; setName: (name: string) => void }) => (
  <label className="lab who">
    Your name
    <input
      className="field"
      autoComplete="name"
      maxLength={60}
      placeholder="Optional"
      value={name}
      onChange={({ target }) => {
        setName(target.value)
        storeName(target.value.trim())
      }}
    />
  </label>
)

type ThreadProps = {
  messages: readonly ShownMessage[]
  waiting: readonly Waiting[]
  reply: (message: ShownMessage) => void
  onDone: () => void
}

function Thread({ messages, waiting, reply, onDone }: ThreadProps) {
  const quotedBy = (quotes: string | null) => messages.find(({ id }) => id === quotes)
  return (
    <div className="thread">
      {messages.length + waiting.length === 0 && <p className="empty">Write to us, and we answer here.</p>}
      <ol>
        {messages.map(message => (
          <Bubble
            key={message.id}
            message={message}
            quoted={quotedBy(message.quotes)}
            reply={() => reply(message)}
          />
        ))}
      </ol>
      <ol id="waiting" aria-live="off">
        {waiting.map(item => (
          <WaitingBubble key={item.key} item={item} quoted={quotedBy(item.quotes)} onDone={onDone} />
        ))}
      </ol>
    </div>
  )
}
