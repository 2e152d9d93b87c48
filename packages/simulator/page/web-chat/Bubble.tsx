import type { ReactNode } from 'react'
import type { ShownMessage } from '../../src/web-chat/visitors.ts'
import { FileLink, Icon, Ticks, Time } from '../parts.tsx'
import { outbox } from './chat.ts'
import type { Waiting } from './outbox.ts'

/** A message in one line. */
export const inOneLine = ({ text, file }: ShownMessage): string => text || (file?.name ?? '')

type BodyProps = {
  from: 'You' | 'Support'
  quotes: string | null
  /** The quoted message; the page may not have it any more. */
  quoted: ShownMessage | undefined
  text: string
  children: ReactNode
}

const Body = ({ from, quotes, quoted, text, children }: BodyProps) => (
  <div className="bub">
    <span className="unseen">{`${from}: `}</span>
    {quotes !== null && (
      <p className="quotation" dir="auto">
        {quoted ? inOneLine(quoted) : 'An earlier message'}
      </p>
    )}
    {children}
    {text !== '' && <p dir="auto">{text}</p>}
  </div>
)

type BubbleProps = { message: ShownMessage; quoted: ShownMessage | undefined; reply: () => void }

export function Bubble({ message, quoted, reply }: BubbleProps) {
  const { at, from, text, file, quotes, state } = message
  const isOwn = from === 'visitor'
  const answer = (
    <button className="answer" type="button" onClick={reply}>
      Reply
    </button>
  )
  return (
    <li className={isOwn ? 'msg own' : 'msg'} data-state={state}>
      <Body from={isOwn ? 'You' : 'Support'} quotes={quotes} quoted={quoted} text={text}>
        {file && <Attachment file={file} />}
      </Body>
      <div className="foot num">
        {isOwn && answer}
        <Time at={at} />
        {isOwn && state === 'refused' && <span className="failed">Not delivered</span>}
        {isOwn && state !== 'refused' && <Ticks words={state === 'here' ? 'Sent' : 'Received'} />}
        {!isOwn && answer}
      </div>
    </li>
  )
}

function Attachment({ file: { id, name, size, picture } }: { file: NonNullable<ShownMessage['file']> }) {
  const url = `/web-chat/files/${encodeURIComponent(id)}`
  if (!picture) return <FileLink url={url} name={name} size={size} />
  return (
    <a href={url} target="_blank" rel="noreferrer">
      <img src={url} alt={name} />
    </a>
  )
}

type WaitingBubbleProps = { item: Waiting; quoted: ShownMessage | undefined; onDone: () => void }

/** A message that the chat server does not have yet. */
export function WaitingBubble({ item, quoted, onDone }: WaitingBubbleProps) {
  const { key, at, text, file, quotes, problem } = item
  const button = (name: string, act: (key: string) => void) => (
    <button
      className="answer shown"
      type="button"
      onClick={() => {
        act(key)
        onDone()
      }}
    >
      {name}
    </button>
  )
  return (
    <li className="msg own waiting" data-state={problem === null ? 'waiting' : 'problem'}>
      <Body from="You" quotes={quotes} quoted={quoted} text={text}>
        {file && (
          <p className="file">
            <Icon name="page" />
            <span className="cut">{file.name}</span>
          </p>
        )}
      </Body>
      <div className="foot num">
        {problem === null ? (
          <>
            <Time at={at} /> Waiting
          </>
        ) : (
          <>
            <span className="failed">{`Not sent. ${problem}`}</span>
            {button('Try again', one => outbox.retry(one))}
            {button('Remove', one => outbox.remove(one))}
          </>
        )}
      </div>
    </li>
  )
}
