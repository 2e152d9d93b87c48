import { t } from '@parley/core/text/translate'
import { mostCapacity } from '@parley/core/agents/constants'

/** What is wrong with a typed capacity. */
export const capacityProblem = (text: string): string | undefined =>
  /^\d{1,3}$/.test(text) && +text >= 1 && +text <= mostCapacity
    ? undefined
    : t('From 1 to {mostCapacity}', { mostCapacity })
