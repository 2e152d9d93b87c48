import { t } from '@parley/core/text/translate'
import type { ApplicationEntity, VerificationFlag } from '@parley/core/applications/application'
import { applicationStatusLabel } from '@parley/core/applications/rules'
import { flagLabels } from '@parley/core/applications/form'
import { characters, lengthOf } from '@parley/core/text/length'
import type { ApplicationBase, StatusDraft } from '../../../data/applications/drafts.ts'

/** Why words do not fit; undefined while they do. */
export const tooLong = (text: string, most: number): string | undefined => {
  const over = lengthOf(text.trim()) - most
  return over > 0 ? t('{over} too many', { over: characters(over) }) : undefined
}

/** What an edit begun now is based on. */
export const baseOf = (application: ApplicationEntity): ApplicationBase => ({
  version: application.version,
  status: application.status,
  changes: application.status_history.length,
  flags: application.verification_flags,
})

/** A change of status that begins: nothing chosen, no words. */
export const newChange = (application: ApplicationEntity, changeId: string): StatusDraft => ({
  base: baseOf(application),
  status: null,
  notes: '',
  tell: true,
  customerWords: '',
  seen: [],
  changeId,
})

/** What others did to an application since an edit was begun, one line each; nothing is saved over it unseen. */
export function changesSince(base: ApplicationBase, application: ApplicationEntity): readonly string[] {
  if (base.version === application.version) return []
  const statuses = application.status_history.slice(base.changes).map(change => {
    const by = change.changed_by === null ? '' : t(' by {name}', { name: change.changed_by.name })
    const from = change.from_status === null ? '' : `${applicationStatusLabel(change.from_status)} → `
    const notes = change.notes === null ? '' : `: ${change.notes}`
    return t('Status: {from}{to_status}{by}{notes}', {
      from,
      to_status: applicationStatusLabel(change.to_status),
      by,
      notes,
    })
  })
  const flags = Object.entries(application.verification_flags).flatMap(([name, value]) => {
    const flag = name as VerificationFlag
    return (base.flags[flag] ?? false) === value
      ? []
      : [`${flagLabels[flag]}: ${value ? 'set' : t('taken back')}${byOf(application, flag)}`]
  })
  return [...statuses, ...flags]
}

/** " by Brian": who changed a flag last; nothing where that is not recorded. */
function byOf({ flag_history }: ApplicationEntity, flag: VerificationFlag): string {
  const person = flag_history.findLast(change => change.flag === flag)?.changed_by ?? null
  return person === null ? '' : t(' by {name}', { name: person.name })
}
