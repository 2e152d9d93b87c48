import { t } from '@parley/core/text/translate'
import type { TemplateEntity } from '@parley/core/templates/api'
import { languageLabel, statusLabel } from '@parley/core/templates/rules'
import type { Tone } from '../../ui/marks/Badge.tsx'

const tones: Readonly<Record<string, Tone>> = {
  APPROVED: 'ok',
  PENDING: 'grey',
  IN_APPEAL: 'grey',
  PAUSED: 'warn',
  REJECTED: 'danger',
  DISABLED: 'danger',
}

/** The colour of a state of WhatsApp's. */
export const stateTone = (status: string): Tone => tones[status] ?? 'grey'

const qualityWords: Readonly<Record<string, string>> = { YELLOW: t('quality medium'), RED: t('quality low') }

/** "English · Utility · quality low" */
export const aboutWords = ({ language, category, quality }: TemplateEntity): string =>
  [languageLabel(language), statusLabel(category), qualityWords[quality]].filter(Boolean).join(' · ')
