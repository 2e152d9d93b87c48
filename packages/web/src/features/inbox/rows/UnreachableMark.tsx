import { t } from '@parley/core/text/translate'
import type { Reach } from '@parley/core/conversations/api'
import { reachProblem } from '@parley/core/conversations/window'
import { Text } from '../../../ui/layout/Layout.tsx'

/** That nothing reaches the customer, which puts a conversation behind the others. */
export function UnreachableMark({ reach }: { readonly reach: Reach | null }) {
  const why = reach?.unreachable ?? null
  if (why === null) return null
  return (
    <Text
      flex="none"
      size="meta"
      weight={500}
      tone="danger"
      nowrap
      title={reachProblem({ is: 'unreachable', why })?.sentence}
    >
      {t('Cannot be contacted')}
    </Text>
  )
}
