import { t } from '@parley/core/text/translate'
import type { RoutingRule } from '@parley/core/routing/api'
import { intentNames } from '@parley/core/intent/constants'
import type { OfferMode } from '@parley/core/routing/constants'

/** What is offered by itself, as a supervisor chooses it. */
export const offerChoices: readonly {
  readonly value: OfferMode
  readonly label: string
  readonly hint: string
}[] = [
  {
    value: 'handed-over',
    label: t('The bot’s handovers'),
    hint: t('Where the bot is off, agents pick from the queue.'),
  },
  { value: 'all', label: t('All waiting conversations'), hint: t('Also for numbers without the bot.') },
  { value: 'none', label: t('Nothing'), hint: t('Agents pick from the queue.') },
]

/** One sentence for the panel. */
export const offersSentence: Readonly<Record<OfferMode, string>> = {
  'handed-over': t('The bot’s handovers go to available agents with free capacity.'),
  all: t('All waiting conversations are offered to available agents with free capacity.'),
  none: t('Nothing is offered automatically: agents pick from the queue.'),
}

/** Those that ask for a person anyway, or want nothing, need no rule. */
const withoutRule: ReadonlySet<string> = new Set(['greeting', 'thanks', 'about_bot'])

/** What a rule can be made for. */
export const ruledIntents = intentNames.filter(name => !withoutRule.has(name))

/** "Claims, skilled in Luganda; the bot does not answer" */
export function ruleWords({ department, skill, at_once: atOnce }: RoutingRule): string {
  const who = [department, skill === null ? null : t('skilled in {skill}', { skill })].filter(
    one => one !== null,
  )
  const takers = who.length === 0 ? t('Anybody') : who.join(', ')
  return atOnce ? t('{takers}; the bot does not answer', { takers }) : takers
}
