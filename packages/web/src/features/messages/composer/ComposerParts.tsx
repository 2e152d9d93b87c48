import { t } from '@parley/core/text/translate'
import { ChevronUp, CircleCheck, Clock, Lock, SendHorizontal } from 'lucide-react'
import { closesSoon, timeLeft } from '@parley/core/conversations/window'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { ariaKeys, commandOf, keysLabel } from '../../../commands/catalogue.ts'
import { HStack, Text } from '../../../ui/layout/Layout.tsx'
import styles from './Composer.module.css'
import { rich } from '../../../ui/rich.ts'
import { useStore } from '../../../store.ts'
import { Button } from '../../../ui/Button.tsx'
import { type ComposerState, useComposerText } from './use-composer.ts'
import { type CachedReach, useReach } from '../../../data/conversations/reach.ts'
import { classNames } from '../../../ui/hooks/class-names.ts'
import { TextBox } from '../../../ui/fields/TextArea.tsx'
import { registerWriteBox } from '../../../ui/fields/write-box.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { KeyMarks } from '../../../ui/marks/KeyMarks.tsx'
import { Menu, MenuItem } from '../../../ui/overlays/Menu.tsx'
import type { SendState } from './send-state.ts'

interface ModeSwitchProps {
  readonly isNote: boolean
  readonly onReply: () => void
  readonly onNote: () => void
}

/** Chooses whom one writes to: the customer, or colleagues alone. */
export const ModeSwitch = ({ isNote, onReply, onNote }: ModeSwitchProps) => (
  <HStack role="group" aria-label={t('Write')} gap={0.5} align="stretch" inline className={styles.switch}>
    <button
      type="button"
      aria-pressed={!isNote}
      aria-keyshortcuts={ariaKeys('conversation.reply')}
      title={t('To the customer ({keys})', { keys: keysLabel('conversation.reply') })}
      onClick={onReply}
    >
      {t('Reply')}
    </button>
    <button
      type="button"
      aria-pressed={isNote}
      aria-keyshortcuts={ariaKeys('conversation.note')}
      title={t('Only for colleagues ({keys})', { keys: keysLabel('conversation.note') })}
      onClick={onNote}
    >
      <Lock size={13} strokeWidth={1.8} aria-hidden="true" />
      {t('Note')}
    </button>
  </HStack>
)

/** Above the box: what its agent wrote on another device while other words were written here. Neither goes unasked. */
export function OtherDraft({ composer }: { composer: Pick<ComposerState, 'server' | 'focus'> }) {
  const { server, focus } = composer
  const other = useStore(server.other)
  if (other === null) return null
  const choose = (which: 'theirs' | 'mine') => {
    server.choose(which)
    focus()
  }
  const { text } = other
  return (
    <HStack
      role="group"
      aria-label={t('Written on another device')}
      justify="end"
      wrap
      flex="shrink"
      className={styles.other}
    >
      <Text as="p" role="status" size="meta" tone="muted" breaks className={styles.said} title={text}>
        {rich('Written on another device: {text}', {
          text: <span dir="auto">{text === '' ? t('only a quoted message') : text}</span>,
        })}
      </Text>
      <Button size="small" variant="quiet" onClick={() => choose('theirs')}>
        {t('Use it')}
      </Button>
      <Button size="small" variant="quiet" onClick={() => choose('mine')}>
        {t('Keep mine')}
      </Button>
    </HStack>
  )
}

/** Until when anything can be sent: by the hour, and by the minute in the last hours. */
export function WindowNote({ reach }: { readonly reach: CachedReach }) {
  const left = useReach(reach, (mode, now) =>
    mode.is === 'open' && mode.closesAt !== null ? timeLeft(mode.closesAt, now).long : null,
  )
  const soon = useReach(reach, closesSoon)
  if (left === null) return null
  return (
    <HStack as="span" inline className={classNames(styles.closes, soon && styles.soon)}>
      <Clock size={13} strokeWidth={1.8} aria-hidden="true" />
      {t('Window closes in {left}', { left })}
    </HStack>
  )
}

/** Says that a slash opens the canned replies, and does what it does; offered, like the slash, while the box is empty. */
export function CannedButton({ composer, onOpen }: { composer: ComposerState; onOpen: () => void }) {
  const isEmpty = useComposerText(composer, text => text === '')
  if (!isEmpty) return null
  return (
    <HStack
      as="button"
      type="button"
      size="meta"
      tone="muted"
      nowrap
      className={styles.canned}
      aria-label={t('Canned replies')}
      aria-keyshortcuts="/"
      title={t('Canned replies (/)')}
      onClick={onOpen}
    >
      <kbd aria-hidden="true">/</kbd>
      <span aria-hidden="true">{t('canned replies')}</span>
    </HStack>
  )
}

/** A list in which the box's keys choose. */
export interface BoxPicker {
  /** The list's id and that of its active option; null: it is closed. */
  readonly list: { readonly id: string; readonly active: string | null } | null
  /** Gets the box's keys first. Returns true for a key that it used. */
  readonly onKey: (event: KeyboardEvent<HTMLTextAreaElement>) => boolean
  /** An input method composes, or does so no more. */
  readonly onComposing: (composing: boolean) => void
}

/** What Send and the keys of the box do. */
export interface ComposerActions {
  readonly send: () => void
  /** Sends and opens the next conversation; null where there is no queue beside this one. */
  readonly sendAndNext: (() => void) | null
  /** Sends and resolves the conversation; null where that cannot be done. */
  readonly sendAndResolve: (() => void) | null
  /** Sends the message that is being analysed, without waiting. */
  readonly sendNow: () => void
  /** Quotes the message before or behind the quoted one. */
  readonly quoteBeside: (step: 'older' | 'newer') => void
  readonly escape: () => void
}

interface ComposerBoxProps {
  readonly composer: ComposerState
  /** The id of what says more about it. */
  readonly describedBy: string
  readonly picker: BoxPicker
  readonly onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void
}

/** The box that grows with its text. The one part of the screen that is drawn again for every key. */
export function ComposerBox({ composer, describedBy, picker, onKeyDown }: ComposerBoxProps) {
  const { setText, focusAsked } = composer
  const { list, onComposing } = picker
  const text = useComposerText(composer, written => written)
  const box = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    if (box.current !== null && !growsItself()) grow(box.current)
  })
  // Of the layout: a screen that is kept out of sight while the next one's code comes has no box.
  useLayoutEffect(
    () => (box.current === null ? undefined : registerWriteBox(box.current, () => performance.now())),
    [],
  )
  useEffect(() => {
    if (focusAsked > 0) box.current?.focus()
  }, [focusAsked])
  return (
    <TextBox
      isOneText
      ref={box}
      rows={1}
      dir="auto"
      className={styles.text}
      placeholder={t('Type a message (Shift+Enter for new line)')}
      aria-label={t('Message')}
      aria-describedby={describedBy}
      aria-autocomplete={list === null ? undefined : 'list'}
      aria-controls={list?.id}
      aria-activedescendant={list?.active ?? undefined}
      value={text}
      onChange={event => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onCompositionStart={() => onComposing(true)}
      onCompositionEnd={() => onComposing(false)}
    />
  )
}

const mostHeightPx = 128

/** Where the sheet's `field-sizing` is known. Measuring lays the whole screen out twice for every key. */
const growsItself = (): boolean => CSS.supports('field-sizing', 'content')

/** As high as its text, up to 128 px; then it scrolls. */
function grow(element: HTMLTextAreaElement): void {
  element.style.height = 'auto'
  const { scrollHeight } = element
  element.style.height = `${Math.min(scrollHeight, mostHeightPx)}px`
  element.style.overflowY = scrollHeight > mostHeightPx ? 'auto' : 'hidden'
}

/** Send, and what can be done with it by the same press. */
export function SendButtons({ send, actions }: { send: SendState; actions: ComposerActions }) {
  const { sendAndNext, sendAndResolve } = actions
  return (
    <HStack gap={1} align="stretch" flex="none" nowrap className={styles.sends}>
      <Button
        type="submit"
        variant="primary"
        disabled={!send.enabled}
        title={send.reason ?? undefined}
        icon={<SendHorizontal size={15} strokeWidth={1.8} aria-hidden="true" />}
      >
        {t('Send')}
      </Button>
      {sendAndNext !== null && (
        <Button
          disabled={!send.enabled}
          aria-keyshortcuts={ariaKeys('write.send-and-next')}
          title={
            send.reason ??
            t('Send and open the next waiting conversation ({keys})', {
              keys: keysLabel('write.send-and-next'),
            })
          }
          onClick={sendAndNext}
        >
          {t('Send and next')}
        </Button>
      )}
      {sendAndResolve !== null && (
        <Menu
          side="top"
          align="end"
          trigger={
            <IconButton label={t('More ways to send')} disabled={!send.enabled}>
              <ChevronUp size={16} strokeWidth={1.8} aria-hidden="true" />
            </IconButton>
          }
        >
          <MenuItem icon={<CircleCheck size={15} aria-hidden="true" />} onSelect={sendAndResolve}>
            <HStack as="span" gap={3} inline>
              {t('Send and resolve')}
              <span aria-hidden="true">
                <KeyMarks keys={commandOf('write.send-and-resolve').keys[0] ?? []} />
              </span>
            </HStack>
          </MenuItem>
        </Menu>
      )}
    </HStack>
  )
}
