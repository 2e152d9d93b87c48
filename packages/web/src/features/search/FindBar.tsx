import { marked, readFinding, type Term } from '@parley/core/search/finding'
import { t } from '@parley/core/text/translate'
import { ChevronDown, ChevronUp, type LucideIcon, X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import { type ThreadSearch, useFinds, isSearch } from '../../data/search/search.ts'
import { useSettled } from '../../ui/hooks/use-settled.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { HStack, Text } from '../../ui/layout/Layout.tsx'
import styles from './FindBar.module.css'

const settleMs = 200

interface FindBarProps {
  readonly conversationId: string
  /** Its field; Ctrl F gives it the focus again. */
  readonly field: RefObject<HTMLInputElement | null>
  /** The message or note that the thread stands at. */
  readonly current: string | null
  /** Brings a message or note to the eye. */
  readonly onGo: (id: string) => void
  readonly onClose: () => void
}

/** Finds words in all of a conversation: the newest first, older ones with Enter, newer ones with Shift Enter. */
export function FindBar({ conversationId, field, current, onGo, onClose }: FindBarProps) {
  const [typed, setTyped] = useState('')
  const text = useSettled(typed.trim(), settleMs)
  const finds = useFinds(conversationId, text)
  const place = current === null ? -1 : finds.ids.indexOf(current)
  const isSettled = text === typed.trim()
  const older = finds.ids[place + 1]
  const newer = place > 0 ? finds.ids[place - 1] : undefined
  useEffect(() => field.current?.focus(), [field])
  useMarkedWords(finds.state === 'ready' ? text : '')
  useOlderAhead(finds, place)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' || event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      const to = event.key === 'ArrowDown' || (event.key === 'Enter' && event.shiftKey) ? newer : older
      if (to !== undefined && isSettled) onGo(to)
    } else {
      // A second Ctrl F is the browser's own.
      if (event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey)) event.stopPropagation()
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }
  const step = (label: string, shortcut: string, to: string | undefined, Icon: LucideIcon) => (
    <IconButton
      label={label}
      shortcut={shortcut}
      size="small"
      disabled={to === undefined}
      onClick={() => to !== undefined && onGo(to)}
    >
      <Icon size={15} strokeWidth={1.8} aria-hidden="true" />
    </IconButton>
  )
  return (
    <HStack as="search" gap={1} frame className={styles.bar} aria-label={t('Find in this conversation')}>
      <input
        ref={field}
        type="text"
        className={styles.field}
        aria-label={t('Find in this conversation')}
        placeholder={t('Find in this conversation')}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={event => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Text flex="none" size="meta" tone="muted" nowrap digits role="status">
        {isSettled ? wordsOf(finds, place) : isSearch(typed) ? looking : ''}
      </Text>
      {finds.state === 'failed' && (
        <Text
          as="button"
          type="button"
          flex="none"
          size="meta"
          weight={500}
          tone="accent"
          className={styles.retry}
          onClick={finds.retry}
        >
          {t('Try again')}
        </Text>
      )}
      {step(t('Older'), 'Enter', older, ChevronUp)}
      {step(t('Newer'), 'Shift Enter', newer, ChevronDown)}
      <IconButton label={t('Close the search')} shortcut="Esc" size="small" onClick={onClose}>
        <X size={15} strokeWidth={1.8} aria-hidden="true" />
      </IconButton>
    </HStack>
  )
}

const looking = t('Looking…')

function wordsOf({ state, count, more }: ThreadSearch, place: number): string {
  if (state === 'none') return ''
  if (state === 'looking') return looking
  if (state === 'failed') return t('The search failed.')
  if (count === 0) return t('Nothing found')
  const all = `${count}${more ? '+' : ''}`
  return place === -1 ? t('{all} found', { all }) : t('{place} of {all}', { place: place + 1, all })
}

/** The next page is there before the last one that was fetched is reached. */
function useOlderAhead({ ids, loadOlder }: ThreadSearch, place: number): void {
  const isNear = place >= ids.length - 5 && place !== -1
  useEffect(() => {
    if (isNear) loadOlder?.()
  }, [isNear, loadOlder])
}

const markName = 'found'

/**
 * Marks the words that were looked for wherever the thread shows them. The browser paints the marks over the page's own
 * text: nothing of the thread is drawn for it. A browser that cannot marks nothing.
 */
function useMarkedWords(text: string): void {
  useEffect(() => {
    const terms = readFinding(text)?.terms ?? []
    if (terms.length === 0 || !('highlights' in CSS)) return
    let frame = 0
    const mark = () => CSS.highlights.set(markName, new Highlight(...rangesIn(terms)))
    const later = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(mark)
    }
    const changes = new MutationObserver(later)
    changes.observe(document.body, { childList: true, characterData: true, subtree: true })
    mark()
    return () => {
      changes.disconnect()
      cancelAnimationFrame(frame)
      CSS.highlights.delete(markName)
    }
  }, [text])
}

function rangesIn(terms: readonly Term[]): readonly Range[] {
  return [...document.querySelectorAll('[data-on-paper] [role=listitem]')].flatMap(row => {
    const ranges: Range[] = []
    const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      let at = 0
      for (const part of marked(node.textContent ?? '', terms)) {
        if (part.hit) {
          const range = new Range()
          range.setStart(node, at)
          range.setEnd(node, at + part.text.length)
          ranges.push(range)
        }
        at += part.text.length
      }
    }
    return ranges
  })
}
