import { t } from '@parley/core/text/translate'
import { problemWords } from '@parley/core/channel/rules'
import { Link } from 'react-router'
import { useMay } from '../../data/capabilities/queries.ts'
import { useStore } from '../../store.ts'
import { channelProblems } from '../../sync/sockets/sockets.ts'
import { Notice } from '../../ui/states/Notice.tsx'
import { useNow } from '../../ui/hooks/use-now.ts'
import { minutesSince } from './words.ts'

/** What stops customers and agents from reaching one another, not what may come to that. */
const urgent: ReadonlySet<string> = new Set(['access-refused', 'sending-blocked', 'number-restricted'])

/** One line for everybody while something is wrong between Parley and WhatsApp: the worst of it, and what to do. */
export function ChannelRibbon() {
  const [worst, ...others] = useStore(channelProblems)
  const now = useNow()
  const mayMend = useMay('settings')
  const maySee = useMay('channel')
  if (worst === undefined) return null
  const { sentence, forAgents, forAdministrators } = problemWords(worst, minutesSince(worst.since, now))
  return (
    <Notice
      tone={urgent.has(worst.kind) ? 'danger' : 'warn'}
      action={
        maySee && (
          <Link to="/settings/channels">
            {others.length > 0 ? t('And {count} more', { count: others.length }) : t('See the channel')}
          </Link>
        )
      }
    >
      {sentence} {mayMend ? forAdministrators : forAgents}
    </Notice>
  )
}
