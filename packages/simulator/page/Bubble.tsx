import { useState } from 'react'
import type { PageMessage } from '../src/control/views.ts'
import { phonePath, post, type Run } from './calls.tsx'
import { FileLink, Ticks, Time } from './parts.tsx'

const emojis = ['👍', '❤️', '😂', '😮', '😢', '🙏']
const statusWords = { sent: 'Sent', delivered: 'Delivered', read: 'Read', failed: 'Failed' }

/** The message that the customer answers or edits. */
export type Target = { message: PageMessage; edits: boolean }

/** A message in one line. */
export const inOneLine = ({ text, media, type }: PageMessage): string => text ?? media?.filename ?? type

type BubbleProps = {
  message: PageMessage
  /** The message that it answers; the phone may not have it any more. */
  quoted: PageMessage | undefined
  run: Run
  aim: (target: Target) => void
}

/** A message as the customer sees it, with what they can do to it. */
export function Bubble({ message, quoted, run, aim }: BubbleProps) {
  const { id, phone, status, text, deleted, ownReaction } = message
  const [isReacting, setReacting] = useState(false)
  const isOwn = message.direction === 'INBOUND'
  const reactions = [message.reaction, ownReaction].filter(one => one !== null)
  const change = (body: object) =>
    void run(() => post(phonePath(phone, 'changes'), { ...body, message_id: id }))
  const react = (emoji: string) => {
    // The same one again withdraws it.
    change({ type: 'reaction', emoji: ownReaction === emoji ? null : emoji })
    setReacting(false)
  }
  const action = (name: string, act: () => void) => (
    <button className="answer" type="button" onClick={act}>
      {name}
    </button>
  )
  return (
    <li className={`msg${isOwn ? ' own' : ''}${reactions.length > 0 ? ' reacted' : ''}`} data-status={status}>
      <div className="bub">
        {deleted ? (
          <p className="small">You deleted this message</p>
        ) : (
          <Content message={message} quoted={quoted} run={run} />
        )}
        {reactions.length > 0 && <span className="reaction">{reactions.join(' ')}</span>}
      </div>
      {isReacting && (
        <div className="strip">
          {emojis.map(emoji => (
            <button
              key={emoji}
              className="btn icon"
              type="button"
              aria-label={`React with ${emoji}`}
              aria-pressed={ownReaction === emoji}
              onClick={() => react(emoji)}
            >
              {emoji}
            </button>
          ))}
        </div>
      )}
      <div className="foot num">
        {action('Reply', () => aim({ message, edits: false }))}
        {!deleted && (
          <>
            <button
              className="answer"
              type="button"
              aria-expanded={isReacting}
              onClick={() => setReacting(!isReacting)}
            >
              React
            </button>
            {isOwn && text !== null && action('Edit', () => aim({ message, edits: true }))}
            {isOwn && action('Delete', () => change({ type: 'revoke' }))}
          </>
        )}
        {message.edited && 'Edited'}
        <Time at={message.at} />
        {isOwn && <Ticks words={statusWords[status]} isRead={status === 'read'} />}
        {!isOwn && status === 'failed' && <span className="failed">Not delivered</span>}
      </div>
    </li>
  )
}

function Content({ message, quoted, run }: Omit<BubbleProps, 'aim'>) {
  const { id, phone, header, media, text, footer, links, choices, chosen, replyTo } = message
  const tap = (choice: string) =>
    void run(() => post(phonePath(phone, 'taps'), { message_id: id, choice_id: choice }))
  return (
    <>
      {replyTo !== null && (
        <p className="quotation" dir="auto">
          {quoted ? inOneLine(quoted) : 'A message that is not here'}
        </p>
      )}
      {header !== null && <p className="head">{header}</p>}
      {media && <Media media={media} />}
      {text !== null && <p dir="auto">{text}</p>}
      {footer !== null && <p className="small">{footer}</p>}
      {links.length > 0 && (
        <div className="choices">
          {links.map(({ title, target }) =>
            target === null ? (
              <p className="small" key={title}>
                {title}
              </p>
            ) : (
              <a className="btn small" key={title} href={target} target="_blank" rel="noreferrer">
                {title}
              </a>
            ),
          )}
        </div>
      )}
      {choices.length > 0 && (
        <div className="choices">
          {choices.map(choice => (
            <button
              key={choice.id}
              className="btn small"
              type="button"
              aria-pressed={chosen === choice.id}
              disabled={chosen !== null}
              onClick={() => tap(choice.id)}
            >
              <span>
                {choice.title}
                {choice.description !== null && <small>{choice.description}</small>}
              </span>
            </button>
          ))}
        </div>
      )}
    </>
  )
}

function Media({
  media: { kind, url, filename, size, voice },
}: {
  media: NonNullable<PageMessage['media']>
}) {
  const name = voice ? 'Voice message' : (filename ?? kind)
  if (kind === 'document') return <FileLink url={url} name={name} size={size} />
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- a customer's file has no captions
  if (kind === 'audio') return <audio src={url} controls preload="metadata" aria-label={name} />
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- a customer's file has no captions
  if (kind === 'video') return <video src={url} controls aria-label={name} />
  return (
    <a href={url} target="_blank" rel="noreferrer">
      <img src={url} alt={name} />
    </a>
  )
}
