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
    label: 'The bot’s handovers',
    hint: 'Where the bot is off, agents pick from the queue.',
  },
  { value: 'all', label: 'All waiting conversations', hint: 'Also for numbers without the bot.' },
  { value: 'none', label: 'Nothing', hint: 'Agents pick from the queue.' },
]

/** One sentence for the panel. */
export const offersSentence: Readonly<Record<OfferMode, string>> = {
  'handed-over': 'The bot’s handovers go to available agents with free capacity.',
  all: 'All waiting conversations are offered to available agents with free capacity.',
  none: 'Nothing is offered automatically: agents pick from the queue.',
}

/** Those that ask for a person anyway, or want nothing, need no rule. */
const withoutRule: ReadonlySet<string> = new Set(['greeting', 'thanks', 'about_bot'])

/** What a rule can be made for. */
export const ruledIntents = intentNames.filter(name => !withoutRule.has(name))

/** "Claims, skilled in Luganda; the bot does not answer" */
export function ruleWords({ department, skill, at_once: atOnce }: RoutingRule): string {
  const who = [department, skill === null ? null : `skilled in ${skill}`].filter(one => one !== null)
  const takers = who.length === 0 ? 'Anybody' : who.join(', ')
  return atOnce ? `${takers}; the bot does not answer` : takers
}
