import { t } from '@parley/core/text/translate'
import type { AgentEntity } from '@parley/core/agents/api'
import { readAgent } from '@parley/core/read/entities'

/** What the data layer gives in place of a list of agents that cannot be fetched (ERR-06). They are nobody. */
export const placeholderAgents: readonly AgentEntity[] = [1, 2, 3].map(number => ({
  ...readAgent({ id: `placeholder-${number}`, name: t('Placeholder {number}', { number }) }),
  placeholder: true as const,
}))
