import { plural, t } from '@parley/core/text/translate'
import { calendar } from '@parley/core/text/format'
import { useQueryClient } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { useEffect } from 'react'
import { openAll } from '../../data/messages/outboxes.ts'
import { unsentHere } from '../../data/messages/unsent.ts'
import { useStore } from '../../store.ts'
import { useFreshness } from '../../sync/freshness.ts'
import { fetchAhead } from '../../ui/hooks/lazy-part.ts'
import { useEver } from '../../ui/hooks/use-ever.ts'
import { HStack, Text } from '../../ui/layout/Layout.tsx'
import styles from './ConnectionBar.module.css'

const local = calendar()

async function loadConversation(): Promise<void> {
  try {
    await import('../../pages/work/ConversationPage.tsx')
  } catch (cause) {
    console.warn('The screen of a conversation could not be fetched ahead', cause)
  }
}

/**
 * In the top bar while nothing gets through to the server, on every screen: since when, and how many replies wait for it. It
 * takes room that is free, so that nothing moves. What this browser holds of replies goes on by itself from here.
 */
export function ConnectionBar({ agentId }: { readonly agentId: string }) {
  const client = useQueryClient()
  const { cut, since } = useFreshness()
  // What an agent works in opens without a connection too.
  useEffect(() => fetchAhead(() => void loadConversation()), [])
  useEffect(() => {
    if (!cut) void openAll(client, agentId)
  }, [client, agentId, cut])
  return (
    <>
      <Announced cut={cut} />
      {cut && since !== null && (
        <HStack
          as="section"
          aria-label={t('Connection')}
          gap={2}
          flex="shrink"
          size="list"
          tone="warn"
          className={styles.bar}
        >
          <CloudOff size={15} strokeWidth={1.8} aria-hidden="true" />
          <HStack as="span" gap={2} align="stretch" nowrap className={styles.words}>
            <Text flex="none" weight={500} className={styles.since}>
              {t('No connection since {time}', { time: local.clock(new Date(since)) })}
            </Text>
            <Waiting />
          </HStack>
        </HStack>
      )}
    </>
  )
}

function Waiting() {
  const count = [...useStore(unsentHere).values()].reduce((sum, { waiting }) => sum + waiting, 0)
  if (count === 0) return null
  return (
    <Text cut className={styles.waiting}>
      {plural(count, {
        one: '1 message will be sent automatically',
        other: '{count} messages will be sent automatically',
      })}
    </Text>
  )
}

/** Said once for each cut and once for its end: what is counted meanwhile is read by who looks. */
function Announced({ cut }: { readonly cut: boolean }) {
  const wasCut = useEver(cut)
  return (
    <p role="status" className="visually-hidden">
      {cut
        ? t('No connection to the server. Your messages are saved and sent when it is back')
        : wasCut && t('The connection is back')}
    </p>
  )
}
