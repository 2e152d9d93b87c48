import { t } from '@parley/core/text/translate'
import type { Person } from '@parley/core/agents/people'
import { laterFailureWords } from '../../client/later-messages.ts'
import { useSetStatusOf } from '../../data/people/people.ts'
import { Button } from '../../ui/Button.tsx'
import { HStack } from '../../ui/layout/Layout.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { useAction } from '../../ui/hooks/use-action.ts'

const failed = (cause: unknown) => laterFailureWords('setStatusOf', cause)

/** Takes a colleague who has left the desk without a word out of the queue: the offers to them end and go on to others. */
export function PersonStatus({ person }: { person: Person }) {
  const set = useSetStatusOf(person.id)
  const { busy, failure, run } = useAction(failed)
  if (!person.is_online) return null
  return (
    <HStack gap={2} align="stretch" wrap>
      <Button busy={busy} onClick={() => void run(() => set('OFFLINE'))}>
        {t('Set offline')}
      </Button>
      {failure !== null && <FailureNote>{failure}</FailureNote>}
    </HStack>
  )
}
